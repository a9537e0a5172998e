"""Where results are written: files alone, whole or not at all."""

import os
import socket
import stat

import pytest

from a2a_lifecycle.diagrams.files import surplus
from tests.cli.calls import call
from tests.proofs.tables import BUNDLED, state, transition

WRITERS = [
    ("table", "-o"),
    ("draw", "--edition", "guide-v1.0", "--format", "mermaid", "-o"),
    ("export", "json", "-o"),
]


def refused(message, *argv):
    status, out, err = call(*argv)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.parametrize("command", WRITERS)
def test_what_is_no_file_is_not_written(tmp_path, command):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to("/dev/null")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "socket"))
        for name in ("pipe", "null", "socket"):
            refused(f"{name}: is no regular file; for standard output use `-o -`", *command, tmp_path / name)
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)
    assert (tmp_path / "null").is_symlink()
    refused("/dev/stdout: is no regular file", *command, "/dev/stdout")


@pytest.mark.parametrize("command", WRITERS)
def test_a_link_is_written_through(tmp_path, command):
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    (tmp_path / "new").symlink_to("made")
    for name, target in (("link", "target"), ("new", "made")):
        assert call(*command, tmp_path / name)[0] == 0
        assert (tmp_path / name).is_symlink()
        assert len((tmp_path / target).read_text()) > 100


@pytest.mark.parametrize("command", WRITERS)
def test_a_read_only_file_is_kept(tmp_path, command):
    file = tmp_path / "kept"
    file.write_text("old")
    file.chmod(0o444)
    refused("kept: cannot be written: it is read-only", *command, file)
    assert file.read_text() == "old"


@pytest.mark.parametrize("command", WRITERS)
def test_standard_output_is_a_dash(command):
    assert call(*command, "-")[1] == call(*command[:-1])[1] != ""


@pytest.mark.parametrize("command", ["table", "draw", "run", "prove", "vectors"])
def test_an_empty_table_name_is_no_default(command):
    refused("argument --table: must not be empty", command, "--table", "")


@pytest.mark.parametrize("option", ["--edition", "-o", "--trace"])
def test_an_empty_value_is_no_default(option):
    refused("must not be empty", "draw", option, "")


def test_a_set_of_drawings_is_written_whole_or_not_at_all(tmp_path):
    late = tmp_path / "published-v0.3.zh.mmd"
    late.mkdir()
    refused(f"{late}: cannot be read: Is a directory", "draw", "--format", "mermaid", "-o", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [late.name]


def table_of(folder, *editions):
    file = folder / "own.toml"
    rows = "".join(f'[[edition]]\nid = "{name}"\nprotocol = "v{n}"\nsource = "me"\n' for n, name in enumerate(editions))
    text = state("on", "active") + "initial = true\n" + state("off", "terminal") + transition("stop", "on", "off")
    file.write_text(f"format = 1\n{rows}{text}")
    return file


def test_two_drawings_of_one_name_are_refused(tmp_path):
    table = table_of(tmp_path, "a", "b", "a-to-b")
    message = "the drawings of the edition a-to-b and of the editions a and b are both called a-to-b.en.dot"
    refused(message, "draw", "--table", table, "-o", tmp_path / "drawn")
    assert not (tmp_path / "drawn").exists()


def test_a_drawing_that_cannot_be_read_is_no_surplus(tmp_path, monkeypatch):
    (tmp_path / "a.svg").write_text("<svg/>")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
    assert surplus(tmp_path, []) == []


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("no program", "dot cannot be run: Exec format error"),
        ("#!/nowhere/at/all\n", "dot cannot be run: No such file or directory"),
        ("#!/bin/sh\nprintf '\\377'\n", "dot printed no SVG: it is not UTF-8 text"),
    ],
)
def test_a_dot_that_is_none_is_one_line(tmp_path, monkeypatch, script, message):
    (tmp_path / "dot").write_text(script)
    (tmp_path / "dot").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    refused(message, "draw", "--edition", "guide-v1.0", "--engine", "dot")


def test_a_protocol_version_may_be_any_text(tmp_path):
    for version in ("v" + "9" * 5000, "²", "v1.x"):
        table = tmp_path / "own.toml"
        rows = table_of(tmp_path, "a", "b").read_text()
        table.write_text(rows.replace('"v1"', f'"{version}"'))
        assert call("draw", "--table", table, "--format", "mermaid", "-o", tmp_path / "drawn")[0] == 0


def test_a_claim_about_an_edition_that_is_not_there_is_not_asked():
    from a2a_lifecycle.proofs.catalogue import catalogue
    from a2a_lifecycle.spec import loads

    row = 'id = "published-v0.3"\nprotocol = "v0.3"\nsource = "published"'
    table = loads(BUNDLED.replace(row, row.replace('"published"', '"another"')), bundled=True)
    theorem = catalogue()["the_guide_refines_the_published_protocol"]
    asked = {edition.id: theorem.applies(table, edition) for edition in table.editions.values()}
    assert asked == {"guide-v1.0": True, "guide-v0.3": False, "published-v1.0": False, "published-v0.3": False}

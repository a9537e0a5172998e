"""The command `a2a-lifecycle export`, for what it writes besides SQL."""

import io
import json

import pytest

from a2a_lifecycle.cli.main import main


def call(*argv):
    out, err = io.StringIO(), io.StringIO()
    return main(["export", *map(str, argv)], out, err), out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("name", "begins"), [("json", "{\n"), ("xstate", "{\n"), ("scxml", "<?xml "), ("tla", "---- MODULE Lifecycle_")]
)
def test_writes_to_the_standard_output_or_to_a_file(tmp_path, name, begins):
    status, out, err = call(name)
    assert (status, err) == (0, "")
    assert out.startswith(begins)
    assert call(name, "-o", tmp_path / "file") == (0, "", "")
    assert (tmp_path / "file").read_text(encoding="utf-8") == out


def test_writes_the_edition_and_the_table_that_are_asked_for(tmp_path):
    assert json.loads(call("json", "--edition", "published-v0.3")[1])["edition"]["id"] == "published-v0.3"
    table = tmp_path / "my.toml"
    table.write_text(
        'format = 1\n[[edition]]\nid = "e"\nprotocol = "v9"\nsource = "mine"\n'
        '[[state]]\nid = "a"\nclass = "active"\ninitial = true\nwire = { v9 = "A" }\n'
        '[[transition]]\ntrigger = "go"\nfrom = "a"\nto = "a"\n'
        '[[state]]\nid = "b"\nclass = "active"\nwire = { v9 = "B" }\n'
        '[[transition]]\ntrigger = "go"\nfrom = "a"\nto = "b"\n'
    )
    assert [state["id"] for state in json.loads(call("json", "--table", table)[1])["states"]] == ["a", "b"]
    status, out, err = call("scxml", "--table", table)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "'go' leads from 'a' to both 'a' and 'b'" in err


def test_a_file_that_cannot_be_written_is_a_usage_error(tmp_path):
    status, _, err = call("tla", "-o", tmp_path)
    assert status == 2
    assert len(err.splitlines()) == 1

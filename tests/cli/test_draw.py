"""`a2a-lifecycle draw`."""

import io
import shutil
import stat
from pathlib import Path

import pytest

from a2a_lifecycle.cli.main import main
from a2a_lifecycle.diagrams import draw_difference, draw_edition, draw_trace, edges_of_mermaid
from a2a_lifecycle.spec import load
from tests import needs
from tests.cli.calls import call

GENERATED = Path(__file__).parents[2] / "diagrams" / "generated"

OWN = """
format = 1
[[edition]]
id = "mine"
protocol = "v1"
source = "me"
[[state]]
id = "open"
class = "active"
initial = true
[[state]]
id = "shut"
class = "terminal"
[[transition]]
trigger = "close"
from = "open"
to = "shut"
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return path


# --- one drawing ---


def test_one_edition_is_printed_as_svg():
    status, out, err = call("draw", "--edition", "guide-v1.0")
    assert (status, out, err) == (0, draw_edition(load().edition("guide-v1.0"), "svg"), "")


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.svg", "svg"), ("a.dot", "dot"), ("a.gv", "dot"), ("a.mmd", "mermaid"), ("a.PNG", "png"), ("a", "svg")],
)
def test_the_ending_of_the_file_says_the_format(tmp_path, name, form):
    assert call("draw", "--edition", "guide-v0.3", "-o", tmp_path / name) == (0, "", "")
    expected = draw_edition(load().edition("guide-v0.3"), form)
    assert (tmp_path / name).read_bytes() == (expected if form == "png" else expected.encode())


def test_format_and_language_are_as_asked(tmp_path):
    status, out, _ = call("draw", "--edition", "guide-v1.0", "--format", "mermaid", "--language", "zh", "-o", "-")
    assert (status, out) == (0, draw_edition(load().edition("guide-v1.0"), "mermaid", "zh"))


def test_a_difference():
    status, out, _ = call("draw", "--difference", "guide-v0.3", "guide-v1.0", "--format", "dot")
    a, b = load().edition("guide-v0.3"), load().edition("guide-v1.0")
    assert (status, out) == (0, draw_difference(a, b, "dot"))


def test_a_trace_of_states_is_drawn_over_the_default_edition():
    states = ["submitted", "working", "completed", "working"]
    status, out, _ = call("draw", "--trace", " ".join(states), "--format", "dot")
    assert (status, out) == (0, draw_trace(load().edition(), states, "dot"))


def test_a_trace_file(tmp_path):
    path = tmp_path / "trace.json"
    path.write_text('{"states": [{"state": "submitted"}, {"state": "working"}]}')
    status, out, _ = call("draw", "--trace", path, "--edition", "published-v1.0", "--format", "mermaid")
    assert (status, out) == (0, draw_trace(load().edition("published-v1.0"), ["submitted", "working"], "mermaid"))


def test_a_table_of_ones_own(own):
    status, out, _ = call("draw", "--table", own, "--edition", "mine", "--format", "mermaid")
    assert status == 0
    assert edges_of_mermaid(out) == {("open", "close", "shut")}


def test_a_png_goes_to_a_pipe_and_not_to_a_text():
    class Pipe(io.StringIO):
        buffer = io.BytesIO()

    pipe = Pipe()
    assert main(["draw", "--edition", "guide-v1.0", "--format", "png"], pipe, io.StringIO()) == 0
    assert pipe.buffer.getvalue() == draw_edition(load().edition("guide-v1.0"), "png")
    status, out, err = call("draw", "--edition", "guide-v1.0", "--format", "png")
    assert (status, out) == (2, "")
    assert "-o FILE" in err


def test_a_table_of_one_edition_is_drawn_to_a_file_without_saying_which(own, tmp_path):
    path = tmp_path / "review.svg"
    assert call("draw", "--table", own, "-o", path) == (0, "", "")
    assert path.read_text() == draw_edition(load(own).edition(), "svg")
    assert call("draw", "--table", own, "-o", path, "--check") == (0, "1 drawing is up to date\n", "")


def test_a_folder_may_be_called_like_a_drawing(own, tmp_path):
    folder = tmp_path / "my.svg"
    folder.mkdir()
    assert call("draw", "--table", own, "-o", folder, "--format", "dot")[1] == f"{folder}: 2 written, 0 unchanged\n"


def test_the_folder_of_a_file_is_made(tmp_path):
    path = tmp_path / "docs" / "a" / "lifecycle.mmd"
    assert call("draw", "--edition", "guide-v1.0", "-o", path) == (0, "", "")
    assert path.read_text() == draw_edition(load().edition("guide-v1.0"), "mermaid")
    status, _, err = call("draw", "--edition", "guide-v1.0", "-o", path / "x.svg")
    assert (status, err.count("\n")) == (2, 1)


def test_any_ending_will_do_where_the_format_is_said(tmp_path):
    path = tmp_path / "lifecycle.txt"
    assert call("draw", "--edition", "guide-v1.0", "--format", "mermaid", "-o", path) == (0, "", "")
    assert path.read_text().startswith("---\n# Generated")


@pytest.mark.parametrize(
    "argv",
    [
        ("draw", "--edition", "guide-v1.0", "--language", "zh"),
        ("draw", "--edition", "guide-v1.0", "--language", "zh", "--format", "mermaid"),
        ("table", "--language", "zh", "--format", "markdown"),
        ("table", "--format", "json"),
        ("table", "--schema"),
    ],
)
def test_a_file_is_printed_as_utf_8_whatever_the_stream_can_encode(argv):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="strict")
    assert main(list(argv), stream, io.StringIO()) == 0
    assert raw.getvalue().decode("utf-8") == call(*argv)[1]


# --- check of one ---


def test_check_passes_on_what_draw_wrote_and_fails_on_what_was_edited(tmp_path):
    path = tmp_path / "lifecycle.svg"
    one = ("draw", "--edition", "guide-v1.0", "-o", path)
    assert call(*one, "--check")[:2] == (1, f"missing: {path}\n")
    assert not path.exists()
    call(*one)
    assert call(*one, "--check") == (0, "1 drawing is up to date\n", "")
    path.write_text(path.read_text().replace("working", "walking", 1))
    status, out, err = call(*one, "--check")
    assert (status, out) == (1, f"differs: {path}\n")
    assert "without --check" in err
    assert "walking" in path.read_text()


# --- all drawings ---


def test_the_committed_drawings_have_not_drifted():
    count = len(list(GENERATED.glob("*.mmd")))
    expected = (0, f"{count} drawings are up to date\n", "")
    assert call("draw", "-o", GENERATED, "--check", "--format", "mermaid") == expected


def test_check_names_what_differs_is_missing_and_is_left_over(tmp_path):
    folder = tmp_path / "drawings"
    shutil.copytree(GENERATED, folder)
    names = sorted(path.name for path in folder.iterdir() if path.suffix == ".mmd")
    (folder / names[0]).unlink()
    (folder / names[1]).write_text("edited")
    (folder / names[2]).rename(folder / "of-an-older-table.mmd")
    status, out, _ = call("draw", "-o", folder, "--check", "--format", "mermaid")
    assert status == 1
    assert sorted(out.splitlines()) == sorted(
        [
            f"missing: {folder / names[0]}",
            f"differs: {folder / names[1]}",
            f"missing: {folder / names[2]}",
            f"surplus: {folder / 'of-an-older-table.mmd'}",
        ]
    )


def test_all_drawings_of_a_table_go_into_a_folder_that_is_made(own, tmp_path):
    folder = tmp_path / "a" / "b"
    status, out, err = call("draw", "--table", own, "-o", folder)
    assert (status, out, err) == (0, f"{folder}: 7 written, 0 unchanged\n", "")
    assert {path.name for path in folder.iterdir()} == {
        f"mine.{end}" for end in ("en.dot", "en.svg", "en.png", "en.mmd", "zh.dot", "zh.svg", "zh.mmd")
    }
    assert call("draw", "--table", own, "-o", folder)[1] == f"{folder}: 0 written, 7 unchanged\n"
    assert call("draw", "--table", own, "-o", folder, "--check")[0] == 0


def test_the_default_folder_is_the_repositorys(own, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert call("draw", "--table", own, "--format", "dot", "--language", "en")[0] == 0
    assert [path.name for path in (tmp_path / "diagrams" / "generated").iterdir()] == ["mine.en.dot"]


def test_what_an_earlier_table_left_is_reported_and_kept(own, tmp_path):
    call("draw", "--table", own, "--format", "dot", "-o", tmp_path / "d")
    own.write_text(OWN.replace('"mine"', '"ours"'))
    status, _, err = call("draw", "--table", own, "--format", "dot", "-o", tmp_path / "d")
    assert status == 0
    assert [line.split(" (")[0] for line in err.splitlines()] == [
        f"surplus: {tmp_path / 'd' / f'mine.{language}.dot'}" for language in ("en", "zh")
    ]
    assert (tmp_path / "d" / "mine.en.dot").exists()


def test_writing_keeps_a_files_mode(tmp_path):
    path = tmp_path / "x.dot"
    path.write_text("old")
    path.chmod(0o640)
    call("draw", "--edition", "guide-v1.0", "-o", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [item.name for item in tmp_path.iterdir()] == ["x.dot"]


# --- refusals: one line, status 2, nothing written ---


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--edition", "guide-v9"], "no edition 'guide-v9'"),
        (["--difference", "guide-v1.0", "x"], "no edition 'x'"),
        (["--difference", "guide-v1.0", "guide-v0.3", "--edition", "guide-v1.0"], "leave out --edition"),
        (["--trace", ""], "argument --trace: must not be empty"),
        (["--trace", "nonsense"], "no trigger 'nonsense'"),
        (["--trace", "gone.json"], "gone.json: cannot be read: No such file"),
        (["--trace", "x" * 5000], "no trigger"),
        (["--trace", "a\0b"], "no trigger"),
        (["--edition", "guide-v1.0", "--check"], "say which with `-o FILE`"),
        (["--edition", "guide-v1.0", "-o", "x.jpg"], "x.jpg: no drawing ends in .jpg; use one of .dot,"),
        (["--edition", "guide-v1.0", "-o", "v1.0"], "or say --format"),
        (["-o", "x.svg"], "x.svg: is one drawing; say which with --edition ID; known: guide-v1.0, "),
        (["-o", "x.MMD", "--format", "svg"], "say which with --edition ID"),
        (["--edition", "guide-v1.0", "-o", "."], "cannot be read: Is a directory"),
        (["-o", "-"], "all drawings go into a folder"),
        (["--edition", "guide-v1.0", "--format", "png", "--language", "zh"], "built-in engine has no Chinese font"),
        (["--edition", "guide-v1.0", "--language", "zh", "-o", "x.png"], "use SVG, or `--engine dot`"),
        (["--format", "png", "--language", "zh"], "no Chinese font"),
        (["--edition", "guide-v1.0", "--format", "pdf"], "invalid choice: 'pdf'"),
        (["--table", "gone.toml"], "gone.toml: cannot be read"),
    ],
)
def test_a_wrong_call_is_one_line(tmp_path, monkeypatch, argv, said):
    monkeypatch.chdir(tmp_path)
    status, out, err = call("draw", *argv)
    assert (status, out) == (2, "")
    assert err.startswith("a2a-lifecycle: ")
    assert said in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "x").write_text("kept")
    status, _, err = call("draw", "-o", tmp_path / "x")
    assert status == 2
    assert "is no folder" in err
    assert (tmp_path / "x").read_text() == "kept"


def test_a_trace_file_that_is_no_trace_is_named(tmp_path):
    path = tmp_path / "t.json"
    path.write_text("{}")
    status, _, err = call("draw", "--trace", path)
    assert status == 2
    assert err.startswith(f"a2a-lifecycle: {path}: has no list of states")


def test_a_missing_dot_is_one_line(monkeypatch):
    monkeypatch.setenv("PATH", "")
    status, _, err = call("draw", "--edition", "guide-v1.0", "--engine", "dot")
    assert status == 2
    assert err == "a2a-lifecycle: the program dot is not there; install Graphviz, or leave out `--engine dot`\n"


def test_a_systems_dot_draws_too(tmp_path):
    needs.program("dot", "Debian's package graphviz")
    png = tmp_path / "x.png"
    assert call("draw", "--edition", "guide-v1.0", "--language", "zh", "--engine", "dot", "-o", png) == (0, "", "")
    assert png.read_bytes().startswith(b"\x89PNG")
    status, out, _ = call("draw", "--edition", "guide-v1.0", "--engine", "dot")
    assert status == 0
    assert out.count("<g id=") == call("draw", "--edition", "guide-v1.0")[1].count("<g id=")


def test_help_tells_the_exit_statuses_and_examples():
    status, out, _ = call("draw", "--help")
    assert status == 0
    assert "exit status:" in out
    assert "--difference guide-v0.3 guide-v1.0" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "default: all of them" in " ".join(out.split())

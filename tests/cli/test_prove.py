"""`a2a-lifecycle prove`: what it prints, and its exit statuses."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from a2a_lifecycle.cli.main import main
from tests.proofs.tables import BUNDLED, transition


def call(*argv: str) -> tuple[int, str, str]:
    stdout, stderr = io.StringIO(), io.StringIO()
    status = main(argv, stdout, stderr)
    return status, stdout.getvalue(), stderr.getvalue()


@pytest.fixture
def broken(tmp_path: Path) -> str:
    file = tmp_path / "broken.toml"
    file.write_text(BUNDLED + transition("reopen", "completed", "working"), encoding="utf-8")
    return str(file)


def test_a_proof_run_prints_a_grid_and_is_as_expected() -> None:
    status, out, err = call("prove", "--edition", "guide-v0.3", "--theorem", "terminal_states_are_final")
    assert (status, err) == (0, "")
    assert out == (
        "\n"
        "  1  guide-v0.3\n"
        "\n"
        "                             1\n"
        "  terminal states are final  ✓\n"
        "\n"
        "  ✓ proved  ✗ refuted  ? undetermined  · not asked  ! not as expected\n"
        "\n"
        "1 theorem, 1 edition, 1 verdict: all as expected\n"
    )


def test_a_broken_table_is_refuted_with_trace_and_row(broken: str) -> None:
    status, out, _ = call("prove", "--table", broken, "--edition", "guide-v1.0")
    assert status == 1
    assert "the axioms have one model" not in out, "what is about the guide alone is not asked of another table"
    line = BUNDLED.count("\n") + 2
    assert (
        "terminal states are final (guide-v1.0): refuted, expected proved\n"
        "  completed is terminal, and a step leaves it for working\n"
        "  trace\n"
        "     0  (start)                      state = submitted\n"
        "     1  start                        state = working\n"
        "     2  complete                     state = completed\n"
        "     3  reopen                       state = working\n"
        f"  to blame: transition 18 (line {line}): completed --reopen--> working\n"
    ) in out
    assert out.splitlines()[-1].endswith("not as expected")


def test_lines_fit_80_columns() -> None:
    _, out, _ = call("prove", "--verbose", "--matrix", "--mutants", "--edition", "guide-v1.0")
    assert [line for line in out.splitlines() if len(line) > 80] == []


def test_json_is_what_the_design_says(broken: str) -> None:
    status, out, _ = call("prove", "--table", broken, "--edition", "guide-v1.0", "--format", "json")
    report = json.loads(out)
    assert status == 1
    assert report["verdict"] == "unexpected"
    assert all(
        list(theorem) == ["name", "edition", "claim", "expected", "verdict", "rows", "trace"]
        for theorem in report["theorems"]
    )
    final = report["theorems"][0]
    assert final["name"] == "terminal_states_are_final"
    assert final["verdict"] == "refuted"
    assert [step["action"] for step in final["trace"]] == [None, "start", "complete", "reopen"]
    assert final["rows"] == [f"transition 18 (line {BUNDLED.count(chr(10)) + 2}): completed --reopen--> working"]
    assert report["theorems"][1]["trace"] is None
    assert report["theorems"][1]["rows"]


def test_junit_counts_what_failed(broken: str) -> None:
    status, out, _ = call("prove", "--table", broken, "--edition", "guide-v1.0", "--format", "junit")
    suite = ElementTree.fromstring(out.encode()).find("testsuite")
    assert status == 1
    assert suite is not None
    assert int(suite.get("failures", "0")) == len(suite.findall("testcase/failure")) >= 1
    assert int(suite.get("tests", "0")) == len(suite.findall("testcase")) > 5
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert "completed is terminal" in (failure.text or "")


def test_theorems_are_listed_with_their_claims() -> None:
    status, out, _ = call("prove", "--list")
    assert status == 0
    assert "terminal_states_are_final\n    A terminal state is final: no step leaves one (G5.1" in out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (
            ["--theorem", "terminal_states_final"],
            "no theorem 'terminal_states_final'; did you mean 'terminal_states_are_final'?",
        ),
        (["--edition", "guide"], "no edition 'guide' in the table"),
        (["--table", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
        (["--format", "yaml"], "argument --format: invalid choice: 'yaml'"),
        (["--format", "json", "--matrix"], "--verbose, --matrix and --mutants go with --format text"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(argv: list[str], message: str) -> None:
    status, out, err = call("prove", *argv)
    assert (status, out) == (2, "")
    assert err.startswith(f"a2a-lifecycle: {message}")
    assert err.count("\n") == 1


def test_an_undetermined_run_has_status_3(tmp_path: Path) -> None:
    file = tmp_path / "endless.toml"
    file.write_text(
        'format = 1\n[[edition]]\nid = "own"\nprotocol = "v1"\nsource = "own"\n'
        '[[state]]\nid = "on"\nclass = "active"\ninitial = true\n[[state]]\nid = "off"\nclass = "active"\n'
        + transition("switch", "on", "off"),
        encoding="utf-8",
    )
    status, out, _ = call("prove", "--table", str(file), "--theorem", "terminal_states_are_final")
    assert status == 3
    assert "vacuous: no witness of “a step enters a terminal state”" in out


def test_output_is_the_same_whatever_the_hash_seed() -> None:
    outputs = set()
    for seed in ("1", "2"):
        result = subprocess.run(
            [sys.executable, "-m", "a2a_lifecycle.cli", "prove", "--edition", "guide-v1.0", "--verbose", "--matrix"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        outputs.add(result.stdout)
    assert len(outputs) == 1


def test_a_theorem_is_a_script_of_its_own(broken: str) -> None:
    script = [sys.executable, "-m", "a2a_lifecycle.proofs.theorems.terminal_states_are_final"]
    good = subprocess.run([*script, "--edition", "guide-v1.0"], capture_output=True, text=True, check=False)
    assert good.returncode == 0
    assert "terminal_states_are_final\n  guide-v1.0: ✓ proved, expected proved\n" in good.stdout
    bad = subprocess.run([*script, "--table", broken], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert "to blame: transition 18" in bad.stdout


def test_a_refutation_is_drawn_over_its_table(broken: str, tmp_path: Path) -> None:
    folder = tmp_path / "refuted"
    status, _, err = call("prove", "--table", broken, "--edition", "guide-v1.0", "--draw", str(folder))
    assert status == 1
    file = folder / "terminal_states_are_final.guide-v1.0.svg"
    assert [path.name for path in folder.glob("*.svg")] == [file.name]
    assert f"drew {file}\n" in err
    text = "".join(ElementTree.fromstring(file.read_bytes()).itertext())
    assert "reopen" in text


def test_a_refuted_design_is_drawn_as_a_sequence_chart(tmp_path: Path) -> None:
    name = "webhooks_folded_by_arrival_keep_the_outcome"
    status, _, err = call("prove", "--edition", "guide-v1.0", "--theorem", name, "--draw", str(tmp_path))
    chart = tmp_path / f"{name}.guide-v1.0.mmd"
    assert (status, err) == (0, f"drew {chart}\n")
    assert chart.read_text(encoding="utf-8").startswith("sequenceDiagram\n")


def test_nothing_is_asked_of_the_system_where_a_table_of_ones_own_is_refuted(broken: str) -> None:
    _, out, _ = call("prove", "--table", broken, "--edition", "guide-v1.0")
    assert "The table is refuted, so nothing is asked of the system that follows it.\n" in out
    assert "webhooks" not in out


def test_verbose_shows_the_shortest_paths() -> None:
    _, out, _ = call("prove", "--edition", "guide-v1.0", "--theorem", "every_state_is_reachable", "--verbose")
    assert "witness   a path to completed: sat: start complete\n" in out
    assert "witness   a path to cancelled: sat: cancel\n" in out


def test_a_trigger_that_no_task_can_have_is_noted_and_changes_no_verdict(tmp_path: Path) -> None:
    file = tmp_path / "named.toml"
    file.write_text(BUNDLED.replace('"require_input"', '"state"'), encoding="utf-8")
    asked = ("--edition", "guide-v1.0", "--theorem", "terminal_states_are_final", "--format", "json")
    status, out, err = call("prove", "--table", str(file), *asked)
    assert (status, json.loads(out)["verdict"]) == (0, "as-expected")
    start, end = (
        "note: trigger 'state' (transition ",
        "the name of an attribute of Task: run and Task refuse this table\n",
    )
    assert err.startswith(start)
    assert err.endswith(end)
    assert err.count("\n") == 1
    assert call("prove", *asked)[2] == ""


def test_editions_that_do_not_fit_beside_one_another_follow_in_blocks(tmp_path: Path) -> None:
    editions = "".join(f'[[edition]]\nid = "e{n}"\nprotocol = "v1"\nsource = "own"\n' for n in range(1, 26))
    file = tmp_path / "many.toml"
    rows = '[[state]]\nid = "on"\nclass = "active"\ninitial = true\n[[state]]\nid = "off"\nclass = "terminal"\n'
    file.write_text(f"format = 1\n{editions}{rows}{transition('stop', 'on', 'off')}", encoding="utf-8")
    status, out, err = call("prove", "--table", str(file), "--theorem", "terminal_states_are_final")
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("\u2713") == 25 + 1
    assert "                             13  14  15" in out


def test_one_outcome_is_replaced_by_no_other(tmp_path: Path) -> None:
    """Whoever writes late, cancelled or not, writes what is there already: nothing is refuted, and nothing searched."""
    file = tmp_path / "least.toml"
    edition = '[[edition]]\nid = "review"\nprotocol = "v1"\nsource = "own"\n'
    states = '[[state]]\nid = "draft"\nclass = "active"\ninitial = true\n[[state]]\nid = "done"\nclass = "terminal"\n'
    row = transition("stop", "draft", "done") + "deferrable = false\n"
    file.write_text(f"format = 1\n{edition}{states}{row}", encoding="utf-8")
    status, output, _ = call("prove", "--table", str(file))
    assert (status, "check then write" in output) == (0, False), output
    states += '[[state]]\nid = "failed"\nclass = "terminal"\n'
    file.write_text(f"format = 1\n{edition}{states}{row}{transition('fail', 'draft', 'failed')}", encoding="utf-8")
    status, output, _ = call("prove", "--table", str(file))
    assert (status, "check then write" in output) == (0, True), output

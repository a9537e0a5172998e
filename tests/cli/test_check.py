"""`a2a-lifecycle check`: its arguments, its exit statuses, and what it prints."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from a2a_lifecycle.conformance import Code
from tests.cli.calls import call

RECORDINGS = Path(__file__).parents[1] / "conformance" / "recordings"
LEGAL = RECORDINGS / "conforms" / "legal-straight.sse"
RESTART = RECORDINGS / "violates" / "restart-after-completed.sse"
SKIPS = RECORDINGS / "deviates" / "completed-without-working.sse"
CUT = RECORDINGS / "violates" / "one-line-cut-off.jsonl"


@pytest.mark.parametrize(
    ("file", "options", "status"),
    [
        (LEGAL, [], 0),
        (LEGAL, ["--fail-on", "note"], 0),
        (SKIPS, [], 0),
        (SKIPS, ["--fail-on", "deviation"], 1),
        (SKIPS, ["--fail-on", "note"], 1),
        (SKIPS, ["--edition", "guide-v0.3"], 1),
        (SKIPS, ["--edition", "published-v0.3"], 0),
        (RESTART, [], 1),
        (CUT, [], 2),
        ("no-such-file", [], 2),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "junit", "sarif", "github"])
def test_exit_status(file, options, status, form):
    found, out, err = call("check", file, "--format", form, *options)
    assert (found, bool(out)) == (status, True)
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a recording"),
        ([LEGAL, "--edition", "guide-v9"], "no edition 'guide-v9'"),
        ([LEGAL, "--fail-on", "error"], "--fail-on"),
        ([LEGAL, "--format", "yaml"], "--format"),
        ([LEGAL, "--table", "no-such.toml"], "no-such.toml"),
        ([LEGAL, "--draw", "picture.gif"], "--draw writes"),
        ([LEGAL, "--max-findings", "-1"], "--max-findings"),
        (["-", "-"], "once only"),
        (["--explain", "terminal-lost"], "did you mean 'terminal-left'?"),
    ],
)
def test_a_wrong_call_is_one_line(arguments, said):
    status, out, err = call("check", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.parametrize("code", list(Code))
def test_explain(code):
    status, out, err = call("check", "--explain", code)
    assert (status, err) == (0, "")
    assert out.startswith(f"{code} ({code.severity}): ")
    for title in ("What it means", "Where the rule is", "Which SDKs do it", "How to repair it"):
        assert title in out
    assert max(map(len, out.splitlines())) <= 80


def test_standard_input(monkeypatch):
    for data in (RESTART.read_bytes(), gzip.compress(RESTART.read_bytes())):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status, out, _ = call("check", "-", "--format", "json")
        assert (status, json.loads(out)["findings"][0]["file"]) == (1, "<stdin>")


def test_a_table_of_ones_own(tmp_path):
    table = tmp_path / "own.toml"
    table.write_text(
        """format = 1
[[edition]]
id = "mine"
protocol = "v1.0"
source = "mine"
[[state]]
id = "submitted"
class = "active"
initial = true
wire = { "v1.0" = "TASK_STATE_SUBMITTED" }
[[state]]
id = "completed"
class = "terminal"
wire = { "v1.0" = "TASK_STATE_COMPLETED" }
[[transition]]
trigger = "finish"
from = "submitted"
to = "completed"
""",
        encoding="utf-8",
    )
    lines = [
        {"task": {"id": "t", "status": {"state": "TASK_STATE_SUBMITTED"}}},
        {"statusUpdate": {"taskId": "t", "status": {"state": "TASK_STATE_COMPLETED"}}},
        {"statusUpdate": {"taskId": "t", "status": {"state": "TASK_STATE_WORKING"}}},
    ]
    file = tmp_path / "recording"
    file.write_text("\n".join(map(json.dumps, lines[:2])), encoding="utf-8")
    assert call("check", file, "--table", table, "--fail-on", "note")[0] == 0
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    _, out, _ = call("check", file, "--table", table, "--format", "json")
    assert {f["code"] for f in json.loads(out)["findings"]} >= {"unknown-state", "terminal-left"}


@pytest.mark.parametrize("suffix", ["svg", "dot", "mmd"])
def test_draw(tmp_path, suffix):
    picture = tmp_path / f"path.{suffix}"
    status, _, err = call("check", RESTART, "--draw", picture)
    assert (status, "drew task task-1 over guide-v1.0" in err) == (1, True)
    assert "completed" in picture.read_text(encoding="utf-8")
    status, _, err = call("check", RESTART, "--draw", picture, "--task", "no-such")
    assert (status, "'no-such' is not in the recording" in err) == (2, True)


def test_what_is_not_judged_is_said_in_every_format():
    file = RECORDINGS / "conforms" / "legal-cancel-not-immediate.jsonl"
    assert "1 request" in call("check", file)[1]
    for form in ("json", "junit", "sarif", "github"):
        assert "1 request" in call("check", file, "--format", form)[2]


def test_output_that_cannot_be_encoded_does_not_stop_the_report():
    command = [sys.executable, "-m", "a2a_lifecycle.cli", "check", str(RESTART)]
    run = subprocess.run(command, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert (run.returncode, run.stderr) == (1, b"")
    assert b"terminal-left" in run.stdout


def test_output_is_the_same_whatever_the_hash_seed():
    outputs = set()
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "a2a_lifecycle.cli", "check", *map(str, sorted(RECORDINGS.glob("*/*")))]
        run = subprocess.run(command, capture_output=True, check=False, env={"PYTHONHASHSEED": seed, "PATH": ""})
        outputs.add(run.stdout)
    assert len(outputs) == 1

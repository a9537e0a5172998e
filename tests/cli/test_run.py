import io
import json
import os
import pty
import subprocess
import sys
import time

import pytest

from a2a_lifecycle.cli.main import main
from tests.model.support import OWN_TABLE


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(*argv, stdin="", terminal=False, monkeypatch=None):
    out, err = (Terminal() if terminal else io.StringIO()), io.StringIO()
    if monkeypatch is not None:
        monkeypatch.setattr(sys, "stdin", Terminal(stdin) if terminal else io.StringIO(stdin))
    status = main(["run", *argv], out, err)
    return status, out.getvalue(), err.getvalue()


PATH = """\
guide-v1.0: the guide, protocol v1.0

step  trigger        from               to              actor   clause
1     start          submitted       →  working         agent   G2.1
2     require_input  working         →  input_required  agent   G2.4, G5.2
3     provide_input  input_required  →  working         client  G2.6, G5.2
4     complete       working         →  completed       agent   G2.2, G5.3

The task has ended in completed.
"""


def test_a_path_is_executed_and_each_step_printed():
    assert run("start", "require_input", "provide_input", "complete") == (0, PATH, "")


PENDING = """\
guide-v0.3: the guide, protocol v0.3

step  trigger         from          to          actor   clause
1     start           submitted  →  working     agent   G2.1
2     request_cancel  working    →  (pending)   client  G3.2, G5.3, published
                                                        v1.0 §3.1.5
3     update          working    →  (progress)  agent

The task is in working, a cancel request is pending; allowed: complete, fail, cancel.
"""


def test_a_request_may_stay_pending_and_progress_is_no_transition():
    assert run("--edition", "guide-v0.3", "start", "request_cancel", "update") == (0, PENDING, "")


def test_an_illegal_step_shows_the_steps_before_it_and_says_what_is_allowed():
    status, out, err = run("start", "require_input", "complete", "fail")
    assert status == 1
    assert "2     require_input" in out
    assert "3     " not in out
    assert err == (
        "a2a-lifecycle: step 3: 'complete' is not allowed in input_required; allowed: provide_input, cancel\n"
    )


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (["start", "request_cancel", "require_input"], "step 3: 'require_input' is not allowed in working while"),
        (["start", "complete", "update"], "step 3: no update: the task has ended in completed"),
        (["cancel", "request_cancel"], "step 2: no cancelling: the task has ended in cancelled"),
    ],
)
def test_every_refusal_is_status_1_and_one_line(path, message):
    status, _, err = run(*path)
    assert status == 1
    assert message in err
    assert err.count("\n") == 1


def test_an_unknown_step_is_refused_before_any_is_taken():
    status, out, err = run("start", "conplete")
    assert (status, out) == (2, "")
    assert err == "a2a-lifecycle: step 2: no trigger 'conplete' in guide-v1.0; did you mean 'complete'?\n"


def test_a_step_of_another_edition_is_unknown():
    assert run("--edition", "guide-v0.3", "require_auth")[0] == 2
    assert run("--edition", "guide-v9", "start")[0] == 2


def test_a_table_of_one_s_own(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN_TABLE % "send", encoding="utf-8")
    status, out, _ = run("--table", str(file), "send", "approve")
    assert status == 0
    assert out.startswith("review: review\n")
    assert "The task has ended in published." in out
    assert run("--table", str(file), "send", "request_cancel")[0] == 1
    file.write_text(OWN_TABLE % "fire", encoding="utf-8")
    status, out, err = run("--table", str(file), "fire")
    assert (status, out) == (2, "")
    assert f"{file}: transition 1 (line " in err
    assert "trigger 'fire' is the name of an attribute of Task" in err
    file.write_text("format = 1\n[[edition]]\n", encoding="utf-8")
    assert run("--table", str(file), "send")[0] == 2


def test_json_says_the_same():
    status, out, err = run("--format", "json", "start", "request_cancel", "require_input")
    report = json.loads(out)
    assert status == 1
    assert [step["trigger"] for step in report["steps"]] == ["start", "request_cancel"]
    assert report["steps"][0] == {
        "step": 1, "trigger": "start", "from": "submitted", "to": "working", "actor": "agent", "clause": ["G2.1"],
        "cancel_pending": False,
    }  # fmt: skip
    assert report["state"] == "working"
    assert report["cancel_pending"] is True
    assert report["allowed"] == ["complete", "fail", "cancel"]
    assert report["refused"] in err
    assert json.loads(run("--format", "json", "start")[1])["refused"] is None


def test_a_path_is_read_from_standard_input_when_asked(monkeypatch):
    status, out, _ = run("-", stdin="start\nrequire_input provide_input\ncomplete\n", monkeypatch=monkeypatch)
    assert (status, out) == (0, PATH)
    status, out, err = run("-", stdin=" \n", monkeypatch=monkeypatch)
    assert (status, out) == (2, "")
    assert "standard input holds no step" in err


def test_without_a_path_and_a_terminal_one_line_says_what_to_do(monkeypatch):
    status, out, err = run(monkeypatch=monkeypatch)
    assert (status, out) == (2, "")
    assert err.startswith("a2a-lifecycle: no path to run")
    assert err.count("\n") == 1


def stepping(text, monkeypatch, *argv):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    return run(*argv, stdin=text, terminal=True, monkeypatch=monkeypatch)


STEPPED = """\
guide-v1.0: the guide, protocol v1.0

submitted: the task was created and waits to be processed
  1  start   → working    agent   the agent starts processing
  2  cancel  → cancelled  client  the client cancels before the agent starts
  3  update               agent   the agent reports progress
number or name, q to quit> \n\
working: the agent is executing the task
  1  complete        → completed       agent   the task completes successfully
  2  fail            → failed          agent   execution goes wrong
  3  require_input   → input_required  agent   the agent needs clarification
                                               from the user
  4  require_auth    → auth_required   agent   the agent needs authorization
  5  cancel          → cancelled       client  the agent honours the client's
                                               request, perhaps after its
                                               current operation
  6  request_cancel                    client  the client asks to cancel; the
                                               agent may finish first
  7  update                            agent   the agent reports progress
number or name, q to quit> \n\
step  trigger   from          to         actor  clause
1     start     submitted  →  working    agent  G2.1
2     complete  working    →  completed  agent  G2.2, G5.3

The task has ended in completed.
"""


def test_in_a_terminal_it_steps_through(monkeypatch):
    assert stepping("1\ncomplete\n", monkeypatch) == (0, STEPPED, "")


def test_stepping_ends_when_the_person_or_the_input_does(monkeypatch):
    for text in ("start\nq\n", "start\nquit\n", "start\n", "start"):
        status, out, err = stepping(text, monkeypatch)
        assert (status, err) == (0, "")
        assert out.endswith("The task is in working; allowed: complete, fail, require_input, require_auth, cancel.\n")
    assert stepping("", monkeypatch)[0] == 0


def test_a_wrong_answer_is_told_and_asked_again(monkeypatch):
    status, out, _ = stepping("9\nstrat\ncomplete\n\nstart\nq\n", monkeypatch)
    assert status == 0
    assert "no step '9'; choose 1 to 3" in out
    assert "no step 'strat'; did you mean 'start'?" in out
    assert "'complete' is not allowed in submitted; allowed: start, cancel" in out
    assert "1     start" in out


def test_stepping_offers_a_request_once_and_shows_that_it_is_pending(monkeypatch):
    _, out, _ = stepping("start\nrequest_cancel\ncancel\n", monkeypatch)
    assert out.count("the client asks to cancel") == 1
    assert "a cancel request is pending" in out
    assert out.endswith("The task has ended in cancelled.\n")


def test_in_a_real_terminal():
    program = "import sys; from a2a_lifecycle.cli.main import entry; sys.argv[1:] = ['run']; entry()"
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as child:
        os.close(theirs)
        seen = b""
        for answer, awaited in ((b"1\n", b"to quit>"), (b"1\n", b"require_auth")):
            seen += _read_until(ours, awaited)
            os.write(ours, answer)
        seen += _read_until(ours, b"has ended in completed.")
        assert child.wait(10) == 0
    os.close(ours)
    assert b"\x1b[1" in seen


def _read_until(terminal, awaited, seconds=10.0):
    seen, end = b"", time.monotonic() + seconds
    while awaited not in seen:
        assert time.monotonic() < end, f"no {awaited!r} in {seen!r}"
        seen += os.read(terminal, 4096)
    return seen


def test_input_that_is_no_text_is_one_line(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"start \xff"), encoding="utf-8"))
    assert run("-") == (2, "", "a2a-lifecycle: standard input is no utf-8 text: its byte 7\n")


@pytest.mark.parametrize(
    "command", ["table", "table --format json", "run start", "run --format json start", "prove --format junit"]
)
def test_every_encoding_will_do(command):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    words = [*command.split(), "--edition", "guide-v1.0"]
    done = subprocess.run(
        [sys.executable, "-m", "a2a_lifecycle.cli", *words], capture_output=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    machine_readable = "--format" in words
    assert done.stdout.decode("utf-8" if machine_readable else "ascii")

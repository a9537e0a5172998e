"""The command as a process: its exit status when pipes break, streams are closed, and things go wrong."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.proofs.tables import BUNDLED, transition

COMMAND = [sys.executable, "-m", "a2a_lifecycle.cli"]
FAULT = """
import sys
from a2a_lifecycle.cli import main
def fault(*_):
    raise {error}
main._dispatch = fault
sys.argv[1:] = ["table"]
main.entry()
"""


def shell(line, **options):
    """The statuses of the commands of a pipeline, and what it printed to standard error."""
    script = f'cmd() {{ {sys.executable} -m a2a_lifecycle.cli "$@"; }}; {line}; echo "${{PIPESTATUS[@]}}" >&3'
    ours, theirs = os.pipe()
    done = subprocess.run(
        ["bash", "-c", f"exec 3>&{theirs}; {script}"], capture_output=True, pass_fds=[theirs], check=False, **options
    )
    os.close(theirs)
    with open(ours, "rb") as statuses:
        return [int(status) for status in statuses.read().split()], done.stdout, done.stderr.decode()


def fails_with(error, **environment):
    done = subprocess.run(
        [sys.executable, "-c", FAULT.format(error=error)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def broken(tmp_path):
    file = tmp_path / "broken.toml"
    file.write_text(BUNDLED + transition("reopen", "completed", "working"), encoding="utf-8")
    return file


def test_a_refutation_stays_one_when_nobody_reads_it(broken):
    prove = f"cmd prove --table {broken} --edition guide-v1.0 --theorem terminal_states_are_final"
    for unbuffered in ("", "PYTHONUNBUFFERED=1 "):
        statuses, _, err = shell(f"{unbuffered}{prove} | true")
        assert (statuses, err) == ([1, 0], "")


def test_a_result_that_is_not_known_when_the_pipe_breaks_is_no_success():
    statuses, _, err = shell("cmd table --format json | true")
    assert (statuses, err) == ([141, 0], "")


def test_an_internal_error_is_one_line_and_a_status_of_its_own():
    status, out, err = fails_with('ZeroDivisionError("by\\nnought")')
    assert (status, out) == (70, "")
    assert err.startswith("a2a-lifecycle: internal error: ZeroDivisionError: by\\nnought; please report")
    assert err.count("\n") == 1
    status, _, err = fails_with('ZeroDivisionError("x")', A2A_LIFECYCLE_TRACEBACK="1")
    assert status == 70
    assert "Traceback" in err


def test_an_interrupt_is_status_130():
    assert fails_with("KeyboardInterrupt") == (130, "", "")


@pytest.mark.parametrize("command", ["table", "prove --list", "table --format json", "--help"])
def test_a_full_disk_is_one_line(command):
    statuses, _, err = shell(f"cmd {command} >/dev/full")
    assert (statuses, err) == ([74], "a2a-lifecycle: the output: No space left on device\n")


def test_an_error_that_cannot_be_told_keeps_its_status():
    assert shell("cmd table --edition nowhere 2>/dev/full")[0] == [74]
    assert shell("cmd table --edition nowhere 2>&-") == ([2], b"", "")


def test_closed_streams_are_one_line():
    assert shell("cmd table >&-") == ([74], b"", "a2a-lifecycle: the standard output is closed\n")
    for command in ("cmd run - <&-", "cmd run <&-"):
        statuses, out, err = shell(command)
        assert (statuses, out, err.count("\n")) == ([2], b"", 1)


def test_the_statuses_are_told():
    assert b"70   an internal error" in shell("cmd --help")[1]


IN_A_CALLBACK = """
import ctypes, os, signal, sys, threading, time
from a2a_lifecycle.cli import main, process
def last():
    os.write(1, b"cleared")
def swallowing(*_):
    with process.leaving_on_interrupt(last):
        os.write(1, b"ready")
        for _ in range(1000):
            try:
                time.sleep(0.01)
            except KeyboardInterrupt:
                pass
    return 0
main._dispatch = swallowing
main.entry()
"""


def test_ctrl_c_is_not_swallowed_where_a_library_takes_it():
    with subprocess.Popen([sys.executable, "-c", IN_A_CALLBACK], stdout=subprocess.PIPE) as child:
        assert child.stdout.read(5) == b"ready"
        child.send_signal(signal.SIGINT)
        assert child.wait(8) == 130
        assert child.stdout.read() == b"cleared"


def test_ctrl_c_ends_a_proof_run():
    with subprocess.Popen([*COMMAND, "prove"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        time.sleep(1.5)
        child.send_signal(signal.SIGINT)
        assert child.wait(8) == 130
        assert child.stderr.read() == b""


def test_after_a_proof_run_ctrl_c_is_python_s_again():
    program = IN_A_CALLBACK.replace("range(1000)", "range(1)").replace("return 0", "time.sleep(9)")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as child:
        assert child.stdout.read(5) == b"ready"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        assert child.wait(8) == 130
        assert child.stdout.read() == b""

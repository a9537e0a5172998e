"""What a type checker sees of a task."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tests import needs

USE = """
from a2a_lifecycle.model import Event, Task

task = Task("guide-v1.0")
event: Event = task.start("on it")
task.require_input(if_sequence=event.sequence)
reveal_type(task.provide_input())
"""
MISUSE = """
task.strat()
task.start(7)
task.state = "nonsense"
"""


def check(tmp_path, program):
    # The rooms as a package, wherever they are installed: an editable install is not followed by type checkers.
    rooms = tmp_path / "a2a_lifecycle"
    rooms.mkdir()
    for room in ("spec", "model"):
        (rooms / room).symlink_to(Path(find_spec(f"a2a_lifecycle.{room}").origin).parent)
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file=", "program.py"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout


def test_a_type_checker_sees_the_triggers_and_nothing_else(tmp_path):
    needs.module("mypy", "dev")
    told = check(tmp_path, USE + MISUSE)
    assert "program.py:7: note: Revealed type is" in told
    assert '"Task" has no attribute "strat"' in told
    assert 'Argument 1 to "start" of "Triggers" has incompatible type "int"' in told
    assert 'Property "state" defined in "Task" is read-only' in told
    assert "Found 3 errors" in told

"""`a2a-lifecycle guard`."""

from __future__ import annotations

import logging
import sys

import pytest

from tests import needs
from tests.cli import calls


def call(*argv):
    return calls.call("guard", *argv)


@pytest.mark.parametrize("edition", ["published-v1.0", "guide-v1.0"])
def test_it_shows_the_task_that_comes_back_and_the_one_that_does_not(edition):
    needs.module("uvicorn", "sdk")
    needs.module("a2a.server.tasks.database_task_store", "sdk")
    status, stdout, stderr = call("--edition", edition)
    assert (status, stderr) == (0, "")
    without, guarded = stdout.split("With the guard")
    assert "stored as: TASK_STATE_WORKING" in without
    assert "stored as: TASK_STATE_COMPLETED" in guarded
    assert "refused: terminal-left, 1 time" in guarded
    assert logging.root.manager.disable == logging.NOTSET


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "a2a" or "conformance.guard" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "a2a", None)
    status, stdout, stderr = call()
    assert (status, stdout) == (2, "")
    assert stderr.count("\n") == 1
    assert "pip install 'a2a-lifecycle[sdk]'" in stderr


def test_a_table_the_sdk_has_no_states_for_is_refused_in_one_line(tmp_path):
    needs.module("uvicorn", "sdk")
    needs.module("a2a.server.tasks.database_task_store", "sdk")
    table = tmp_path / "own.toml"
    table.write_text(
        'format = 1\n[[edition]]\nid = "own"\nprotocol = "v1.0"\nsource = "own"\n'
        '[[state]]\nid = "open"\nclass = "active"\ninitial = true\n[[state]]\nid = "done"\nclass = "terminal"\n'
        '[[transition]]\ntrigger = "finish"\nfrom = "open"\nto = "done"\n'
    )
    status, stdout, stderr = call("--table", str(table))
    assert (status, stdout) == (2, "")
    assert "own has no way to a terminal state" in stderr

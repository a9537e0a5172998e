"""The pytest plugin, in a pytest of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

HEAD = """
    import asyncio, pytest

    def event(state, kind="statusUpdate"):
        key = "id" if kind == "task" else "taskId"
        return {kind: {key: "t", "status": {"state": f"TASK_STATE_{state}"}}}

    LEGAL = [event("SUBMITTED", "task"), event("WORKING"), event("COMPLETED")]
"""


def run(tmp_path, body):
    (tmp_path / "test_it.py").write_text(textwrap.dedent(HEAD) + textwrap.dedent(body))
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers", "test_it.py"]
    environment = {**os.environ, "COLUMNS": "100"}
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment).stdout


def test_it_passes_what_is_right_and_fails_what_is_wrong(tmp_path):
    out = run(
        tmp_path,
        """
        def test_legal(a2a_recorder):
            assert [e for e in a2a_recorder.through(LEGAL)] == LEGAL

        def test_violates(a2a_recorder):
            for e in [*LEGAL, event("WORKING")]:
                a2a_recorder.record(e)

        def test_nothing(a2a_recorder):
            pass

        def test_deviates(a2a_recorder):
            list(a2a_recorder.through([LEGAL[0], LEGAL[2]]))

        @pytest.mark.a2a(fail_on="deviation")
        def test_deviates_strictly(a2a_recorder):
            list(a2a_recorder.through([LEGAL[0], LEGAL[2]]))

        @pytest.mark.a2a(edition="guide-v1.0")
        def test_deviates_from_one_edition(a2a_recorder):
            list(a2a_recorder.through([LEGAL[0], LEGAL[2]]))

        def test_fails_by_itself(a2a_recorder):
            assert not "its own reason"

        def test_changes_its_object(a2a_recorder):
            task = event("COMPLETED", "task")
            a2a_recorder.record(task)
            task["task"]["status"]["state"] = "TASK_STATE_WORKING"
            a2a_recorder.record(task)

        def test_asynchronous(a2a_recorder):
            async def stream():
                for e in [*LEGAL, event("FAILED")]:
                    yield e

            async def read():
                return [e async for e in a2a_recorder.through_async(stream())]

            assert len(asyncio.run(read())) == 4

        def test_without():
            pass
        """,
    )
    assert "3 passed, 7 failed" in out.replace("7 failed, 3 passed", "3 passed, 7 failed"), out
    passed = {"test_legal", "test_deviates", "test_without"}
    for name in passed:
        assert f"test_it.py::{name} " not in out.partition("short test summary")[2]
    assert "terminal-left" in out
    assert "The task was completed at event 3" in out
    assert "There is no task in it" in out
    assert "its own reason" in out


def test_a_wrong_marker_is_said(tmp_path):
    out = run(
        tmp_path,
        """
        @pytest.mark.a2a(edishun="guide-v1.0")
        def test_it(a2a_recorder):
            a2a_recorder.record(LEGAL[0])
        """,
    )
    assert "edishun" in out
    assert "1 error" in out


def test_loading_the_plugin_is_cheap():
    code = "import sys, a2a_lifecycle.conformance.pytest_plugin; print([m for m in sys.modules if 'msgspec' in m])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_importing_conformance_imports_nothing_heavy():
    heavy = "z3", "transitions", "graphviz", "pytest"
    code = f"import sys, a2a_lifecycle.conformance.checking; print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"

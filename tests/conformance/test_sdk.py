"""An agent of the real a2a-sdk that goes on after the end is caught: over HTTP, and in what its executor sends."""

from __future__ import annotations

import asyncio

import pytest

from a2a_lifecycle.conformance import Severity, Verdict, check
from tests import needs

EXAMPLE = "examples/restarts_a_completed_task.py"


@pytest.fixture(scope="module")
def example():
    needs.module("a2a.server.agent_execution", "sdk")
    needs.module("httpx", "sdk")
    from examples import restarts_a_completed_task

    return restarts_a_completed_task


def test_an_executor_that_enqueues_completed_and_then_working_is_caught(example):
    lines, events = asyncio.run(example.record(restart=True))
    for recorded in (lines, events):
        report = check(recorded)
        assert report.verdict is Verdict.VIOLATES
        assert [str(f.code) for f in report.findings if f.severity is not Severity.NOTE] == ["terminal-left"]


def test_one_that_ends_once_conforms(example):
    lines, events = asyncio.run(example.record(restart=False))
    for recorded in (lines, events):
        report = check(recorded)
        assert (report.verdict, report.tasks, report.findings) == (Verdict.CONFORMS, 1, ())

"""A pytest plugin: a test records what its agent emits, and fails where that is against the table.

    def test_agent(a2a_recorder):
        for event in run_the_agent():
            a2a_recorder.record(event)

The test fails, after its own body has passed, with the findings as the message. A test that takes the fixture and
records no task fails, too: nothing was checked. `@pytest.mark.a2a(edition="guide-v1.0", fail_on="deviation")` says what
to hold the events against and from which severity on to fail.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.findings import Report

Event = TypeVar("Event")


class Recorder:
    """Records events, in the order in which a client gets them.

    Parameters:
        edition: the edition to check against alone, or None.
        table: the file of a table of your own, or None.
        fail_on: from this severity on the test fails: `violation`, `deviation` or `note`.
    """

    def __init__(self, edition: str | None = None, table: str | None = None, fail_on: str = "violation") -> None:
        self._edition, self._table, self._fail_on = edition, table, fail_on
        self._events: list[Any] = []

    def record(self, event: Event) -> Event:
        """Record `event`, in any form that `check` takes, and give it back."""
        from a2a_lifecycle.conformance.objects import as_document

        # Agents reuse and change their objects: what counts is what the event was when it was sent.
        document = as_document(event)
        self._events.append(_copied(document))
        return event

    def through(self, events: Iterable[Event]) -> Iterator[Event]:
        """`events`, each recorded as it passes."""
        for event in events:
            yield self.record(event)

    async def through_async(self, events: AsyncIterable[Event]) -> AsyncIterator[Event]:
        """`events` of an asynchronous stream, each recorded as it passes."""
        async for event in events:
            yield self.record(event)

    def report(self) -> Report:
        """What the events recorded so far come to."""
        from a2a_lifecycle.conformance import check
        from a2a_lifecycle.spec import load

        return check(self._events, table=load(self._table) if self._table else None, edition=self._edition)

    def verify(self) -> None:
        """Fail the test where the events are against the table, or hold no task; events can be recorded afterwards."""
        from a2a_lifecycle.conformance import Severity
        from a2a_lifecycle.conformance.reports import FORMATS, Options

        report = self.report()
        fail_on = Severity[self._fail_on.upper()]
        if report.exit_status(fail_on):
            text = "\n".join(FORMATS["text"](report, Options(fail_on=fail_on)))
            pytest.fail(f"what the agent sent is against the A2A task lifecycle:\n{text}", pytrace=False)


def _copied(document: Any) -> Any:
    from copy import deepcopy

    return deepcopy(document) if isinstance(document, (dict, list)) else document


@pytest.fixture
def a2a_recorder(request: pytest.FixtureRequest) -> Recorder:
    """Records what the test's agent emits; fails the test on a violation, or if no task was recorded."""
    marker = request.node.get_closest_marker("a2a")
    try:
        return Recorder(**(marker.kwargs if marker is not None else {}))
    except TypeError as error:
        raise pytest.UsageError(f"@pytest.mark.a2a: {error}") from None


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "a2a(edition, table, fail_on): what a2a_recorder holds the events against")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Once the test's own body has passed, look at what it recorded."""
    result = yield
    recorder = getattr(item, "funcargs", {}).get("a2a_recorder")
    if isinstance(recorder, Recorder):
        recorder.verify()
    return result

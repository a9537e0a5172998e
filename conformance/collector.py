"""Gathers what a check finds, within bounds."""

from __future__ import annotations

import sys
from collections import Counter

from a2a_lifecycle.conformance.codes import Code, Severity
from a2a_lifecycle.conformance.findings import Finding, Path, Place, Report

MAX_FINDINGS = 100_000
"""So many findings are kept; the rest is counted."""

MAX_PATHS = 20
"""Of so many tasks it is kept what they did; and of tasks with a finding, of ten times as many."""

MAX_STATES = 200
"""So many states of a path are kept."""


class Trail:
    """What one task did, while it is followed."""

    __slots__ = ("cut", "file", "states", "task")

    def __init__(self, task: str, file: str | None) -> None:
        self.task, self.file, self.cut = task, file, False
        self.states: list[str] = []

    def add(self, state: str) -> None:
        """The task is in `state` now."""
        if not self.states or self.states[-1] != state:
            if len(self.states) == MAX_STATES:
                self.cut = True
                del self.states[-1]
            self.states.append(state)


class Collector:
    """The findings and the paths of one check.

    Parameters:
        alone: whether one edition alone was asked for, so that what is outside the table is a violation.
        max_findings: so many findings are kept.
        follow: the id of a task to follow whatever the number of tasks, or None.
    """

    def __init__(self, *, alone: bool = False, max_findings: int = MAX_FINDINGS, follow: str | None = None) -> None:
        self._alone, self._max, self._follow = alone, max_findings, follow
        self._findings: list[tuple[int, int, int, Finding]] = []
        self._counts: Counter[tuple[Code, Severity]] = Counter()
        self._trails: dict[tuple[int, str], Trail] = {}
        self.follows_first = sys.maxsize if follow is not None else MAX_PATHS
        """Until a recording has had so many tasks, any new one might be followed."""
        self.not_judged: dict[str, int] = {}
        self.tasks = 0
        self.events = 0
        self.files: list[str] = []
        """The recordings, as they were named."""

    def find(
        self,
        code: Code,
        place: Place,
        message: str,
        *,
        recording: int = 0,
        task: str | None = None,
        from_state: str | None = None,
        to_state: str | None = None,
        earlier: Place | None = None,
    ) -> None:
        """Add a finding about recording number `recording`; see `Finding` for the other parameters."""
        severity = Severity.VIOLATION if self._alone and code.about_the_table else code.severity
        self._counts[code, severity] += 1
        if len(self._findings) < self._max:
            finding = Finding(code, severity, place, task, from_state, to_state, message, earlier)
            self._findings.append((recording, place.line or 1 << 62, len(self._findings), finding))

    def trail(self, task: str, recording: int, *, wanted: bool = False) -> Trail | None:
        """Where to note what `task` does, or None where enough tasks are followed.

        Parameters:
            wanted: whether there is a finding about it.
        """
        trail = self._trails.get((recording, task))
        if trail is None and (len(self._trails) < (MAX_PATHS * 10 if wanted else MAX_PATHS) or task == self._follow):
            file = self.files[recording] if self.files else None
            trail = self._trails[recording, task] = Trail(task, file)
        return trail

    def known_trail(self, task: str, recording: int) -> Trail | None:
        """Where it is noted what `task` does, if it is followed."""
        return self._trails.get((recording, task))

    def report(self) -> Report:
        """All that was found, in the order of the recordings and their lines."""
        return Report(
            tasks=self.tasks,
            events=self.events,
            findings=tuple(finding for *_, finding in sorted(self._findings, key=lambda found: found[:3])),
            counts=dict(self._counts),
            not_judged=dict(self.not_judged),
            paths=tuple(Path(t.task, t.file, tuple(t.states), t.cut) for t in self._trails.values() if t.states),
            files=tuple(self.files),
        )

"""What a check gives back: its findings and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from a2a_lifecycle.conformance.codes import Code, Severity, Verdict


class Place(NamedTuple):
    """Where an event begins.

    Attributes:
        file: the recording, as it was named; None for events that came from no file.
        line: the line in it, from 1; for events handed over in Python, the how-manieth it is; None for the whole file.
    """

    file: str | None
    line: int | None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file and self.line else self.file or f"event {self.line}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is to be said of a recording.

    Attributes:
        code: which kind.
        severity: how grave; by the code, graver where one edition alone was asked for.
        place: where the event begins that it is about.
        task: the task's id, or None.
        from_state: the state before, an id of the table, or None.
        to_state: the state it was about; an id of the table, or the value as it came where it is none; or None.
        message: what is wrong, in sentences.
        earlier: the place of the event it stands against, such as the terminal one, or None.
    """

    code: Code
    severity: Severity
    place: Place
    task: str | None
    from_state: str | None
    to_state: str | None
    message: str
    earlier: Place | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """What one task did.

    Attributes:
        task: its id.
        file: the recording it is in.
        states: the states it went through, without repetitions; values that are no state as they came.
        cut: whether states between the first ones and the last were left out.
    """

    task: str
    file: str | None
    states: tuple[str, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """All that a check found.

    Attributes:
        tasks: how many tasks there were.
        events: how many events of tasks were judged: whole tasks, status updates and artifact updates.
        findings: by recording, then by line.
        counts: how many of each (code, severity) were found, also of those beyond the limit.
        not_judged: what was recognised and carries no state, and how often: requests, messages, error answers.
        paths: what the first tasks did.
        files: the recordings, as they were named.
    """

    tasks: int
    events: int
    findings: tuple[Finding, ...]
    counts: Mapping[tuple[Code, Severity], int]
    not_judged: Mapping[str, int] = field(default_factory=dict)
    paths: tuple[Path, ...] = ()
    files: tuple[str, ...] = ()

    def count(self, severity: Severity) -> int:
        """How many findings of `severity` there are."""
        return sum(number for (_, found), number in self.counts.items() if found is severity)

    @property
    def left_out(self) -> int:
        """How many findings were counted and not kept, for there were too many."""
        return Counter(self.counts).total() - len(self.findings)

    @property
    def verdict(self) -> Verdict:
        """What the recording came to."""
        if not self.tasks:
            return Verdict.UNCHECKED
        if self.count(Severity.VIOLATION):
            return Verdict.VIOLATES
        return Verdict.DEVIATES if self.count(Severity.DEVIATION) else Verdict.CONFORMS

    def exit_status(self, fail_on: Severity = Severity.VIOLATION) -> int:
        """0 below `fail_on`, 1 at or above it, 2 if anything was unreadable or nothing was checked."""
        if self.count(Severity.ERROR) or not self.tasks:
            return 2
        return int(any(found >= fail_on for _, found in self.counts))

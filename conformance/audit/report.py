"""What an audit gives back: what was counted, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from a2a_lifecycle.conformance.codes import Code, Severity, Verdict


@dataclass(frozen=True, slots=True)
class Pair:
    """Steps of one kind, counted.

    Attributes:
        from_state: the state before; None where it is not known, or nothing was before.
        to_state: the state after, or the value as it came where it is none; None where there is none.
        opening: whether nothing was before: they are the first events of their tasks.
        kind: `status` for status updates, `task` for whole Tasks, `artifact` for artifact updates.
        events: how many there are.
        findings: what `check` finds in each.
        severity: the gravest of the findings, or None.
        step_severity: the gravest of those about the step itself, not about how the value is written, or None.
    """

    from_state: str | None
    to_state: str | None
    opening: bool
    kind: str
    events: int
    findings: tuple[Code, ...]
    severity: Severity | None
    step_severity: Severity | None


@dataclass(frozen=True, slots=True)
class Count:
    """Findings of one code.

    Attributes:
        code: which kind.
        severity: how grave.
        count: how many findings there are, as `check` would count them.
        by_pair: (from, to) → how many of them.
    """

    code: Code
    severity: Severity
    count: int
    by_pair: Mapping[tuple[str | None, str | None], int]


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """One event of an example.

    Attributes:
        order: where it stands: the values of the order columns.
        state: the state it gives, or the value as it came; None for an artifact update and where there is none.
        kind: as in `Pair`.
        findings: what `check` finds in it.
        severity: the gravest of them, or None.
        repeats: how many more events like it follow at once.
    """

    order: tuple[object, ...]
    state: str | None
    kind: str
    findings: tuple[Code, ...]
    severity: Severity | None
    repeats: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A task that does not conform.

    Attributes:
        task: its id.
        violations: how many of its events are violations.
        deviations: how many are deviations, and no violations.
        steps: what it did; repeated updates are one step.
        cut: how many events more it has than are shown.
    """

    task: str
    violations: int
    deviations: int
    steps: tuple[ExampleStep, ...]
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Numbers:
    """What an audit counted.

    Attributes:
        tasks: how many tasks there are.
        conforming: how many of them have no violation and no deviation.
        violating: how many of them have a violation.
        events: how many events were judged.
        ties: how many events share their order with the one before them in their task.
        unusable: how many rows say nothing that can be judged: no task, no order, no A2A object.
        counts: by severity, then code.
        pairs: in the order of the states in the table.
        endings: state → how many tasks end in it; None: in no known state.
    """

    tasks: int
    conforming: int
    violating: int
    events: int
    ties: int
    unusable: int
    counts: tuple[Count, ...]
    pairs: tuple[Pair, ...]
    endings: Mapping[str | None, int]


@dataclass(frozen=True, slots=True)
class Report(Numbers):
    """What an audit found: its numbers, and what they are of.

    Attributes:
        log: what was audited, as it was named.
        engine: what it ran on.
        columns: role → the column it was read from; empty for raw protocol events.
        edition: the edition it was held against alone, or None.
        examples: the worst tasks, worst first.
    """

    log: str
    engine: str
    columns: Mapping[str, tuple[str, ...]]
    edition: str | None
    examples: tuple[Example, ...]

    @property
    def verdict(self) -> Verdict:
        """What the log comes to; errors aside."""
        if not self.tasks:
            return Verdict.UNCHECKED
        if self.violating:
            return Verdict.VIOLATES
        return Verdict.CONFORMS if self.conforming == self.tasks else Verdict.DEVIATES

    @property
    def share(self) -> float | None:
        """The share of the tasks that conform, from 0 to 1; None where there is none."""
        return self.conforming / self.tasks if self.tasks else None

    def exit_status(self, fail_on: Severity = Severity.VIOLATION) -> int:
        """0 below `fail_on`, 1 at or above it, 2 if anything was unreadable or nothing was audited, as for `check`."""
        if not self.tasks or any(count.severity is Severity.ERROR for count in self.counts):
            return 2
        return int(any(count.severity >= fail_on for count in self.counts))

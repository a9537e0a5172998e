"""What `check` says of every value and of every step there can be, laid out so that an engine can look it up.

Nothing is decided here: each question is put to the core of `check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from a2a_lifecycle.conformance.codes import Code, Severity
from a2a_lifecycle.conformance.names import Reading
from a2a_lifecycle.conformance.rulebook import Rulebook
from a2a_lifecycle.conformance.rules import Standard
from a2a_lifecycle.conformance.shapes import Dialect
from a2a_lifecycle.spec import Table

VALUE_CODES = (None, Code.GUIDE_SPELLING, Code.MISSPELT_STATE, Code.UNKNOWN_STATE)
"""What can be wrong with a value that says something of a state; None: nothing."""

DIALECTS = (Dialect.V1, Dialect.V03_BINDING)
"""The dialects that the values of a table are read in: v1.0 and v0.3, names of every binding and numbers alike."""


@dataclass(frozen=True, slots=True)
class Event:
    """What an event says.

    Attributes:
        dialect: what it is written in.
        state: the state's id, or None where it names none.
        code: what is wrong with the value itself, if anything.
        snapshot: whether a whole Task says it, not a status update.
    """

    dialect: Dialect
    state: str | None
    code: Code | None
    snapshot: bool = False


@dataclass(frozen=True, slots=True)
class Before:
    """What was before an event.

    Attributes:
        state: the state's id, or None where it is not known.
        opening: whether nothing was before: the event is the first of its task.
    """

    state: str | None
    opening: bool = False


class Rules:
    """The rules of one audit.

    Parameters:
        table: the table.
        edition: the edition to audit against alone; raises `NoSuchEditionError`.
        kinds: whether the log tells whole Tasks from status updates. Where it does not, the first row of a task counts
            as the Task itself, so that no task seems to begin late.
    """

    def __init__(self, table: Table, edition: str | None = None, *, kinds: bool = True) -> None:
        self.rulebook, self.kinds = Rulebook(table, edition), kinds

    @cached_property
    def terminal(self) -> frozenset[str]:
        """The states that a task never leaves."""
        return frozenset(state for standard in self.rulebook.standards.values() for state in standard.terminal)

    def severity(self, code: Code) -> Severity:
        """How grave `code` is here."""
        return Severity.VIOLATION if self.rulebook.alone and code.about_the_table else code.severity

    def value(self, dialect: Dialect, raw: object) -> Event:
        """What `raw` says, in a status update."""
        reading: Reading = self.rulebook.names[dialect].read(raw)
        return Event(dialect, reading.state, reading.code)

    def events(self) -> Iterator[Event]:
        """Every event that can come of a value."""
        for dialect in DIALECTS:
            for state in (*self._standard(dialect).states, None):
                for code in (*VALUE_CODES, Code.UNSPECIFIED_STATE):
                    yield from (Event(dialect, state, code, snapshot) for snapshot in (False, True))

    def judge(self, before: Before, event: Event) -> tuple[Code, ...]:
        """What `check` finds when `event` follows `before`; `outside-guide`, which it says once a task, each time."""
        standard = self._standard(event.dialect)
        found: list[Code] = []
        snapshot = event.snapshot or (before.opening and not self.kinds)
        if before.opening and not snapshot:
            found.append(Code.LATE_START)
        step = self._step(standard, before.state, event)
        if step is not None:
            found.append(step)
        if event.code is not None:
            found.append(event.code)
        if event.state is not None and standard.outside(event.state):
            found.append(Code.OUTSIDE_GUIDE)
        return tuple(found)

    def _step(self, standard: Standard, source: str | None, event: Event) -> Code | None:
        if event.code is Code.UNSPECIFIED_STATE:
            return None
        if event.state is None:
            return Code.TERMINAL_LEFT if source in standard.terminal else None
        return standard.judge(source, event.state, snapshot=event.snapshot)

    def judge_artifact(self, before: Before) -> tuple[Code, ...]:
        """What `check` finds when an artifact update follows `before`."""
        if before.opening:
            return (Code.LATE_START,)
        return (Code.ARTIFACT_AFTER_TERMINAL,) if before.state in self.terminal else ()

    def _standard(self, dialect: Dialect) -> Standard:
        return self.rulebook.standards[dialect]

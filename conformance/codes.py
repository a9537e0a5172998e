"""What a finding can be: its code, and how grave each code is."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Severity(IntEnum):
    """How grave a finding is; the order is the order of `--fail-on`.

    `violation`: a stated rule of the published protocol is broken. `deviation`: outside the guide's table, but no
    stated rule forbids it. `error`: the input could not be read, or held nothing to check.
    """

    NOTE = 1
    DEVIATION = 2
    VIOLATION = 3
    ERROR = 4

    def __str__(self) -> str:
        return self.name.lower()


class Verdict(StrEnum):
    """What a recording came to: the gravest of its findings, errors aside."""

    CONFORMS = "conforms"
    DEVIATES = "deviates"
    VIOLATES = "violates"
    UNCHECKED = "unchecked"


class Code(StrEnum):
    """The kinds of finding. `explanations.toml` says of each what it means and how to repair it."""

    TERMINAL_LEFT = "terminal-left"
    ARTIFACT_AFTER_TERMINAL = "artifact-after-terminal"
    TERMINAL_REPEATED = "terminal-repeated"
    NOT_IN_TABLE = "not-in-table"
    NOT_REACHABLE = "not-reachable"
    UNKNOWN_STATE = "unknown-state"
    UNSPECIFIED_STATE = "unspecified-state"
    MISSPELT_STATE = "misspelt-state"
    OUTSIDE_GUIDE = "outside-guide"
    FINAL_FLAG = "final-flag"
    GUIDE_SPELLING = "guide-spelling"
    LATE_START = "late-start"
    NOT_FINISHED = "not-finished"
    CANCEL_UNANSWERED = "cancel-unanswered"
    UNREADABLE = "unreadable"
    NO_TASKS = "no-tasks"

    @property
    def severity(self) -> Severity:
        """How grave it is where no single edition is asked for."""
        return _SEVERITY.get(self, Severity.DEVIATION)

    @property
    def about_the_table(self) -> bool:
        """Whether it says that something is outside the table: a violation where one edition alone is asked for."""
        return self in _ABOUT_THE_TABLE


_SEVERITY = {
    Code.TERMINAL_LEFT: Severity.VIOLATION,
    Code.ARTIFACT_AFTER_TERMINAL: Severity.VIOLATION,
    Code.GUIDE_SPELLING: Severity.NOTE,
    Code.LATE_START: Severity.NOTE,
    Code.NOT_FINISHED: Severity.NOTE,
    Code.CANCEL_UNANSWERED: Severity.NOTE,
    Code.UNREADABLE: Severity.ERROR,
    Code.NO_TASKS: Severity.ERROR,
}

_ABOUT_THE_TABLE = frozenset(
    {Code.NOT_IN_TABLE, Code.NOT_REACHABLE, Code.OUTSIDE_GUIDE, Code.UNKNOWN_STATE, Code.UNSPECIFIED_STATE}
)

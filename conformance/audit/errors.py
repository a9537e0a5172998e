"""One exception class per way an audit cannot be made, each with the one clear line a person needs."""

from __future__ import annotations

from collections.abc import Collection


class AuditError(Exception):
    """An audit that cannot be made: its text is the line to print; the exit status is 2."""


class LogError(AuditError):
    """The log cannot be read.

    Attributes:
        log: the log, as it was named, without a password.
        reason: what is wrong, and what would be right.
    """

    def __init__(self, log: str, reason: str) -> None:
        self.log, self.reason = log, reason
        super().__init__(f"{log}: {reason}")


class ColumnError(LogError):
    """A column is missing, of a type that cannot be used, or one of several it could be.

    Attributes:
        role: what the column was to say: `task`, `order`, `state`, `kind` or `protocol`.
        columns: the columns the log has.
    """

    def __init__(self, log: str, role: str, reason: str, columns: Collection[str]) -> None:
        self.role, self.columns = role, tuple(columns)
        super().__init__(log, reason)


class EngineError(AuditError):
    """The engine cannot be started, or cannot read this kind of log."""


class MissingExtraError(EngineError):
    """A module is not installed that an extra brings.

    Attributes:
        extra: the extra's name.
    """

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{what} needs more than the plain install: pip install 'a2a-lifecycle[{extra}]'")

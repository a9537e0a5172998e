"""One exception class per way a table can be wrong, each carrying its datum.

All are `TableError`; their text is the one clear line a person needs: file, line, row, what is wrong, what would be
right.
"""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import Any


def shown(value: object, limit: int = 60) -> str:
    """`value` as a message may show it: in one line, not longer than `limit` characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or a table nested a thousand deep
        return "too large to show"
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def suggestion(wrong: object, right: Collection[str]) -> str:
    """What to write instead of `wrong`: the closest of `right`, or all of them."""
    # Nothing so long is a misspelling, and to compare it takes long.
    is_short = isinstance(wrong, str) and len(wrong) <= _LONGEST_NAME
    close = get_close_matches(str(wrong), sorted(right), n=1, cutoff=0.6) if is_short else []
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known: {', '.join(sorted(right))}" if right else "there is none"


_LONGEST_NAME = 200


class PortableError(Exception):
    """An error that can be copied and pickled, with its attributes: so it leaves a process as it was raised there.

    An exception is otherwise made again from its text alone, which a class that takes more than a text refuses.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(kind: type[PortableError], args: tuple[object, ...], attributes: dict[str, object]) -> PortableError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(attributes)
    return error


class TableError(PortableError, ValueError):
    """A table that cannot be loaded.

    Attributes:
        file: the table's file, as it was named.
        line: the line in it, from 1, or None where there is no one line.
        row: the row, such as `transition 3`, or None.
        reason: what is wrong, and what would be right.
    """

    def __init__(self, reason: str, *, file: str, line: int | None = None, row: str | None = None) -> None:
        self.file, self.line, self.row, self.reason = file, line, row, reason
        place = f"{file}:{line}" if line is not None else file
        super().__init__(f"{place}: {row}: {reason}" if row else f"{place}: {reason}")


class UnreadableTableError(TableError):
    """The file is not there, is no regular UTF-8 text, or cannot be read."""


class SyntaxTableError(TableError):
    """The text is not TOML."""


class UnknownColumnError(TableError):
    """A row has a column the schema does not know, or the file a section it does not know."""


class MissingColumnError(TableError):
    """A row lacks a column it must have, or the file a section it must have."""


class ColumnTypeError(TableError):
    """A column holds a value of the wrong type, or one outside its list of values."""


class UndefinedNameError(TableError):
    """A row names a state or an edition that is not there."""


class DuplicateRowError(TableError):
    """Two rows give the same edition, the same state in one edition, or the same edge in one edition."""


class InitialStateError(TableError):
    """An edition has no initial state, or two."""


class FallbackStateError(TableError):
    """An edition has two fallback states."""


class BasisError(TableError):
    """A row has no basis, or two, for an edition it is in."""


class CancelColumnError(TableError):
    """`deferrable` stands on some rows of a trigger and not on the others, or on rows of two triggers."""


class WireNameError(TableError):
    """One wire name or number stands for two states in one protocol version, or a state has none where it must."""


class NoSuchEditionError(PortableError, LookupError):
    """An edition was asked for that the table does not have.

    Attributes:
        edition: the id asked for.
        known: the ids there are.
    """

    def __init__(self, edition: str, known: Collection[str]) -> None:
        self.edition, self.known = edition, tuple(known)
        super().__init__(f"no edition {shown(edition)} in the table; {suggestion(edition, known)}")


class NoSuchStateError(PortableError, LookupError):
    """A state was asked for that the edition does not have.

    Attributes:
        state: the id asked for.
        known: the ids there are.
    """

    def __init__(self, state: str, known: Collection[str]) -> None:
        self.state, self.known = state, tuple(known)
        super().__init__(f"no state {shown(state)} in this edition; {suggestion(state, known)}")

"""Reads a table: text to rows, refusing all that is malformed before anything runs.

A table that is well formed and wrong (a way out of a terminal state, a trap, a state out of reach, a trigger with two
targets) loads: to refute it is the proofs' part.
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from os import PathLike, fspath
from types import MappingProxyType
from typing import Any

from a2a_lifecycle.spec import errors
from a2a_lifecycle.spec.lines import Lines
from a2a_lifecycle.spec.rows import Origin, State, Text, Transition
from a2a_lifecycle.spec.schema import FORMAT, SECTIONS
from a2a_lifecycle.spec.table import EditionRow, Table
from a2a_lifecycle.spec.wellformed import Rows

BUNDLED = "task.toml"
"""The name of the table this package ships."""


def load(file: str | PathLike[str] | None = None) -> Table:
    """The table in `file`, or the one this package ships.

    Raises:
        TableError: the table is malformed; its subclasses say how, and it carries file, line and row.
    """
    if file is None:
        return _bundled()
    name = fspath(file)
    try:
        raw = _bytes_of(name)
    except errors.TableError:
        raise
    except (OSError, ValueError) as error:
        raise errors.UnreadableTableError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", file=name
        ) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise errors.UnreadableTableError("is not UTF-8 text", file=name, line=line) from None
    return loads(text, file=name)


_LONGEST = 64 * 2**20
"""The most bytes a table may have."""

_STREAMS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Where the names of a process's own streams begin, which may be pipes; another pipe may never have a writer."""


def _bytes_of(name: str) -> bytes:
    mode = os.stat(name).st_mode
    piped = stat.S_ISFIFO(mode) and name.startswith(_STREAMS)
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or piped):
        raise errors.UnreadableTableError("is no regular file", file=name)
    with open(name, "rb") as file:
        raw = file.read(_LONGEST + 1)
    if len(raw) > _LONGEST:
        raise errors.UnreadableTableError("is longer than any table: 64 MB", file=name)
    return raw


@cache
def _bundled() -> Table:
    text = files("a2a_lifecycle.spec").joinpath(BUNDLED).read_text(encoding="utf-8")
    return loads(text, file=BUNDLED, bundled=True)


def loads(text: str, *, file: str = "<text>", bundled: bool = False) -> Table:
    """The table that `text` holds.

    Parameters:
        text: TOML.
        file: what to call it in messages.
        bundled: whether claims about the guide alone are to be asked of it.

    Raises:
        TableError: as `load`.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(error, text, file) from None
    except ValueError:
        raise errors.SyntaxTableError("holds a number of too many digits", file=file) from None
    except RecursionError:
        raise errors.SyntaxTableError("is nested too deep to be a table", file=file) from None
    reader = _Reader(data, text, file)
    editions = tuple(reader.editions())
    states = tuple(reader.states(tuple(row.id for row in editions)))
    transitions = tuple(reader.transitions(tuple(row.id for row in editions)))
    Rows(editions, states, transitions, file, reader.lines).check()
    return Table(file, editions, states, transitions, bundled)


def _syntax_error(error: tomllib.TOMLDecodeError, text: str, file: str) -> errors.SyntaxTableError:
    # The reader's message ends in its own "(at line 3, column 7)"; ours begins with the place.
    reason, _, place = str(error).partition(" (at ")
    digits = "".join(c if c.isdigit() else " " for c in place).split()
    line = int(digits[0]) if digits else text.count("\n") + 1
    return errors.SyntaxTableError(f"is not TOML: {reason[0].lower()}{reason[1:]}", file=file, line=line)


def _text(value: Any, default: str) -> Text:
    if value is None:
        return Text(default, default)
    if isinstance(value, str):
        return Text(value, value)
    return Text(value["en"], value.get("zh", value["en"]))


def _names(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


class _Reader:
    """The sections of one file, each row checked against the schema before it is taken."""

    def __init__(self, data: dict[str, Any], text: str, file: str) -> None:
        self._data, self._file = data, file
        self.lines = Lines(text, {key: len(rows) if isinstance(rows := data.get(key), list) else 0 for key in SECTIONS})
        for key in data:
            if key not in SECTIONS and key != "format":
                hint = errors.suggestion(key, ["format", *SECTIONS])
                raise errors.UnknownColumnError(
                    f"unknown section {errors.shown(key)}; {hint}", file=file, line=self.lines.top(key)
                )
        if "format" not in data:
            raise errors.MissingColumnError(f"the file does not say `format = {FORMAT}`", file=file)
        if data["format"] != FORMAT or isinstance(data["format"], bool):
            reason = f"format {errors.shown(data['format'])} is not known; this version reads `format = {FORMAT}`"
            raise errors.ColumnTypeError(reason, file=file, line=self.lines.top("format"))

    def _rows(self, section: str) -> Iterator[tuple[Origin, dict[str, Any]]]:
        rows = self._data.get(section)
        if rows is None or rows == []:
            raise errors.MissingColumnError(f"there is no [[{section}]]", file=self._file)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise errors.ColumnTypeError(
                f"{section!r} must be a list of tables, each under a [[{section}]] header",
                file=self._file,
                line=self.lines.top(section),
            )
        for number, row in enumerate(rows, start=1):
            self._check(section, number, row)
            yield Origin(section, number, self.lines.row(section, number)), row

    def _check(self, section: str, number: int, row: dict[str, Any]) -> None:
        columns, label = SECTIONS[section], f"{section} {number}"
        for name, value in row.items():
            if name in columns and columns[name].kind.accepts(value):
                continue
            line = self.lines.column(section, number, name)  # here alone, for the search takes longer than the rest
            if name not in columns:
                reason = f"unknown column {errors.shown(name)}; {errors.suggestion(name, columns.keys())}"
                raise errors.UnknownColumnError(reason, file=self._file, line=line, row=label)
            reason = f"{name} must be {columns[name].kind.name}, and is {errors.shown(value)}"
            raise errors.ColumnTypeError(reason, file=self._file, line=line, row=label)
        for name, column in columns.items():
            if column.required and name not in row:
                reason = f"column {name!r} is missing: {column.meaning}"
                line = self.lines.row(section, number)
                raise errors.MissingColumnError(reason, file=self._file, line=line, row=label)

    def editions(self) -> Iterator[EditionRow]:
        for origin, row in self._rows("edition"):
            title = _text(row.get("title"), row["id"])
            yield EditionRow(row["id"], row["protocol"], row["source"], title, origin)

    def states(self, all_editions: tuple[str, ...]) -> Iterator[State]:
        for origin, row in self._rows("state"):
            yield State(
                id=row["id"],
                state_class=row["class"],
                initial=row.get("initial", False),
                fallback=row.get("fallback", False),
                editions=_names(row.get("editions")) or all_editions,
                wire=MappingProxyType(row.get("wire", {})),
                reads=MappingProxyType({version: tuple(names) for version, names in row.get("reads", {}).items()}),
                number=row.get("number"),
                label=_text(row.get("label"), row["id"].replace("_", " ")),
                meaning=_text(row.get("meaning"), ""),
                clause=_names(row.get("clause")),
                origin=origin,
            )

    def transitions(self, all_editions: tuple[str, ...]) -> Iterator[Transition]:
        for origin, row in self._rows("transition"):
            yield Transition(
                trigger=row["trigger"],
                sources=_names(row["from"]),
                target=row["to"],
                actor=row.get("actor", "agent"),
                when=_text(row.get("when"), ""),
                editions=_names(row.get("editions")) or all_editions,
                basis=tuple(row.get("basis", ())),
                deferrable=row.get("deferrable"),
                while_cancelling=row.get("while_cancelling", False),
                clause=_names(row.get("clause")),
                origin=origin,
            )

"""Opens a log: from a source to the columns the audit works on, the same way for every engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import ibis
import ibis.expr.datatypes as dt
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.columns import Columns, Named, recognise
from a2a_lifecycle.conformance.audit.errors import ColumnError
from a2a_lifecycle.conformance.audit.events import Log
from a2a_lifecycle.conformance.audit.source import Files, Format, Source
from a2a_lifecycle.conformance.audit.text_files import TextColumns, columns_of

_SAMPLE = 1000


class Opened(Protocol):
    """A table that is open: an expression is one."""

    @property
    def columns(self) -> Sequence[str]:
        """The names of its columns."""

    def select(self, *names: str) -> ir.Table:
        """The columns `names`, with the types they have; raises `LogError`."""


class Reader(Protocol):
    """What an engine can open."""

    def open(self, source: Source) -> Opened:
        """A table, or Parquet files; raises `LogError`."""

    def csv(self, files: Files, columns: TextColumns) -> ir.Table:
        """CSV files, all columns as text; a row that does not fit them is left out, or all null; raises `LogError`."""

    def json(self, files: Files, names: Sequence[str]) -> ir.Table:
        """JSON lines, the fields `names` as text, all null where a line is no object; raises `LogError`."""

    def sample(self, column: ir.Column, count: int) -> list[str]:
        """Some values of `column`, a text, that are not null."""


def open_rows(reader: Reader, source: Source, named: Named) -> tuple[Log, Columns]:
    """The log in `source`, which holds rows, and the columns it was read from.

    Raises:
        LogError: it cannot be read.
        ColumnError: a column is missing, could be several, or has a type that cannot be used.
    """
    if isinstance(source, Files) and source.format in (Format.CSV, Format.ROWS):
        text = columns_of(source)
        columns = recognise(source.name, text.names, named)
        is_csv = source.format is Format.CSV
        table = reader.csv(source, text) if is_csv else reader.json(source, columns.all)
        samples = text.samples
    else:
        opened = reader.open(source)
        columns = recognise(source.name, opened.columns, named)
        table = opened.select(*columns.all)
        samples = {
            name: reader.sample(table[name], _SAMPLE) for name in columns.order if table[name].type().is_string()
        }
    return log_of(source.name, table, columns, samples), columns


def log_of(name: str, table: ir.Table, columns: Columns, samples: Mapping[str, Sequence[str]]) -> Log:
    """The log in `table`, where `columns` say what, and `samples` show what order columns of text hold.

    Raises:
        ColumnError: a column has a type that cannot be used.
    """
    empty = {column for column in columns.all if _is_empty(table[column].type())}
    table = table.mutate(**{column: ibis.null("string") for column in empty})
    _check_type(name, table, columns.task, "task", dt.String, dt.Integer, dt.UUID)
    _check_type(name, table, columns.state, "state", dt.String, dt.Integer)
    orders = [_order(name, table, column, samples.get(column, [])) for column in columns.order]
    named: dict[str, ir.Value] = {
        "task": table[columns.task],
        **{f"order_{number}": order for number, order in enumerate(orders)},
        "state": table[columns.state],
    }
    for role, wanted in (("kind", [dt.String]), ("protocol", [dt.String, dt.Numeric])):
        column = getattr(columns, role)
        if column is not None and column not in empty:
            _check_type(name, table, column, role, *wanted)
            named[role] = table[column].cast("string")
    return Log(table.select(**named), len(orders), kinds="kind" in named)


def _is_empty(found: dt.DataType) -> bool:
    """Whether a column of this type holds nulls alone; DuckDB's type of such a one has no name in ibis."""
    return found.is_null() or (found.is_unknown() and str(found.raw_type) == '"NULL"')


def _check_type(name: str, table: ir.Table, column: str, role: str, *wanted: type[dt.DataType]) -> None:
    found = table[column].type()
    if not isinstance(found, wanted):
        words = {dt.String: "text", dt.Integer: "a whole number", dt.Numeric: "a number", dt.UUID: "a UUID"}
        right = " or ".join(words[kind] for kind in wanted)
        reason = f"the {role} column {column!r} holds {_called(found)}; it must hold {right}"
        raise ColumnError(name, role, reason, table.columns)


def _order(name: str, table: ir.Table, column: str, sample: Sequence[str]) -> ir.Value:
    value = table[column]
    found = value.type()
    if found.is_string():
        return _order_from_text(name, table, column, sample)
    if found.is_numeric() or found.is_timestamp() or found.is_date() or found.is_time():
        return value
    reason = f"the order column {column!r} holds {_called(found)}; it must hold numbers or times"
    raise ColumnError(name, "order", reason, table.columns)


def _order_from_text(name: str, table: ir.Table, column: str, sample: Sequence[str]) -> ir.Value:
    """Text put in order as text would put 10 before 9: it is read as numbers, or as times, whichever it is."""
    texts = [text.strip() for text in sample if text.strip()]
    if not texts or sum(map(_is_whole, texts)) * 2 >= len(texts):
        return table[column].try_cast("int64")
    if sum(map(_is_number, texts)) * 2 >= len(texts):
        return table[column].try_cast("float64")
    if sum(map(_is_time, texts)) * 2 >= len(texts):
        return table[column].try_cast(dt.Timestamp(timezone="UTC"))
    reason = f"the order column {column!r} holds texts such as {texts[0][:40]!r}; it must hold numbers or times"
    raise ColumnError(name, "order", reason, table.columns)


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _called(found: dt.DataType) -> str:
    return str(found).removeprefix("!").split("(")[0].split("<")[0]

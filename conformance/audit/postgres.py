"""A table in PostgreSQL, fetched as Arrow batches: it needs no more than the right to read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from adbc_driver_manager import Error
from adbc_driver_postgresql import dbapi

from a2a_lifecycle.conformance.audit.errors import LogError
from a2a_lifecycle.conformance.audit.source import PostgresTable


def columns_of(source: PostgresTable) -> list[str]:
    """The columns of the table; raises `LogError`."""
    with _cursor(source) as cursor:
        return list(_schema(cursor, source).names)


@contextmanager
def fetch(source: PostgresTable, names: Sequence[str]) -> Iterator[pa.RecordBatchReader]:
    """The columns `names` of the table, batch by batch; raises `LogError`.

    What Arrow has no type of its own for, such as `numeric` and `uuid`, comes as text.
    """
    with _cursor(source) as cursor:
        schema = _schema(cursor, source)
        chosen = (
            f"{_quoted(name)}::text AS {_quoted(name)}"
            if isinstance(schema.field(name).type, pa.BaseExtensionType)
            else _quoted(name)
            for name in names
        )
        cursor.execute(f"SELECT {', '.join(chosen)} FROM {_table(source)}")
        yield cursor.fetch_record_batch()


def _schema(cursor: Any, source: PostgresTable) -> pa.Schema:
    cursor.execute(f"SELECT * FROM {_table(source)} LIMIT 0")
    schema: pa.Schema = cursor.fetch_record_batch().schema
    return schema


@contextmanager
def _cursor(source: PostgresTable) -> Iterator[Any]:
    try:
        with dbapi.connect(source.url) as connection, connection.cursor() as cursor:
            yield cursor
    except Error as error:
        raise LogError(source.name, _said(error)) from None


def _said(error: Error) -> str:
    """What the server says, without what stands around it."""
    line = str(error).strip().split("\n")[0]
    for mark in ("FATAL:", "ERROR:", "failed: "):
        _, found, after = line.partition(mark)
        if found:
            return after.strip()
    return line


def _table(source: PostgresTable) -> str:
    return ".".join(_quoted(part) for part in source.table.split("."))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'

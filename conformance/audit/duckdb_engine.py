"""DuckDB, inside this process: the engine an audit runs on unless another is asked for."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import ibis
import ibis.backends.duckdb  # here, so that the first audit does not wait for it
import ibis.expr.types as ir
import pyarrow as pa

from a2a_lifecycle.conformance.audit import postgres
from a2a_lifecycle.conformance.audit.errors import EngineError, LogError
from a2a_lifecycle.conformance.audit.events import Log
from a2a_lifecycle.conformance.audit.opening import Opened
from a2a_lifecycle.conformance.audit.recording import SCHEMA, Recording
from a2a_lifecycle.conformance.audit.source import DuckDBTable, Files, PostgresTable, Source
from a2a_lifecycle.conformance.audit.text_files import TextColumns

_LOG, _ATTACHED = "log", "attached"
_numbers = itertools.count()
_hash = ibis.udf.scalar.builtin(lambda text: None, name="hash", signature=(("string",), "uint64"))


class DuckDBEngine:
    """Opens logs in, and runs expressions on, a DuckDB database in memory that spills to a folder.

    Parameters:
        threads: how many threads; None: one for each core.
        memory: the most memory it may take, such as `2GB`; None: DuckDB's default, four fifths of the machine's.
            What does not fit is written to a temporary folder, which is removed at the end.

    Raises:
        EngineError: `memory` is no amount of memory.
    """

    name = "DuckDB"

    def __init__(self, threads: int | None = None, memory: str | None = None) -> None:
        self._rejects: str | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="a2a-lifecycle-audit-")
        options: dict[str, Any] = {"temp_directory": self._folder.name, "preserve_insertion_order": False}
        options |= {} if threads is None else {"threads": threads}
        options |= {} if memory is None else {"memory_limit": memory}
        try:
            self._backend = ibis.duckdb.connect(**options)
        except duckdb.Error as error:
            self._folder.cleanup()
            raise EngineError(f"DuckDB: {first_line(error)}") from None
        self._query("SET TimeZone = 'UTC'")  # of times as text that say no offset
        self._query("SET enable_progress_bar = true")
        self._query("SET enable_progress_bar_print = false")

    def close(self) -> None:
        """Drop everything."""
        self._backend.disconnect()
        self._folder.cleanup()

    # --- reading ---

    def key(self, log: Log) -> Log:
        """`log`, with two hashes of 64 bits to tell its tasks apart where their ids are text.

        Texts are slow to sort and long to carry. The chance that two of a hundred million tasks share both is below
        1 in 10²².
        """
        task = log.table.task
        if not task.type().is_string():
            return log
        keys = {"key_0": _hash(task), "key_1": _hash(ibis.literal("#") + task)}
        return replace(log, table=log.table.mutate(**keys), keys=tuple(keys))

    def open(self, source: Source) -> Opened:
        """A table, or Parquet files; raises `LogError`."""
        if isinstance(source, PostgresTable):
            return _Fetched(source, postgres.columns_of(source), self._taken_in)
        with _errors_of(source.name):
            opened: Opened
            if isinstance(source, Files):
                opened = self._backend.read_parquet(list(source.paths))
            else:
                opened = self._attached(source)
        return opened

    def csv(self, files: Files, columns: TextColumns) -> ir.Table:
        """CSV files, all columns as text; rows that do not fit them are left out, and `rejected` counts them."""
        rejects = f"rejects_{next(_numbers)}"
        with _errors_of(files.name):
            opened = self._backend.read_csv(
                list(files.paths), header=True, auto_detect=False, delim=columns.delimiter, quote='"', escape='"',
                columns=dict.fromkeys(columns.names, "VARCHAR"),
                ignore_errors=True, rejects_table=rejects, rejects_scan=f"{rejects}_scan",
            )  # fmt: skip
        self._rejects = rejects
        return opened

    def json(self, files: Files, names: Sequence[str]) -> ir.Table:
        """JSON lines, the fields `names` as text, all null where a line is no object; raises `LogError`."""
        with _errors_of(files.name):
            return self._backend.read_json(
                list(files.paths),
                columns=dict.fromkeys(names, "VARCHAR"),
                format="newline_delimited",
                ignore_errors=True,
            )

    def recording(self, recording: Recording) -> ir.Table:
        """The events of a recording, taken in once."""
        reader = pa.RecordBatchReader.from_batches(SCHEMA, recording.batches())
        return self._taken_in(reader)

    def sample(self, column: ir.Column, count: int) -> list[str]:
        """Some values of `column`, a text, that are not null."""
        name = column.get_name()
        rows = column.as_table().filter(column.notnull()).limit(count)
        return [str(text) for text in self.rows(rows)[name]]

    def rejected(self) -> int:
        """How many rows of the CSV files that were opened last did not fit their columns, in what was read of them."""
        if self._rejects is None:
            return 0
        first = f"(SELECT min(scan_id) FROM {self._rejects})"
        query = f"SELECT count(DISTINCT (file_id, line)) FROM {self._rejects} WHERE scan_id = {first}"
        return int(self._query(query)[0][0])

    def _query(self, query: str) -> list[Any]:
        # Everything is fetched: a result that is left unfinished blocks the connection.
        rows: list[Any] = self._backend.raw_sql(query).fetchall()
        return rows

    def _attached(self, source: DuckDBTable) -> ir.Table:
        path = source.path.replace("'", "''")
        self._query(f"DETACH DATABASE IF EXISTS {_ATTACHED}")
        self._query(f"ATTACH '{path}' AS {_ATTACHED} (READ_ONLY)")
        query = f"SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = '{_ATTACHED}' UNION ALL "
        query += (
            f"SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = '{_ATTACHED}' AND NOT internal"
        )
        tables = sorted(self._query(query))
        called = {f"{schema}.{table}" if schema != "main" else table: (schema, table) for schema, table in tables}
        called |= {f"{schema}.{table}": (schema, table) for schema, table in tables}
        listed = ", ".join(sorted(name for name in called if not name.startswith("main.")))
        if source.table is None and len(tables) == 1:
            schema, table = tables[0]
        elif source.table is None:
            raise LogError(source.path, f"say which table: {source.path}::TABLE; it has: {listed or 'none'}")
        elif source.table in called:
            schema, table = called[source.table]
        else:
            raise LogError(source.path, f"there is no table {source.table!r}; it has: {listed or 'none'}")
        return self._backend.table(table, database=(_ATTACHED, schema))

    def _taken_in(self, reader: pa.RecordBatchReader) -> ir.Table:
        # A table of DuckDB's own can be read again, and what does not fit into memory is spilled.
        self._backend.con.register("arriving", reader)
        self._query(f"CREATE OR REPLACE TEMP TABLE {_LOG} AS SELECT * FROM arriving")
        self._backend.con.unregister("arriving")
        return self._backend.table(_LOG)

    # --- running ---

    def view(self, expression: ir.Table, name: str) -> ir.Table:
        """`expression`, worked out whenever it is looked at."""
        self._query(f"CREATE OR REPLACE TEMP VIEW {name} AS {self._backend.compile(expression)}")
        return ibis.table(expression.schema(), name=name)

    def reading(self, log: str) -> AbstractContextManager[None]:
        """Within this, what DuckDB cannot read or do is a `LogError` about `log`."""
        self._rejects = None  # those of the log before
        return _errors_of(log)

    def keep(self, expression: ir.Table, name: str) -> ir.Table:
        """The result of `expression`, kept as a table."""
        self._query(f"CREATE OR REPLACE TEMP TABLE {name} AS {self._backend.compile(expression)}")
        return ibis.table(expression.schema(), name=name)

    def rows(self, expression: ir.Table) -> dict[str, list[Any]]:
        """The result of `expression`: column → values."""
        found = self._query(self._backend.compile(expression))
        return {name: [row[at] for row in found] for at, name in enumerate(expression.columns)}

    def progress(self) -> float | None:
        """How much of what is running is done, from 0 to 1, or None where that is not known. For another thread."""
        done = self._backend.con.query_progress()
        return None if done < 0 else min(done / 100, 1)


@dataclass(frozen=True)
class _Fetched:
    """A table in PostgreSQL, of which the columns that are wanted are taken in."""

    source: PostgresTable
    columns: Sequence[str]
    take_in: Callable[[pa.RecordBatchReader], ir.Table]

    def select(self, *names: str) -> ir.Table:
        with _errors_of(self.source.name), postgres.fetch(self.source, names) as reader:
            return self.take_in(reader)


@contextmanager
def _errors_of(log: str) -> Iterator[None]:
    try:
        yield
    except duckdb.Error as error:
        raise LogError(log, first_line(error)) from None


def first_line(error: Exception) -> str:
    """What `error` says, in one line and without the kind of error that DuckDB puts before it."""
    line = str(error).strip().split("\n")[0]
    kind, found, said = line.partition(" Error: ")
    text = said if found and kind.replace(" ", "").isalpha() else line
    return text[:1].lower() + text[1:] if text[1:2].islower() else text

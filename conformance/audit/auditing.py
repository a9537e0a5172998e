"""The front door: a log in, a report out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Protocol

import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.columns import Columns, Named
from a2a_lifecycle.conformance.audit.counting import count, table_rows
from a2a_lifecycle.conformance.audit.events import Log
from a2a_lifecycle.conformance.audit.examples import examples_of
from a2a_lifecycle.conformance.audit.expression import flow, needs_full
from a2a_lifecycle.conformance.audit.opening import Reader, open_rows
from a2a_lifecycle.conformance.audit.recording import Recording
from a2a_lifecycle.conformance.audit.report import Report
from a2a_lifecycle.conformance.audit.rules import Rules
from a2a_lifecycle.conformance.audit.source import Files, Format, source_of
from a2a_lifecycle.spec import Table, load


class Engine(Reader, Protocol):
    """What an audit runs on."""

    name: str

    def recording(self, recording: Recording) -> ir.Table:
        """The events of a recording."""

    def keep(self, expression: ir.Table, name: str, log: str) -> ir.Table:
        """The result of `expression`, kept as a table; raises `LogError` about `log`."""

    def rows(self, expression: ir.Table) -> dict[str, list[Any]]:
        """The result of `expression`: column → values."""

    def rejected(self) -> int:
        """How many rows did not fit their columns and were left out."""

    def progress(self) -> float | None:
        """How much of what is running is done, from 0 to 1, or None where that is not known."""

    def close(self) -> None:
        """Drop everything."""


def audit(
    log: str | Sequence[str],
    *,
    engine: Engine,
    named: Named | None = None,
    table: Table | None = None,
    edition: str | None = None,
    examples: int = 5,
) -> Report:
    """Hold a log in tables against the table of the lifecycle.

    Parameters:
        log: files of one format (Parquet, CSV, JSON lines, recordings), `FILE.duckdb::TABLE`, or
            `postgresql://…::TABLE`. Several files are one log.
        engine: what it runs on; it is left open.
        named: the columns, where they are not to be recognised by their names.
        table: a table of your own; the bundled one by default.
        edition: hold the log against this edition alone.
        examples: how many of the worst tasks are shown.

    Raises:
        AuditError: the log cannot be read, or a column is missing or ambiguous.
        NoSuchEditionError: the table has no such edition.
    """
    named = named or Named()
    source = source_of([log] if isinstance(log, str) else log, rows=named.any)
    table = table if table is not None else load()
    coding: Coding
    columns: Columns | None = None
    if isinstance(source, Files) and source.format is Format.EVENTS:
        coding = Coding(Rules(table, edition))
        events = Log(engine.recording(Recording(source.paths, coding)), 1, kinds=True, ties=False)
    else:
        events, columns = open_rows(engine, source, named)
        coding = Coding(Rules(table, edition, kinds=events.kinds))
    kept, full = _kept_flow(engine, events, coding, source.name)
    numbers = count(engine, kept, coding)
    return Report(
        log=source.name,
        engine=engine.name,
        columns={} if columns is None else columns.by_role,
        edition=edition,
        examples=examples_of(engine, events, kept, coding, examples, full=full),
        **{field.name: getattr(numbers, field.name) for field in fields(numbers)},
    )


def _kept_flow(engine: Engine, log: Log, coding: Coding, name: str) -> tuple[ir.Table, bool]:
    """The counted pairs, and whether it took the full look: the short one is taken wherever it gives the same."""
    full = log.kinds and bool(table_rows(engine, needs_full(log, coding)))
    kept = engine.keep(flow(log, coding, full=full), "flow", name)
    if not full:
        silenced = kept.filter((kept.what >= coding.silent) & kept.before.isin(coding.terminal)).limit(1)
        if table_rows(engine, silenced.select("what")):
            return engine.keep(flow(log, coding, full=True), "full_flow", name), True
    return kept, full

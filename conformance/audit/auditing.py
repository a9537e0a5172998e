"""The front door: a log in, a report out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import fields, replace
from typing import Any, Protocol

import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.columns import Columns, Named
from a2a_lifecycle.conformance.audit.counting import Totals, count, table_rows, victims_of
from a2a_lifecycle.conformance.audit.events import Log
from a2a_lifecycle.conformance.audit.examples import examples_of
from a2a_lifecycle.conformance.audit.expression import flow, needs_full, steps, summary, texts_in
from a2a_lifecycle.conformance.audit.opening import Reader, open_rows
from a2a_lifecycle.conformance.audit.recording import Recording
from a2a_lifecycle.conformance.audit.report import Report
from a2a_lifecycle.conformance.audit.rules import Rules
from a2a_lifecycle.conformance.audit.source import Files, Format, Source, source_of
from a2a_lifecycle.spec import Table, load

_MOST_TEXTS, _LONGEST_TEXT = 100, 100
"""So many different values of a state column, of so many characters, are read one by one before the log is."""


class Engine(Reader, Protocol):
    """What an audit runs on."""

    name: str

    def key(self, log: Log) -> Log:
        """`log`, with columns that tell its tasks apart in less room than their ids, where there are any."""

    def recording(self, recording: Recording) -> ir.Table:
        """The events of a recording."""

    def view(self, expression: ir.Table, name: str) -> ir.Table:
        """`expression`, worked out whenever it is looked at."""

    def reading(self, log: str) -> AbstractContextManager[None]:
        """Within this, what the engine cannot read or do is a `LogError` about `log`."""

    def keep(self, expression: ir.Table, name: str) -> ir.Table:
        """The result of `expression`, kept as a table."""

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
    with engine.reading(source.name):
        return _audited(engine, source, named, table, edition, examples)


def _audited(engine: Engine, source: Source, named: Named, table: Table, edition: str | None, examples: int) -> Report:
    columns: Columns | None = None
    if isinstance(source, Files) and source.format is Format.EVENTS:
        coding = Coding(Rules(table, edition))
        events = Log(engine.recording(Recording(source.paths, coding)), 1, kinds=True, ties=False)
    else:
        events, columns = open_rows(engine, source, named)
        coding = Coding(Rules(table, edition, kinds=events.kinds))
    events = _with_texts(engine, engine.key(events), source)
    taken, counted, totals = _counted_steps(engine, events, coding)
    victims = victims_of(engine, counted, totals, coding, examples)
    numbers = count(engine, counted, totals, victims, coding)
    return Report(
        log=source.name,
        engine=engine.name,
        columns={} if columns is None else columns.by_role,
        edition=edition,
        examples=examples_of(engine, taken, events, victims, coding),
        **{field.name: getattr(numbers, field.name) for field in fields(numbers)},
    )


def _with_texts(engine: Engine, log: Log, source: Source) -> Log:
    """`log` with its `texts`, where a look at its states alone costs little and shows few.

    Text files would have to be read a second time for it.
    """
    in_text = isinstance(source, Files) and source.format in (Format.CSV, Format.ROWS)
    if in_text or "state" not in log.table.columns:
        return log
    texts = engine.rows(texts_in(log, _MOST_TEXTS + 1))["state"]
    few = len(texts) <= _MOST_TEXTS and all(text is None or _is_plain(text) for text in texts)
    return replace(log, texts=frozenset(filter(None, texts))) if few else log


def _is_plain(text: str) -> bool:
    """Whether `text` can stand in a query of any engine as it is."""
    return len(text) <= _LONGEST_TEXT and text.isprintable() and "\\" not in text


def _counted_steps(engine: Engine, log: Log, coding: Coding) -> tuple[ir.Table, ir.Table, Totals]:
    """The steps, their pairs, counted, and the summary of these: by the short look wherever that gives the same."""
    full = log.kinds and bool(table_rows(engine, needs_full(log, coding)))
    looked = _look(engine, log, coding, full=full)
    if not full and any(row["what"] >= coding.silent and row["before"] in coding.terminal for row in looked[2]):
        return _look(engine, log, coding, full=True)
    return looked


def _look(engine: Engine, log: Log, coding: Coding, *, full: bool) -> tuple[ir.Table, ir.Table, Totals]:
    taken = engine.view(steps(log, coding, full=full), "full_steps" if full else "steps")
    counted = engine.keep(flow(taken, log, coding), "full_flow" if full else "flow")
    return taken, counted, table_rows(engine, summary(counted))

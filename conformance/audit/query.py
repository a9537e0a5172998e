"""The audit as one query, for a warehouse to run by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import ibis
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.columns import Columns, Named, recognise
from a2a_lifecycle.conformance.audit.errors import AuditError, LogError
from a2a_lifecycle.conformance.audit.expression import flow, pair_of, steps, victim_columns
from a2a_lifecycle.conformance.audit.opening import Reader, log_of
from a2a_lifecycle.conformance.audit.rules import Rules
from a2a_lifecycle.conformance.audit.source import Files, Format, source_of
from a2a_lifecycle.conformance.audit.text_files import columns_of
from a2a_lifecycle.spec import Table


def query(
    log: Sequence[str], dialect: str, reader: Reader, named: Named, table: Table, edition: str | None = None
) -> str:
    """The query that counts a log's steps: from, to, what `check` finds in such a step, events, and tasks.

    Parameters:
        log: a log, which is opened for its columns and their types, or the name of a table in the warehouse.
        dialect: the dialect of SQL, such as `snowflake`.
        reader: what opens the log.
        named: the columns; all three must be named where the log is no more than the name of a table.
        table: the table of the lifecycle.
        edition: the edition to audit against alone.

    Raises:
        AuditError: the dialect is not known, or as `audit`.
    """
    name, unbound, columns, samples = _unbound(log, reader, named)
    events = log_of(name, unbound, columns, samples)
    coding = Coding(Rules(table, edition, kinds=events.kinds))
    try:
        return str(
            ibis.to_sql(readable(flow(steps(events, coding, full=True), events, coding), coding), dialect=dialect)
        )
    except (AttributeError, ValueError, ImportError):
        known = ", ".join(_dialects())
        raise AuditError(f"no dialect {dialect!r} is known; known: {known}") from None
    except ibis.common.exceptions.IbisError as error:
        raise AuditError(f"the query cannot be written in {dialect}: {str(error).splitlines()[0]}") from None


def readable(flow: ir.Table, coding: Coding) -> ir.Table:
    """`flow` with names for its numbers, and without its tasks, which are counted where a step is found wanting."""
    befores = {**{number: slot.state for number, slot in enumerate(coding.slots[: coding.nothing])}}
    whats = {what >> coding.bits for what in range(coding.artifact)}
    afters = {slot: coding.slots[slot].state for slot in sorted(whats)}
    texts: dict[str, list[int]] = {}
    for before, what in coding.pairs(coding.whats):
        said = ", ".join(coding.findings(before, what))
        if said:
            texts.setdefault(said, []).append(coding.pair(before, what))
    pair = pair_of(flow, coding)
    none = ibis.null("string")
    slot = flow.what >> coding.bits
    named = flow.mutate(
        from_state=ibis.cases(*((flow.before == n, ibis.literal(s)) for n, s in befores.items() if s), else_=none),
        to_state=ibis.cases(*((slot == n, ibis.literal(s)) for n, s in afters.items() if s), else_=flow.raw),
        findings=ibis.cases(*((pair.isin(pairs), ibis.literal(said)) for said, pairs in texts.items()), else_=none),
    )
    grouped = named.group_by("from_state", "to_state", "findings")
    counts = grouped.agg(events=named.events.sum(), tasks=named[victim_columns(named)[0]].nunique())
    return counts.order_by(ibis.desc("events"), "from_state", "to_state", "findings")


def _unbound(
    log: Sequence[str], reader: Reader, named: Named
) -> tuple[str, ir.Table, Columns, Mapping[str, Sequence[str]]]:
    """What the log is called, its table, which columns say what, and samples of those that are text."""
    first = log[0]
    try:
        source = source_of(log, rows=True)
    except LogError:
        if not (named.task and named.order and named.state):
            hint = "a table of a warehouse needs --task, --order and --state"
            raise LogError(first, f"there is no such file; {hint}") from None
        columns = Columns(named.task, named.order, named.state, named.kind, named.protocol)
        # Text is what they come to, whatever they are: a number is what a cast to text is not left out for.
        schema = dict.fromkeys(columns.all, "int64") | dict.fromkeys(named.order, "timestamp")
        *schemas, name = first.split(".")
        database = ".".join(schemas) or None
        warehouse = ibis.table(schema, name=name, database=database)
        texts = {column: warehouse[column].cast("string") for column in columns.all if column not in named.order}
        return first, warehouse.mutate(**texts), columns, {}
    if isinstance(source, Files) and source.format in (Format.CSV, Format.ROWS):
        text = columns_of(source)
        columns = recognise(source.name, text.names, named)
        unbound = ibis.table(dict.fromkeys(columns.all, "string"), name=_stem(source))
        return source.name, unbound, columns, text.samples
    opened = reader.open(source)
    columns = recognise(source.name, opened.columns, named)
    name = _stem(source) if isinstance(source, Files) else str(source.table).rpartition(".")[2]
    return source.name, ibis.table(opened.select(*columns.all).schema(), name=name), columns, {}


def _stem(files: Files) -> str:
    return Path(files.paths[0]).name.partition(".")[0]


def _dialects() -> list[str]:
    return sorted(entry.name for entry in ibis.util.backend_entry_points())

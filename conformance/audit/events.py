"""From a log's own columns to the ones the audit works on: `task`, `order_0` and on, `what` and `raw`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import ibis
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.values import Values, small

STATUS, SNAPSHOT, ARTIFACT, OTHER = "status", "snapshot", "artifact", "other"
"""What an event is: a status update, a whole Task, an artifact update, or what says nothing of a task."""

KINDS: Mapping[str, tuple[str, ...]] = {
    STATUS: ("status", "status-update", "status_update", "statusupdate", "taskstatusupdateevent"),
    SNAPSHOT: ("task", "snapshot"),
    ARTIFACT: ("artifact", "artifact-update", "artifact_update", "artifactupdate", "taskartifactupdateevent"),
    OTHER: ("message", "request", "error", "other"),
}
"""What an event is → how a `kind` column may say so, in lower case."""


@dataclass(frozen=True)
class Log:
    """A log as a table of named columns.

    Attributes:
        table: `task`, `order_0` and on, and either `state` (text or a whole number) with perhaps `kind` and `protocol`,
            or, where the reader has read the values already, `what` and `raw`.
        orders: how many order columns there are.
        kinds: whether it tells status updates, whole Tasks and artifact updates apart.
        ties: whether two events of a task may share their order.
    """

    table: ir.Table
    orders: int
    kinds: bool
    ties: bool = True

    @property
    def order_columns(self) -> tuple[str, ...]:
        """The names of its order columns."""
        return tuple(f"order_{number}" for number in range(self.orders))


def encode(log: Log, coding: Coding) -> ir.Table:
    """The events of `log`, each with its `what`; those that say nothing of a task are left out.

    `raw` is the value itself where it is no name of a state, and null elsewhere.
    """
    table = log.table
    if "what" in table.columns:
        return table.select("task", *log.order_columns, "what", "raw")
    if log.kinds:
        kind = _kind(table.kind)
        table = table.mutate(kind=kind).filter(kind.fill_null("") != OTHER)
    values = Values(coding)
    text = table.state.cast("string")
    table = table.mutate(state=text, raw=ibis.ifelse(text.isin(values.known), ibis.null("string"), text))
    table = values.with_what(table)
    what = table.what
    lost = table.task.isnull()
    for column in log.order_columns:
        lost |= table[column].isnull()
    unless = [(lost, small(coding.unusable))]
    if log.kinds:
        what += ibis.ifelse(table.kind == SNAPSHOT, small(coding.snapshot), small(0))
        unless.append((table.kind.isnull(), small(coding.unusable)))
        unless.append((table.kind == ARTIFACT, small(coding.artifact)))
    table = table.mutate(what=ibis.cases(*unless, else_=what.cast("int16")))
    # What does not stand for a state is told by its number alone.
    raw = ibis.ifelse(table.what < coding.artifact, table.raw, ibis.null("string"))
    return table.select("task", *log.order_columns, "what", raw=raw)


def _kind(column: ir.StringColumn) -> ir.StringValue:
    """What an event is; null where the column says what nobody knows."""
    lower = column.cast("string").lower()
    known = [(lower.isin(names), ibis.literal(kind)) for kind, names in KINDS.items()]
    return ibis.cases((column.isnull(), ibis.literal(STATUS)), *known, else_=ibis.null("string"))

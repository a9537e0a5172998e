"""From a log's own columns to the ones the audit works on: `task`, `order_0` and on, `what` and `raw`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import ibis
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.values import Values, whole

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
        keys: the columns that tell the tasks apart: `task`, or some that take less room.
        texts: the values that occur in `state`, as text, where they are known; None: any may occur.
    """

    table: ir.Table
    orders: int
    kinds: bool
    ties: bool = True
    keys: tuple[str, ...] = ("task",)
    texts: Collection[str] | None = None

    @property
    def order_columns(self) -> tuple[str, ...]:
        """The names of its order columns."""
        return tuple(f"order_{number}" for number in range(self.orders))

    def values(self, coding: Coding) -> Values:
        """What its `state` may hold."""
        return Values(coding, by_column="protocol" in self.table.columns, texts=self.texts)


def encode(log: Log, coding: Coding) -> ir.Table:
    """The events of `log`, each with its `what`; those that say nothing of a task are left out.

    `raw` stands for the value itself where it gives no state (see `Values.told`), and is null elsewhere; where all give
    one it is left out.
    """
    table, columns = log.table, dict.fromkeys(("task", *log.keys, *log.order_columns))
    if "what" in table.columns:
        return table.select(*columns, "what", "raw")
    if log.kinds:
        kind = _kind(table.kind)
        table = table.mutate(kind=kind).filter(kind.fill_null("") != OTHER)
    values = log.values(coding)
    table = values.prepared(table)
    what = values.what(table)
    lost = table.task.isnull()
    for column in log.order_columns:
        lost |= table[column].isnull()
    unless = [(lost, whole(coding.unusable))]
    if log.kinds:
        what += ibis.ifelse(table.kind == SNAPSHOT, whole(coding.snapshot), whole(0))
        unless.append((table.kind.isnull(), whole(coding.unusable)))
        unless.append((table.kind == ARTIFACT, whole(coding.artifact)))
    table = table.mutate(what=ibis.cases(*unless, else_=what).cast("int16"))
    if log.kinds or log.orders > 1:
        # A row that cannot be used has no place among the events of its task, though it may seem to.
        usable = table.what != coding.unusable
        orders = {column: table[column] for column in log.order_columns}
        table = table.mutate(**{c: ibis.ifelse(usable, order, ibis.null(order.type())) for c, order in orders.items()})
    raw = values.raw(table)
    return table.select(*columns, "what", **({} if raw is None else {"raw": raw}))


def numbers(log: Log, coding: Coding) -> list[int]:
    """Every `what` there can be in `log`."""
    if log.texts is None:
        return coding.whats
    said = {
        replace(event, snapshot=snapshot) for event in log.values(coding).events() for snapshot in (False, log.kinds)
    }
    return sorted({*map(coding.what, said), *([coding.artifact] if log.kinds else []), coding.unusable})


def _kind(column: ir.StringColumn) -> ir.StringValue:
    """What an event is; null where the column says what nobody knows."""
    lower = column.cast("string").lower()
    known = [(lower.isin(names), ibis.literal(kind)) for kind, names in KINDS.items()]
    return ibis.cases((column.isnull(), ibis.literal(STATUS)), *known, else_=ibis.null("string"))

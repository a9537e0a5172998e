"""The audit, written once with ibis: the same expression for every engine and every dialect of SQL.

One pass sorts each task's events and pairs every event with the state before it. The pairs are counted at once; only a
pair that keeps its task from conforming is counted with the task, so that little is left where most of a log is clean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ibis
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.events import Log, encode


def steps(log: Log, coding: Coding, *, full: bool) -> ir.Table:
    """The events of `log`, each with the state before it.

    Parameters:
        log: the log.
        coding: the numbers for its events.
        full: whether there may be events that leave the state as it is, with what was before them: artifact updates,
            and a state that is unspecified after a terminal one. Only then it takes a second look at each task.

    Events of one task that share their order are taken in the order of their states in the table, so that nothing
    depends on how the rows lie. A row that cannot be used comes before all others of its task, and is no event.

    It adds the columns `before`, the number of the state before; `opening`, whether it is the first of its task;
    `place`, its place in its task, from 0; `tied`, whether it shares its order with the one before.
    """
    events = encode(log, coding)
    in_task = _in_task(events, log)
    placed = events.mutate(
        prior=events.what.lag().over(in_task),
        place=ibis.row_number().over(in_task),
        tied=_tied(events, log, in_task),
    )
    opening = (placed.what != coding.unusable) & (placed.prior.isnull() | (placed.prior == coding.unusable))
    placed = placed.mutate(opening=opening)
    if full:
        return _carried(placed, log, coding)
    before = ibis.cases(
        (placed.opening, coding.opening),
        (placed.prior.isnull() | (placed.prior >= coding.silent), coding.nothing),
        else_=placed.prior >> coding.bits,
    )
    return placed.mutate(before=before.cast("int16"))


def _in_task(table: ir.Table, log: Log, **frame: Any) -> Any:
    order = [*(table[column].asc(nulls_first=True) for column in log.order_columns), table.what]
    return ibis.window(group_by=table.task, order_by=order, **frame)


def _carried(placed: ir.Table, log: Log, coding: Coding) -> ir.Table:
    # The last of several values is the greatest where each has its place in front of it. Not every engine has a window
    # function that passes over nulls.
    so_far = _in_task(placed, log, preceding=(None, 1))
    stride = coding.unusable + 1
    placed_what = placed.place * stride + placed.what
    nothing = ibis.null("int64")
    placed = placed.mutate(
        spoken=ibis.ifelse(placed.what < coding.silent, placed_what, nothing).max().over(so_far) % stride,
        given=ibis.ifelse(placed.what < coding.artifact, placed_what, nothing).max().over(so_far) % stride,
    )
    spoken = placed.spoken.cast("int16") >> coding.bits
    before = ibis.cases(
        (placed.opening, coding.opening),
        (placed.spoken.isnull(), coding.nothing),
        # What says nothing leaves the state unknown, but does not bring a task back that has ended.
        ((placed.given >= coding.silent) & ~spoken.isin(coding.terminal), coding.nothing),
        else_=spoken,
    )
    return placed.mutate(before=before.cast("int16"))


def needs_full(log: Log, coding: Coding) -> ir.Table:
    """One row, where `log` has an event that leaves the state as it is, whatever was before it; none elsewhere."""
    what = encode(log, coding).select("what")
    return what.filter((what.what >= coding.silent) & (what.what != coding.unusable)).limit(1)


def _tied(events: ir.Table, log: Log, in_task: Any) -> ir.BooleanValue:
    if not log.ties:
        return ibis.literal(False)
    tied: ir.BooleanValue = ibis.literal(True)
    for column in log.order_columns:
        tied &= events[column].lag().over(in_task) == events[column]
    return tied


def flow(log: Log, coding: Coding, *, full: bool) -> ir.Table:
    """The pairs of `log`, counted; see `steps` for `full`.

    Its columns: `before`, `what` and `raw` say which pair; `victim` is the task, where the pair keeps it from
    conforming; `events`, how many; `opened`, how many of them are the first of their task; `first`, the least place in
    a task; `ties`, how many share their order with the event before.
    """
    paired = steps(log, coding, full=full)
    victim = ibis.ifelse(pair_of(paired, coding).isin(coding.clean), ibis.null("string"), paired.task.cast("string"))
    counted = paired.mutate(victim=victim)
    return counted.group_by("before", "what", "raw", "victim").agg(
        events=counted.count(),
        opened=_count(counted.opening),
        first=counted.place.min(),
        ties=_count(counted.tied),
    )


def pair_of(table: ir.Table, coding: Coding) -> ir.IntegerValue:
    """The number of the pair (`before`, `what`); see `Coding.pair`."""
    return table.before.cast("int32") * coding.pair(1, 0) + table.what


def _count(condition: ir.BooleanValue) -> ir.IntegerScalar:
    return ibis.ifelse(condition, 1, 0).sum().cast("int64")


def summary(flow: ir.Table) -> ir.Table:
    """`flow` without its tasks and values: `victims` counts the tasks that a pair keeps from conforming."""
    return (
        flow.group_by("before", "what")
        .agg(
            events=_total(flow.events),
            victims=flow.victim.nunique(),
            opened=_total(flow.opened),
            ties=_total(flow.ties),
        )
        .order_by("before", "what")
    )


def odd_values(flow: ir.Table, artifact: int) -> ir.Table:
    """The values that are no name of a state, by pair, the most frequent first."""
    odd = flow.filter(flow.raw.notnull() & (flow.what < artifact))
    counts = odd.group_by("before", "what", "raw").agg(events=_total(odd.events))
    return counts.order_by(ibis.desc("events"), "raw", "before", "what")


def outside_steps(flow: ir.Table, whats: Sequence[int], coding: Coding) -> ir.Table:
    """Of each task the first of the events `whats`, as the number of its pair, and of how many tasks it is that."""
    outside = flow.filter(flow.what.isin(whats) & flow.victim.notnull())
    outside = outside.mutate(pair=pair_of(outside, coding))
    first = outside.group_by("victim").agg(pair=outside.pair.argmin(outside.first))
    return first.group_by("pair").agg(tasks=first.count()).order_by("pair")


def victims(flow: ir.Table, violating: Sequence[int], coding: Coding) -> ir.Table:
    """How many tasks do not conform, and how many of them have one of the pairs `violating`."""
    pair = pair_of(flow, coding)
    violator = ibis.ifelse(pair.isin(violating), flow.victim, ibis.null("string")) if violating else ibis.null("string")
    return flow.mutate(violator=violator).agg(victims=ibis._.victim.nunique(), violators=ibis._.violator.nunique())


def worst(flow: ir.Table, violating: Sequence[int], coding: Coding) -> ir.Table:
    """The tasks that do not conform, those with most violations first, then most deviations, then by their id."""
    found = flow.filter(flow.victim.notnull())
    grave = pair_of(found, coding).isin(violating) if violating else ibis.literal(False)
    counts = (
        found.mutate(grave=grave)
        .group_by("victim")
        .agg(
            violations=_total(ibis.ifelse(ibis._.grave, ibis._.events, 0)),
            deviations=_total(ibis.ifelse(ibis._.grave, 0, ibis._.events)),
        )
    )
    return counts.order_by(ibis.desc("violations"), ibis.desc("deviations"), "victim")


def _total(column: ir.IntegerColumn) -> ir.IntegerScalar:
    return column.sum().cast("int64")

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
from a2a_lifecycle.conformance.audit.events import Log, encode, numbers

_VICTIM = "victim_"


def steps(log: Log, coding: Coding, *, full: bool) -> ir.Table:
    """The events of `log`, each with the state before it.

    Parameters:
        log: the log.
        coding: the numbers for its events.
        full: whether there may be events that leave the state as it is, with what was before them: artifact updates,
            and a state that is unspecified after a terminal one. Only then it takes a second look at each task.

    Events of one task that share their order are taken in the order of their states in the table, and those that give
    no state in the order of their values, so that nothing depends on how the rows lie. A row that cannot be used comes
    before all others of its task, and is no event.

    It adds the columns `before`, the number of the state before, or of "nothing was before"; `place`, its place in its
    task, from 0; and `tied`, whether it shares its order with the one before.
    """
    events = encode(log, coding)
    in_task = _in_task(events, log)
    placed = events.mutate(
        prior=events.what.lag().over(in_task),
        place=ibis.row_number().over(in_task),
        tied=_tied(events, log, in_task),
    )
    opening = (placed.what != coding.unusable) & (placed.prior.isnull() | (placed.prior == coding.unusable))
    taken = _carried(placed, opening, log, coding) if full else _stepped(placed, opening, coding)
    # After the sort, which takes longer the more it carries.
    raw = log.values(coding).told(taken.raw) if "raw" in taken.columns else ibis.null("string")
    return taken.mutate(raw=raw)


def _in_task(table: ir.Table, log: Log, **frame: Any) -> Any:
    order = [*(table[column].asc(nulls_first=True) for column in log.order_columns), table.what]
    order += [table.raw.asc(nulls_first=True)] if log.ties and "raw" in table.columns else []
    return ibis.window(group_by=[table[key] for key in log.keys], order_by=order, **frame)


def _stepped(placed: ir.Table, opening: ir.BooleanValue, coding: Coding) -> ir.Table:
    before = ibis.cases(
        (opening, coding.opening),
        (placed.prior.isnull() | (placed.prior >= coding.silent), coding.nothing),
        else_=placed.prior >> coding.bits,
    )
    return placed.mutate(before=before.cast("int16"))


def _carried(placed: ir.Table, opening: ir.BooleanValue, log: Log, coding: Coding) -> ir.Table:
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
        (opening, coding.opening),
        (placed.spoken.isnull(), coding.nothing),
        # What says nothing leaves the state unknown, but does not bring a task back that has ended.
        ((placed.given >= coding.silent) & ~spoken.isin(coding.terminal), coding.nothing),
        else_=spoken,
    )
    return placed.mutate(before=before.cast("int16"))


def texts_in(log: Log, most: int) -> ir.Table:
    """The different values of the column `state` as text, not more than `most`."""
    state = log.table.state.cast("string")
    return log.table.select(state=state).distinct().limit(most)


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


def flow(steps: ir.Table, log: Log, coding: Coding) -> ir.Table:
    """The pairs in the `steps` of `log`, counted.

    Its columns: `before`, `what` and `raw` say which pair; `victim_0` and on are the keys of the task, where the pair
    keeps it from conforming, and null elsewhere; `events`, how many; `ties`, how many share their order with the event
    before; where an event may be outside the guide, `first`, the least place in a task.
    """
    whats = numbers(log, coding)
    clean = pair_of(steps, coding).isin(coding.clean(whats))
    keys = [steps[key] for key in log.keys]
    victim = {f"{_VICTIM}{number}": ibis.ifelse(clean, ibis.null(key.type()), key) for number, key in enumerate(keys)}
    first = {"first": steps.place.min()} if coding.outside(whats) else {}
    grouped = steps.group_by("before", "what", "raw", **victim)
    return grouped.agg(events=steps.count(), ties=_count(steps.tied), **first)


def victim_columns(flow: ir.Table) -> list[str]:
    """The columns of `flow` that tell the tasks apart which do not conform."""
    return [column for column in flow.columns if column.startswith(_VICTIM)]


def pair_of(table: ir.Table, coding: Coding) -> ir.IntegerValue:
    """The number of the pair (`before`, `what`); see `Coding.pair`."""
    return table.before.cast("int32") * coding.pair(1, 0) + table.what


def _count(condition: ir.BooleanValue) -> ir.IntegerScalar:
    return ibis.ifelse(condition, 1, 0).sum().cast("int64")


def summary(flow: ir.Table) -> ir.Table:
    """`flow` without its tasks and values: `odd` counts the events whose value is no name of a state."""
    counts = flow.group_by("before", "what").agg(
        events=_total(flow.events),
        odd=_total(ibis.ifelse(flow.raw.isnull(), 0, flow.events)),
        ties=_total(flow.ties),
    )
    return counts.order_by("before", "what")


def odd_values(flow: ir.Table, artifact: int) -> ir.Table:
    """The values that are no name of a state, by pair, the most frequent first."""
    odd = flow.filter(flow.raw.notnull() & (flow.what < artifact))
    counts = odd.group_by("before", "what", "raw").agg(events=_total(odd.events))
    return counts.order_by(ibis.desc("events"), "raw", "before", "what")


def outside_steps(flow: ir.Table, whats: Sequence[int], coding: Coding) -> ir.Table:
    """Of each task the first of the events `whats`, as the number of its pair, and of how many tasks it is that."""
    victim = victim_columns(flow)
    outside = flow.filter(flow.what.isin(whats) & flow[victim[0]].notnull())
    outside = outside.mutate(pair=pair_of(outside, coding))
    first = outside.group_by(victim).agg(pair=outside.pair.argmin(outside.first))
    return first.group_by("pair").agg(tasks=first.count()).order_by("pair")


def worst(flow: ir.Table, violating: Sequence[int], coding: Coding) -> ir.Table:
    """The tasks that do not conform, those with most violations first, then most deviations, then by their keys.

    `violations` and `deviations` count the events of each; `victims` and `violators`, in every row, all these tasks and
    those of them that have one of the pairs `violating`.
    """
    victim = victim_columns(flow)
    found = flow.filter(flow[victim[0]].notnull())
    grave = pair_of(found, coding).isin(violating) if violating else ibis.literal(False)
    counts = (
        found.mutate(grave=grave)
        .group_by(victim)
        .agg(
            violations=_total(ibis.ifelse(ibis._.grave, ibis._.events, 0)),
            deviations=_total(ibis.ifelse(ibis._.grave, 0, ibis._.events)),
        )
    )
    every = ibis.window()
    counts = counts.mutate(victims=counts.count().over(every), violators=_count(counts.violations > 0).over(every))
    return counts.order_by(ibis.desc("violations"), ibis.desc("deviations"), *victim)


def _total(column: ir.IntegerColumn) -> ir.IntegerScalar:
    return column.sum().cast("int64")

"""The worst tasks of a log, and what each did: a second look at the log, at these tasks alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ibis
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.counting import Rows, Victims, kind_of, table_rows
from a2a_lifecycle.conformance.audit.events import Log
from a2a_lifecycle.conformance.audit.report import Example, ExampleStep
from a2a_lifecycle.conformance.messages import shown

_MOST_EVENTS = 200
_MOST_STEPS = 40
_MICROSECONDS = 6
"""So many digits after the point."""


def examples_of(engine: Rows, steps: ir.Table, log: Log, victims: Victims, coding: Coding) -> tuple[Example, ...]:
    """The worst of the `victims` among the `steps` of `log`."""
    if not victims.worst:
        return ()
    # The first key keeps out nearly all others, and to drop the rest here takes less time than to ask for every key.
    key = steps[log.keys[0]]
    theirs = key.isin([ibis.literal(victim.keys[0], key.type()) for victim in victims.worst])
    events = steps.filter(theirs & (steps.place < _MOST_EVENTS) & (steps.what != coding.unusable))
    by_task: dict[tuple[Any, ...], list[dict[str, Any]]] = {victim.keys: [] for victim in victims.worst}
    columns: dict[str, ir.Value] = {
        name: events[name] for name in (*log.keys, "task", "place", "before", "what", "raw")
    }
    columns |= {name: _exact(events[name]) for name in log.order_columns}
    for row in table_rows(engine, events.select(**columns).order_by(*log.keys, "place")):
        by_task.get(tuple(row[key] for key in log.keys), []).append(row)
    return tuple(
        Example(str(rows[0]["task"]), victim.violations, victim.deviations, *_steps(rows, log, coding))
        for victim in victims.worst
        if (rows := by_task[victim.keys])
    )


def _exact(order: ir.Value) -> ir.Value:
    """`order`, as text where it is finer than a time of Python can say."""
    found = order.type()
    return order.cast("string") if found.is_timestamp() and (found.scale or 0) > _MICROSECONDS else order


def _steps(rows: Sequence[dict[str, Any]], log: Log, coding: Coding) -> tuple[tuple[ExampleStep, ...], int]:
    """What a task did, and how many of its steps are left out at the end."""
    told: list[ExampleStep] = []
    for row in rows:
        codes = coding.findings(row["before"], row["what"])
        event = coding.event(row["what"])
        raw = None if row["raw"] is None else shown(row["raw"])
        state = None if event is None else event.state or raw
        step = ExampleStep(
            order=tuple(row[column] for column in log.order_columns),
            state=state,
            kind=kind_of(coding, row["what"]),
            findings=codes,
            severity=max(map(coding.rules.severity, codes), default=None),
        )
        if told and (told[-1].state, told[-1].kind, told[-1].findings) == (state, step.kind, codes):
            told[-1] = replace(told[-1], repeats=told[-1].repeats + 1)
        else:
            told.append(step)
    return tuple(told[:_MOST_STEPS]), max(0, len(told) - _MOST_STEPS)

"""The worst tasks of a log, and what each did: a second look at the log, at these tasks alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ibis
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.counting import Rows, kind_of, table_rows, violating_pairs
from a2a_lifecycle.conformance.audit.events import Log
from a2a_lifecycle.conformance.audit.expression import steps, worst
from a2a_lifecycle.conformance.audit.report import Example, ExampleStep
from a2a_lifecycle.conformance.messages import shown

_MOST_EVENTS = 200
_MOST_STEPS = 40


def examples_of(
    engine: Rows, log: Log, flow: ir.Table, coding: Coding, count: int, *, full: bool
) -> tuple[Example, ...]:
    """The `count` worst tasks of `log`, worst first; of tasks that are equally bad, those whose ids sort first.

    Parameters:
        engine: what runs expressions.
        log: the log itself.
        flow: its counted pairs.
        coding: the numbers in `flow`.
        count: how many.
        full: see `steps`.
    """
    pairs = table_rows(engine, flow.filter(flow.victim.notnull()).select("before", "what").distinct())
    if not pairs or count <= 0:
        return ()
    found = table_rows(engine, worst(flow, violating_pairs(coding, pairs), coding).limit(count))
    tasks = [row["victim"] for row in found]
    task = log.table.task if log.table.task.type().is_string() else log.table.task.cast("string")
    table = log.table.filter(task.isin(tasks))
    what_happened = steps(replace(log, table=table), coding, full=full)
    events = what_happened.mutate(task=what_happened.task.cast("string")).filter(
        (ibis._.place < _MOST_EVENTS) & (ibis._.what != coding.unusable)
    )
    columns = ["task", "place", *log.order_columns, "before", "what", "raw"]
    by_task: dict[str, list[dict[str, Any]]] = {task: [] for task in tasks}
    for row in table_rows(engine, events.select(*columns).order_by("task", "place")):
        by_task[row["task"]].append(row)
    return tuple(
        Example(row["victim"], row["violations"], row["deviations"], *_steps(by_task[row["victim"]], log, coding))
        for row in found
    )


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

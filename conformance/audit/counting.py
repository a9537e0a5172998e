"""From the counted pairs to what a report says: findings as `check` would count them, the share of tasks, the ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.expression import odd_values, outside_steps, victim_columns, worst
from a2a_lifecycle.conformance.audit.report import Count, Numbers, Pair
from a2a_lifecycle.conformance.audit.rules import VALUE_CODES
from a2a_lifecycle.conformance.codes import Code, Severity
from a2a_lifecycle.conformance.messages import shown

Step = tuple[str | None, str | None]
"""The states before and after."""

Totals = Sequence[dict[str, Any]]
"""The rows of `summary`: each kind of pair, and how many events there are of it."""

OTHER_VALUES = "(other values)"
"""Stands for the values that are not told apart."""

MOST_VALUES = 1000
"""So many different values that are no name of a state are told apart; the rest is counted together."""


class Rows(Protocol):
    """What runs an expression."""

    def rows(self, expression: ir.Table) -> dict[str, list[Any]]:
        """The result of `expression`: column → values."""

    def rejected(self) -> int:
        """How many rows did not fit their columns and were left out."""


@dataclass(frozen=True, slots=True)
class Victim:
    """A task that does not conform: its keys, and how many of its events are violations, and deviations alone."""

    keys: tuple[Any, ...]
    violations: int
    deviations: int


@dataclass(frozen=True, slots=True)
class Victims:
    """The tasks that do not conform.

    Attributes:
        tasks: how many they are.
        violators: how many of them have a violation.
        worst: the worst, worst first.
    """

    tasks: int
    violators: int
    worst: Sequence[Victim]


def victims_of(engine: Rows, flow: ir.Table, totals: Totals, coding: Coding, most: int) -> Victims:
    """The tasks that do not conform, and `most` of the worst; `totals` is the summary of `flow`."""
    pairs = {(row["before"], row["what"]) for row in totals}
    grave = [pair for pair in pairs if Severity.VIOLATION in map(coding.rules.severity, coding.findings(*pair))]
    found = table_rows(engine, worst(flow, sorted(coding.pair(*pair) for pair in grave), coding).limit(max(most, 1)))
    columns = victim_columns(flow)
    tasks = [
        Victim(tuple(row[column] for column in columns), row["violations"], row["deviations"]) for row in found[:most]
    ]
    return Victims(found[0]["victims"], found[0]["violators"], tasks) if found else Victims(0, 0, ())


def count(engine: Rows, flow: ir.Table, totals: Totals, victims: Victims, coding: Coding) -> Numbers:
    """The numbers of a report, from the counted pairs in `flow` and their summary, `totals`."""
    odd = any(row["odd"] for row in totals)
    values = table_rows(engine, odd_values(flow, coding.artifact).limit(MOST_VALUES)) if odd else []
    judged = [row for row in totals if row["what"] != coding.unusable]
    tasks = sum(row["events"] for row in judged if row["before"] == coding.opening)
    endings = _endings(judged, coding)
    found: dict[Code, Counter[Step]] = {}
    pairs: Counter[Pair] = Counter()
    for row, to_state, events in _told_apart(judged, values, coding):
        before, codes = coding.before(row["before"]), coding.findings(row["before"], row["what"])
        for code in codes:
            if code is not Code.OUTSIDE_GUIDE:  # said once a task
                to = None if code is Code.UNSPECIFIED_STATE and to_state is None else to_state
                found.setdefault(code, Counter())[before.state, to] += events
        kind = kind_of(coding, row["what"])
        gravest = (_gravest(coding, codes), _gravest(coding, [code for code in codes if code not in VALUE_CODES]))
        pairs[Pair(before.state, to_state, before.opening, kind, 0, codes, *gravest)] += events
    outside = _outside(engine, flow, coding, judged)
    if outside:
        found[Code.OUTSIDE_GUIDE] = outside
    unfinished = {state: number for state, number in endings.items() if state not in coding.rules.terminal}
    if unfinished:
        found[Code.NOT_FINISHED] = Counter({(state, None): number for state, number in unfinished.items()})
    unusable = sum(row["events"] for row in totals) - sum(row["events"] for row in judged) + engine.rejected()
    if unusable:
        found[Code.UNREADABLE] = Counter({(None, None): unusable})
    if not tasks:
        found[Code.NO_TASKS] = Counter({(None, None): 1})
    return Numbers(
        tasks=tasks,
        conforming=tasks - victims.tasks,
        violating=victims.violators,
        events=sum(row["events"] for row in judged),
        ties=sum(row["ties"] for row in judged),
        unusable=unusable,
        counts=_counts(found, coding),
        pairs=tuple(replace(pair, events=events) for pair, events in pairs.items()),
        endings=endings,
    )


def table_rows(engine: Rows, expression: ir.Table) -> list[dict[str, Any]]:
    columns = engine.rows(expression)
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def _told_apart(
    judged: Totals, values: Sequence[dict[str, Any]], coding: Coding
) -> Iterator[tuple[dict[str, Any], str | None, int]]:
    """Each row of `judged` with the state after, and how many events there are of it; unknown values one by one."""
    by_pair: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for row in values:
        by_pair.setdefault((row["before"], row["what"]), []).append((row["raw"], row["events"]))
    for row in judged:
        event = coding.event(row["what"])
        if event is None or event.state is not None or event.code is Code.UNSPECIFIED_STATE:
            yield row, None if event is None else event.state, row["events"]
            continue
        rest = row["events"]
        for raw, events in by_pair.get((row["before"], row["what"]), ()):
            yield row, shown(raw), events
            rest -= events
        if rest:
            yield row, OTHER_VALUES, rest


def _gravest(coding: Coding, codes: Sequence[Code]) -> Severity | None:
    return max(map(coding.rules.severity, codes), default=None)


def kind_of(coding: Coding, what: int) -> str:
    event = coding.event(what)
    return "artifact" if event is None else "task" if event.snapshot else "status"


def _endings(judged: Totals, coding: Coding) -> dict[str | None, int]:
    """A task ends where it is entered once more than it is left."""
    ends: Counter[int] = Counter()
    for row in judged:
        ends[coding.after(row["before"], row["what"])] += row["events"]
        if row["before"] != coding.opening:
            ends[row["before"]] -= row["events"]
    return {coding.slots[slot].state: ends[slot] for slot in sorted(ends) if ends[slot]}


def _outside(engine: Rows, flow: ir.Table, coding: Coding, judged: Totals) -> Counter[Step]:
    whats = coding.outside({row["what"] for row in judged})
    found: Counter[Step] = Counter()
    for row in table_rows(engine, outside_steps(flow, whats, coding)) if whats else ():
        before, what = divmod(row["pair"], coding.pair(1, 0))
        event = coding.event(what)
        found[coding.before(before).state, event.state if event else None] += row["tasks"]
    return found


def _counts(found: Mapping[Code, Counter[Step]], coding: Coding) -> tuple[Count, ...]:
    counts = (Count(code, coding.rules.severity(code), steps.total(), dict(steps)) for code, steps in found.items())
    return tuple(sorted(counts, key=lambda count: (-count.severity, list(Code).index(count.code))))

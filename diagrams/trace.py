"""The drawing of a trace over its edition's table: the steps taken, and those the table does not have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from a2a_lifecycle.diagrams import words
from a2a_lifecycle.diagrams.borders import with_borders
from a2a_lifecycle.diagrams.nodes import arrow_of, node_of
from a2a_lifecycle.diagrams.picture import Arrow, Node, Picture
from a2a_lifecycle.spec import Edge, Edition, Language


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a trace. It need not be an edge, nor its states be the edition's.

    Attributes:
        source: the state before it.
        target: the state after it.
        trigger: its trigger, or None where only the states are known.
    """

    source: str
    target: str
    trigger: str | None = None


def steps_of(states: Sequence[str]) -> tuple[Step, ...]:
    """The steps between consecutive `states`."""
    return tuple(Step(a, b) for a, b in pairwise(states))


def steps_along(edition: Edition, triggers: Iterable[str]) -> tuple[Step, ...]:
    """The steps that `triggers` take from the initial state of `edition`.

    A trigger that leads nowhere from the state it is called in gives a step to where it leads from elsewhere; the
    drawing shows it as wrong. Raises `LookupError` for a trigger that the edition does not have at all.
    """
    at, steps = edition.initial.id, []
    for trigger in triggers:
        known = edition.edge(at, trigger) or next((e for e in edition.edges if e.trigger == trigger), None)
        if known is None:
            raise LookupError(f"no trigger {trigger!r} in {edition.id}; known: {', '.join(edition.triggers)}")
        steps.append(Step(at, known.target, trigger))
        at = known.target
    return tuple(steps)


def picture_of_trace(edition: Edition, steps: Sequence[Step | str], language: Language = "en") -> Picture:
    """The table of `edition`, faint, and over it the trace `steps`, numbered from 1.

    Parameters:
        edition: whose table it is.
        steps: `Step`s, or the states themselves, in order.
        language: the language of the words.

    A repeated non-terminal state is an update, no transition, and drawn as a loop. Any other step that is no edge is
    drawn dashed, in the colour of what is wrong; so is a state the edition does not have.
    """
    alone = [item for item in steps if isinstance(item, str)]
    taken = tuple(item for item in steps if isinstance(item, Step)) or steps_of(alone)
    visited = dict.fromkeys([*alone, *(end for step in taken for end in (step.source, step.target))])
    nodes = [
        replace(node_of(edition, s, language), mark="plain" if s.id in visited else "faint") for s in edition.states
    ]
    known = {node.id for node in nodes}
    nodes += [_stranger(name, language) for name in visited if name not in known]
    arrows = list(with_borders(nodes, (arrow_of(edge, language) for edge in edition.edges), language))
    numbers: dict[tuple[str, str, str], list[int]] = {}
    for number, step in enumerate(taken, 1):
        edge = _edge_of(edition, step)
        key = (step.source, edge.trigger if edge else "", step.target)
        numbers.setdefault(key, []).append(number)
    arrows = [_shown(arrow, numbers.get((arrow.source, arrow.trigger, arrow.target))) for arrow in arrows]
    arrows = _with_one_border_each(arrows, language)
    arrows += [_odd(edition, key, at, taken, language) for key, at in numbers.items() if not key[1]]
    title = words.TRACE_TITLE.of(language).format(title=edition.title.of(language))
    return Picture(f"a trace over the edition {edition.id}", title, language, tuple(nodes), tuple(arrows), "trace")


def _edge_of(edition: Edition, step: Step) -> Edge | None:
    if step.source not in edition.by_id or step.target not in edition.by_id:
        return None
    between = edition.edges_between(step.source, step.target)
    return next((edge for edge in between if step.trigger in (None, edge.trigger)), None)


def _stranger(name: str, language: Language) -> Node:
    return Node(name, name, (words.NOT_IN_EDITION.of(language),), "indeterminate", None, mark="wrong")


def _numbered(numbers: Sequence[int], label: str) -> str:
    return f"{', '.join(map(str, numbers))}: {label}" if label else ", ".join(map(str, numbers))


def _shown(arrow: Arrow, numbers: Sequence[int] | None) -> Arrow:
    """`arrow` as taken in the steps `numbers`, or faint."""
    if numbers is None:
        return replace(arrow, mark="faint", details=arrow.details if arrow.way == "border" else ())
    return replace(arrow, way="own", mark="taken", label=_numbered(numbers, arrow.trigger), details=())


def _with_one_border_each(arrows: Sequence[Arrow], language: Language) -> list[Arrow]:
    """`arrows`, where one of a merged group was taken, another standing for the rest, and saying so."""
    groups: dict[tuple[str, str], list[int]] = {}
    for number, arrow in enumerate(arrows):
        groups.setdefault((arrow.trigger, arrow.target), []).append(number)
    result = list(arrows)
    for numbers in groups.values():
        merged = [n for n in numbers if arrows[n].way != "own"]
        if not merged or not any(arrows[n].mark == "taken" for n in numbers):
            continue
        rest = tuple(words.FROM_OTHERS.of(language).split("\n"))
        for n in merged:
            result[n] = replace(arrows[n], way="hidden", details=rest)
        if len(merged) == 1:
            result[merged[0]] = replace(arrows[merged[0]], way="own", details=())
        else:
            result[merged[-1]] = replace(result[merged[-1]], way="border")
    return result


def _odd(
    edition: Edition, key: tuple[str, str, str], at: Sequence[int], taken: Sequence[Step], language: Language
) -> Arrow:
    """A step that is no edge: an update where the state is repeated and not terminal, else a wrong one."""
    source, _, target = key
    trigger = next((step.trigger for n, step in enumerate(taken, 1) if n in at and step.trigger), None) or ""
    if source == target and source in edition.by_id and edition.by_id[source].open and not trigger:
        return Arrow(source, "", target, _numbered(at, words.UPDATE.of(language)), mark="taken")
    return Arrow(source, "", target, _numbered(at, trigger), (words.NO_EDGE.of(language),), mark="wrong")

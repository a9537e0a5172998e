"""States and edges of an edition as a drawing has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from a2a_lifecycle.diagrams import words
from a2a_lifecycle.diagrams.picture import Arrow, Node
from a2a_lifecycle.diagrams.width import wrap
from a2a_lifecycle.spec import Edge, Edition, Language, State

MOST_DETAIL = 14
"""A drawing with more arrows than this names their triggers alone."""

_LINE = 15.0
"""The most ems of a line beside an arrow."""


def wire_of(edition: Edition, state: State) -> str | None:
    """The name that `edition` writes for its own `state`, if it has one."""
    return state.wire.get(edition.protocol)


def node_of(edition: Edition, state: State, language: Language) -> Node:
    """`state` as it is drawn in `edition`."""
    wire = wire_of(edition, state)
    label = state.label.of(language)
    details = (wire,) if wire is not None and wire != label else ()
    if state.fallback:
        details = (*details, words.NEVER_ENTERED.of(language))
    clause = ", ".join(state.clause)
    hint = " ".join(filter(None, (f"{state.id}: {state.meaning.of(language)}", f"({clause})" if clause else "")))
    role = "fallback" if state.fallback else state.state_class
    return Node(state.id, label, details, role, state.state_class, state.initial, hint=hint)


def arrow_of(edge: Edge, language: Language) -> Arrow:
    """`edge` as it is drawn alone; its occasion is in its details, for a drawing that has the room."""
    when = edge.row.when.of(language)
    clause = ", ".join(edge.row.clause)
    hint = f"{edge}" + (f": {when}" if when else "") + (f" ({clause})" if clause else "")
    details = wrap(when, _LINE) if when and language != "en" else ()
    return Arrow(edge.source, edge.trigger, edge.target, edge.trigger, details, edge.row.actor, edge.basis, hint=hint)


def sparing(arrows: Sequence[Arrow]) -> tuple[Arrow, ...]:
    """`arrows` without the details of those drawn alone, where there are too many to read them."""
    if sum(arrow.way != "hidden" for arrow in arrows) <= MOST_DETAIL:
        return tuple(arrows)
    return tuple(replace(arrow, details=()) if arrow.way == "own" else arrow for arrow in arrows)

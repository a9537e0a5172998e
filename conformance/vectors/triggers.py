"""Every trigger in every state, for those who drive a machine by triggers and not by states."""

from __future__ import annotations

from typing import Any

from a2a_lifecycle.conformance.vectors.clauses import no_row, refusal
from a2a_lifecycle.conformance.vectors.sentences import a_task, when
from a2a_lifecycle.spec import Edge, Edition, State


def vectors(edition: Edition) -> list[dict[str, Any]]:
    """A vector for every state and trigger: the states it leads to, none where it is refused (G2, G3)."""
    return [_vector(edition, state, trigger) for state in edition.states for trigger in edition.triggers]


def _vector(edition: Edition, state: State, trigger: str) -> dict[str, Any]:
    edges = tuple(edge for edge in edition.edges_from(state.id) if edge.trigger == trigger)
    return {
        "id": f"{state.id}-on-{trigger}",
        "description": _sentence(edition, state, trigger, edges),
        "clause": _clause(edition, state, trigger, edges),
        "state": state.id,
        "trigger": trigger,
        "verdict": "legal" if edges else "illegal",
        "targets": [edge.target for edge in edges],
    }


def _sentence(edition: Edition, state: State, trigger: str, edges: tuple[Edge, ...]) -> str:
    if edges:
        targets = " or ".join(edition.state(edge.target).label.en for edge in edges)
        return f"{a_task(state)} becomes {targets} on {trigger}{when(edges)}"
    return f"{a_task(state)} stays {state.label.en} on {trigger}, which is refused"


def _clause(edition: Edition, state: State, trigger: str, edges: tuple[Edge, ...]) -> list[str]:
    if edges:
        return list(dict.fromkeys(clause for edge in edges for clause in edge.row.clause)) or [no_row(edition)]
    # A trigger is refused out of a terminal state for what it would lead to from elsewhere.
    target = next(edge.target for edge in edition.edges if edge.trigger == trigger)
    if target == state.id:
        return [no_row(edition)]
    return list(refusal(edition, state, edition.state(target)).clause)

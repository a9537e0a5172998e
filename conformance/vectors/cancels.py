"""Requests to cancel: what becomes of a task that is asked to stop, in each state (G3, G5.3)."""

from __future__ import annotations

from typing import Any

from a2a_lifecycle.conformance.vectors.clauses import no_row
from a2a_lifecycle.conformance.vectors.sentences import a_task
from a2a_lifecycle.spec import Edge, Edition, State

ANSWERS = ("at once", "pending", "refused")
"""`at once`: the task is cancelled by the request; `pending`: it goes on until the agent settles it, by honouring the
request or by another step that is open meanwhile; `refused`: the request changes nothing."""


def vectors(edition: Edition) -> list[dict[str, Any]]:
    """A vector for each state; none where no row of `edition` is about cancelling."""
    trigger = edition.cancel_trigger
    return [] if trigger is None else [_vector(edition, state, trigger) for state in edition.states]


def _vector(edition: Edition, state: State, trigger: str) -> dict[str, Any]:
    edge = None if state.terminal else edition.edge(state.id, trigger)
    answer = _answer(edge)
    after = edge.target if edge is not None and answer == "at once" else state.id
    return {
        "id": f"asked-in-{state.id}",
        "description": _sentence(edition, state, edge, answer),
        "clause": list(edge.row.clause if edge and edge.row.clause else (no_row(edition),)),
        "state": state.id,
        "answer": answer,
        "ends_in": after,
        "open": _open(edition, after, pending=answer == "pending"),
    }


def _answer(edge: Edge | None) -> str:
    at_once, pending, refused = ANSWERS
    if edge is None:
        return refused
    return pending if edge.row.deferrable else at_once


def _open(edition: Edition, state: str, *, pending: bool) -> list[str]:
    """The triggers that may be fired in `state` after the request."""
    edges = [edge for edge in edition.edges_from(state) if edge.row.while_cancelling or not pending]
    return list(dict.fromkeys(edge.trigger for edge in edges))


def _sentence(edition: Edition, state: State, edge: Edge | None, answer: str) -> str:
    subject = f"{a_task(state)} that is asked to cancel"
    if edge is None:
        return f"{subject} stays {state.label.en}: the request is refused"
    label = edition.state(edge.target).label.en
    if answer == "pending":
        return f"{subject} stays {state.label.en} until its agent settles it: the request is pending"
    return f"{subject} becomes {label} at once"

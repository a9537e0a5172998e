"""What a claim may speak of: states by class and role, and steps, never a row of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import z3

from a2a_lifecycle.spec import Edge, Edition


class Signature(Protocol):
    """A reading of the table's vocabulary; a state is whatever the reading takes for one.

    `Lifecycle` reads it over the rows of an edition, with states as Z3 terms; `FreeLifecycle` over any transition
    relation at all, with states as names. A claim written against this is asked of both.
    """

    def initial(self, state: Any) -> z3.BoolRef:
        """A task is created in `state`."""

    def terminal(self, state: Any) -> z3.BoolRef:
        """`state` is terminal."""

    def interrupted(self, state: Any) -> z3.BoolRef:
        """`state` is interrupted: the task waits for its client."""

    def open(self, state: Any) -> z3.BoolRef:
        """A task in `state` has not ended: it is active or interrupted."""

    def fallback(self, state: Any) -> z3.BoolRef:
        """`state` is what a client shows for a value it does not recognise."""

    def working(self, state: Any) -> z3.BoolRef:
        """`state` is active and not initial: the agent is at work."""

    def cancelled(self, state: Any) -> z3.BoolRef:
        """`state` is where the cancel trigger leads."""

    def resumed(self, state: Any) -> z3.BoolRef:
        """Some step of the client, other than cancelling, leaves `state`."""

    def resumes(self, source: Any, target: Any) -> z3.BoolRef:
        """Some step of the client, other than cancelling, leads from `source` to `target`."""

    def same(self, one: Any, other: Any) -> z3.BoolRef:
        """`one` and `other` are the same state."""


StepClaim = Callable[[Any, Any, Any], z3.BoolRef]
"""A claim about one step: from a signature, the step's source and its target, what must hold of it."""


def settles(t: Signature, state: Any) -> z3.BoolRef:
    """`state` is an outcome of the work itself: terminal, neither cancelled nor the fallback."""
    return z3.And(t.terminal(state), z3.Not(t.cancelled(state)), z3.Not(t.fallback(state)))


def resuming_edges(edition: Edition) -> tuple[Edge, ...]:
    """The client's edges other than cancelling."""
    return tuple(edge for edge in edition.edges if edge.row.actor == "client" and edge.row.deferrable is None)

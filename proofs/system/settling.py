"""What several theorems claim, each of its own design: a pending request ends over a channel that may be full."""

from __future__ import annotations

from a2a_lifecycle.proofs.system.ask import Composed
from a2a_lifecycle.proofs.system.claims import Invariant
from a2a_lifecycle.proofs.system.fairness import Response, Stage
from a2a_lifecycle.proofs.system.stream import OPEN, RECEIVING, SETTLING
from a2a_lifecycle.proofs.system.terms import Term, both, is_, less, no, number, size, when


def full(s: Composed) -> Term:
    """The client's channel has no room."""
    p = s.parts
    return no(less(size(p.waiting("")), p.capacity))


def ends_over_a_channel(s: Composed, invariant: Invariant, sentence: str, *, strong: bool = False) -> Response:
    """Where a request is pending the task ends: the client makes room where the channel is full, then settling helps.

    Parameters:
        s: the design.
        invariant: what every step of it keeps.
        sentence: what it means that the claim fails.
        strong: whether settling is strongly fair, not only weakly; receiving is weakly fair either way.
    """
    p = s.parts
    no_room = both(is_(p.stream(""), OPEN), full(s))
    stages = [Stage(no_room, RECEIVING), Stage(no(no_room), SETTLING, strong=strong)]
    return s.leads_to(p.pending, p.terminal(p.state), stages, when(no_room, number(1), number(0)), invariant, sentence)

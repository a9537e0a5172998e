"""Cancelling is not always immediate: after a request the work may still come to another outcome (G5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import scopes
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.scopes import with_other_outcome
from a2a_lifecycle.proofs.system.terms import Term, after, among, both
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 4)
SCOPE = with_other_outcome


def claim(s: Composed) -> Term:
    """A step, taken while a request is pending, ends the task in an outcome of its own."""
    cancelled = {edge.target for edge in scopes.deferrals(s.parts.edition)}
    return both(s.parts.pending, among(after(s.parts.state), s.parts.edition.outcomes - cancelled))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """No run takes such a step."""
    s = composed(t, clients=())
    yield s.possible(claim(s), "no run brings work to an outcome of its own after a request")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A request stays pending."""
    s = composed(t, clients=())
    yield s.reaches("a request is pending", s.parts.pending)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

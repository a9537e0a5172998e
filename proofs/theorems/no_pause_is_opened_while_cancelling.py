"""While a cancel request is pending, no pause is opened: what changes the task then ends it (G5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.system.terms import Term, after, both, implies, no, same
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 5)
SCOPE = with_deferral


def claim(s: Composed) -> Term:
    """A step that changes the state while a request is pending leads to a terminal state."""
    p = s.parts
    changes = both(p.pending, no(same(after(p.state), p.state)))
    return implies(changes, p.terminal(after(p.state)))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step, taken while a request is pending, changes the state and does not end the task."""
    s = composed(t)
    yield from s.always(claim(s), [], "the task goes on to another open state though a request is pending")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A state changes while a request is pending."""
    s = composed(t)
    p = s.parts
    yield s.reaches("the state changes while a request is pending", both(p.pending, no(same(after(p.state), p.state))))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""A pending cancel request stays pending until the task has ended; nothing forgets it (G5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.system.terms import Term, after, both, either, implies
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 11)
SCOPE = with_deferral


def claim(s: Composed) -> Term:
    """A step from a pending request leaves it pending, or ends the task."""
    p = s.parts
    return implies(p.pending, either(after(p.pending), p.terminal(after(p.state))))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step forgets a pending request."""
    s = composed(t)
    yield from s.always(claim(s), [], "a pending request is forgotten")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A step is taken while a request is pending."""
    s = composed(t)
    yield s.reaches("a step leaves a request pending", both(s.parts.pending, after(s.parts.pending)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""A pending cancel request never coexists with a terminal state (G5.1, G5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.system.terms import Term, after, both, implies, no
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 1)
SCOPE = with_deferral


def claim(s: Composed) -> Term:
    """Where a request is pending, the task has not ended."""
    return implies(s.parts.pending, no(s.parts.terminal(s.parts.state)))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step leaves a request pending in a terminal state."""
    s = composed(t)
    yield from s.always(claim(s), [invariants.pending_is_open(s.parts)], "a request is pending, and the task has ended")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire, and a task ends after a request was pending."""
    s = composed(t)
    yield s.every_action_fires()
    yield s.reaches("a task with a pending request ends", both(s.parts.pending, s.parts.terminal(after(s.parts.state))))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

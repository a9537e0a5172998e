"""A cancel request for a task that has ended is refused: no request can be made there (G5.1; published v1.0 §3.1.5)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.stream import REQUESTS
from a2a_lifecycle.proofs.system.terms import TRUE, Term, no
from a2a_lifecycle.proofs.theorem import PROVED, with_cancel

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 2)
SCOPE = with_cancel


def claim(s: Composed) -> Term:
    """A request is a step from a state that is not terminal."""
    return no(s.parts.terminal(s.parts.state))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some request is made in a terminal state."""
    s = composed(t)
    inherent = [invariants.pending_is_open(s.parts)]
    yield from s.always(claim(s), inherent, "a request is taken though the task has ended", REQUESTS)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A request is made, and a task ends."""
    s = composed(t)
    yield s.reaches("a request is made", TRUE, REQUESTS)
    yield s.reaches("a task ends", s.parts.terminal(s.parts.state))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""The interrupted states are those that a step of the client's, other than cancelling, leaves (G2.6, G2.7)."""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 14)
SCOPE = bundled


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """A state is interrupted if the client resumes from it, and only if."""
    return z3.And([free.interrupted(state) == free.resumed(state) for state in free.states])


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state is interrupted and not resumed, or resumed and not interrupted."""
    yield t.state_breaking(
        "a pause is not resumed, or what is resumed is no pause",
        lambda state: t.interrupted(state) == t.resumed(state),
        "{state} is interrupted and no step of the client's resumes it, or the other way round",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some state is interrupted, and some is not."""
    yield t.some_state("a state is interrupted", t.interrupted)
    yield t.some_state("a state is not resumed", lambda state: z3.Not(t.resumed(state)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Every outcome stays open: from every open state, each terminal state but the fallback can still be reached (G2, G3).

One ranking for each outcome; see `no_state_is_a_trap`.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs import refute
from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.search import backward
from a2a_lifecycle.proofs.theorem import PROVED, bundled

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 5)
SCOPE = bundled


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """Every open state leads to every outcome."""
    return z3.And(
        [
            z3.Implies(z3.And(free.open(s), free.terminal(u), z3.Not(free.fallback(u))), free.leads(s, u))
            for s, u in free.pairs
        ]
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """For some outcome, some open state has no edge to a state nearer to it."""
    open_states = [state.id for state in t.edition.states if state.open]
    for outcome in sorted(t.edition.outcomes):
        helpful, rank = backward(t.edition, [outcome])
        lost = [state for state in open_states if state not in rank]
        yield t.descending(
            f"an open state does not lead to {outcome}",
            helpful,
            rank,
            open_states,
            lambda lost=lost, outcome=outcome: refute.by_trap(t.edition, lost, outcome),  # type: ignore[misc]
        )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Each outcome is entered by some step."""
    for outcome in sorted(t.edition.outcomes):
        value = t.states.values[outcome]
        yield t.some_step(f"a step enters {outcome}", lambda source, target, value=value: target == value)  # type: ignore[misc]


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Every pause can be ended: a step other than cancelling leads on from it, for else nobody could give what it waits for
(G2.6, G2.7).
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs import refute
from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, with_pause
from a2a_lifecycle.proofs.trace import Refutation, table_trace

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 7)
SCOPE = with_pause


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """From every interrupted state a step leads to where cancelling does not."""
    return z3.And(
        [
            z3.Implies(
                free.interrupted(s), z3.Or([z3.And(free.steps[s, u], z3.Not(free.cancelled(u))) for u in free.states])
            )
            for s in free.states
        ]
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some pause has no edge but those of cancelling."""
    onward = {edge.source: edge for edge in t.edition.edges if edge.target not in t.edition.cancel_targets}
    pauses = [state.id for state in t.edition.states if state.state_class == "interrupted"]

    def explain() -> Refutation:
        lost = next(pause for pause in pauses if pause not in onward)
        start, path = refute.way_to(t.edition, lost)
        blame = (refute.blame_state(t.edition, lost),)
        return Refutation(f"no step but cancelling leads on from the pause {lost}", table_trace(start, path), blame)

    yield t.each_has_an_edge("a pause has no way on", onward, pauses, explain)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """There is a pause, and a step leaves it."""
    yield t.some_step("a step leaves a pause", lambda source, target: t.interrupted(source))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

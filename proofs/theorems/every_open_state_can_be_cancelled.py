"""Every open state can be cancelled: one step of the cancel trigger leads from it to a terminal state, the same from
all of them (G3.1–G3.4).
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs import refute
from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, with_cancel
from a2a_lifecycle.proofs.trace import Refutation, table_trace

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 6)
SCOPE = with_cancel


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """From every open state a step leads to where cancelling leads."""
    cancels = {s: z3.Or([z3.And(free.cancelled(u), free.steps[s, u]) for u in free.states]) for s in free.states}
    asked = {s: z3.And(free.open(s), z3.Not(free.fallback(s))) for s in free.states}
    return z3.And([z3.Implies(asked[s], cancels[s]) for s in free.states])


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some open state has no cancel edge, or one that ends in no terminal state."""
    cancels = {edge.source: edge for edge in t.edition.cancel_edges}
    open_states = [state.id for state in t.edition.states if state.open and not state.fallback]

    def explain() -> Refutation:
        lost = next(s for s in open_states if s not in cancels or cancels[s].target not in t.edition.terminal)
        start, path = refute.way_to(t.edition, lost)
        edge = cancels.get(lost)
        ending = f"; {edge.trigger} leads to {edge.target}, which is not terminal" if edge else ""
        blame = (refute.blame(edge),) if edge else (refute.blame_state(t.edition, lost),)
        return Refutation(f"{lost} is open and cannot be cancelled{ending}", table_trace(start, path), blame)

    ending = {source: edge for source, edge in cancels.items() if edge.target in t.edition.terminal}
    yield t.each_has_an_edge("an open state cannot be cancelled", ending, open_states, explain)
    yield t.two_states(
        "cancelling leads to two states", t.cancelled, "cancelling leads to {state}, and not to it alone"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some open state is there to be cancelled, and some step does it."""
    yield t.some_step("a step cancels", lambda source, target: z3.And(t.open(source), t.cancelled(target)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

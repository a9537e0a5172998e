"""Every state is reachable from the initial one, and by no path shorter than the one shown (G1, G2, G3).

The fallback is excepted: no server enters it. The certificate is each state's distance from the initial one and the
last edge of a shortest path to it.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.search import forward
from a2a_lifecycle.proofs.theorem import PROVED, any_table
from a2a_lifecycle.proofs.trace import Refutation

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 2)
SCOPE = any_table


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The initial state leads to every other state but the fallback."""
    return z3.And(
        [
            z3.Implies(z3.And(free.initial(start), z3.Not(free.initial(state)), z3.Not(free.fallback(state))), leads)
            for start, state in free.pairs
            for leads in [free.leads(start, state)]
        ]
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state has no edge from a state nearer to the initial one, or a shorter path than its distance."""
    initial = t.edition.initial
    parent, distance = forward(t.edition, initial.id)
    wanted = [state for state in t.edition.states if not state.fallback and not state.initial]

    def explain() -> Refutation:
        lost = [state for state in wanted if state.id not in distance]
        sentence = f"no path leads from {initial.id} to {', '.join(state.id for state in lost)}"
        return Refutation(sentence, blame=tuple(f"{state.origin}: {state.id}" for state in lost))

    yield t.descending("a state is out of reach", parent, distance, [state.id for state in wanted], explain)
    yield t.no_edge_skips("a path is shorter", distance)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire: each trigger leaves a state that is reached. And each shortest path is a run."""
    _, distance = forward(t.edition, t.edition.initial.id)
    yield t.each_trigger_leaves("every trigger can fire", distance)
    if not t.large:
        for state in distance:
            path = t.edition.path(t.edition.initial.id, state)
            if path is not None and state != t.edition.initial.id:
                yield t.run_along(f"a path to {state}", path)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Input may be asked for any number of times: from every pause a run leads back to the same pause (G5.2).

The certificate is the cycle itself; a cycle can be run as often as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs import refute
from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled
from a2a_lifecycle.proofs.trace import Refutation, table_trace

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 7)
SCOPE = bundled


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """Every interrupted state leads back to itself."""
    return z3.And([z3.Implies(free.interrupted(state), free.leads(state, state)) for state in free.states])


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some pause is on no cycle."""
    for state in t.edition.states:
        if state.state_class == "interrupted":

            def explain(pause: str = state.id) -> Refutation:
                start, path = refute.way_to(t.edition, pause)
                blame = [refute.blame(edge) for edge in t.edition.edges_from(pause)]
                blame = blame or [refute.blame_state(t.edition, pause)]
                sentence = f"a task that leaves {pause} never comes back to it: it can be asked for once"
                return Refutation(sentence, table_trace(start, path), tuple(blame))

            cycle = t.edition.path(state.id, state.id)
            yield t.path_exists(f"{state.id} is on no cycle", cycle, explain)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step enters a pause."""
    yield t.some_step("a step opens a pause", lambda source, target: t.interrupted(target))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

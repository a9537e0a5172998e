"""No state is a trap: from every state that is not terminal some terminal state can be reached (G1, G2, G3).

The fallback is excepted: no server is in it. The certificate is a ranking: each state asked about has an edge to a
state of lower rank, and terminal states alone have rank 0.
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
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 4)
SCOPE = any_table


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """Every state that is neither terminal nor the fallback leads to a terminal one."""
    ends = {s: z3.Or([z3.And(free.terminal(u), free.leads(s, u)) for u in free.states]) for s in free.states}
    return z3.And([z3.Or(free.terminal(s), free.fallback(s), ends[s]) for s in free.states])


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state that is not terminal has no edge to a state nearer to a terminal one."""
    goals = [state.id for state in t.edition.states if state.terminal]
    helpful, rank = backward(t.edition, goals)
    unfinished = t.unfinished()
    yield t.descending(
        "a state leads to no end",
        helpful,
        rank,
        unfinished,
        lambda: refute.by_trap(t.edition, [s for s in unfinished if s not in rank], "a terminal state"),
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step leads from an open state to a terminal one."""
    yield t.some_step("a step ends a task", lambda source, target: z3.And(t.open(source), t.terminal(target)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

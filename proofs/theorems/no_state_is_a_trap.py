"""No state is a trap: from every open state some terminal state can be reached (G1, G2, G3).

The certificate is a ranking: each open state has an edge to a state of lower rank, and terminal states alone have rank
0.
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
    """Every open state leads to a terminal one."""
    return z3.And(
        [
            z3.Implies(free.open(s), z3.Or([z3.And(free.terminal(u), free.leads(s, u)) for u in free.states]))
            for s in free.states
        ]
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some open state has no edge to a state nearer to a terminal one."""
    goals = [state.id for state in t.edition.states if state.terminal]
    helpful, rank = backward(t.edition, goals)
    open_states = [state.id for state in t.edition.states if state.open]
    yield t.descending(
        "an open state leads to no end",
        helpful,
        rank,
        open_states,
        lambda: refute.by_trap(t.edition, [s for s in open_states if s not in rank], "a terminal state"),
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step leads from an open state to a terminal one."""
    yield t.some_step("a step ends a task", lambda source, target: z3.And(t.open(source), t.terminal(target)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

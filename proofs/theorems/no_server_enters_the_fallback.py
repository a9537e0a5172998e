"""A server never enters the fallback state, and no step leads to it: it is what a client shows (G1.8, G5.4).

The certificate is a closed set: it holds the initial state, no step leaves it, and the fallback is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from a2a_lifecycle.proofs import refute
from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.search import forward
from a2a_lifecycle.proofs.signature import Signature
from a2a_lifecycle.proofs.theorem import PROVED, with_fallback
from a2a_lifecycle.proofs.trace import Refutation, table_trace

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 3)
SCOPE = with_fallback


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step's target is not the fallback."""
    return z3.Not(t.fallback(target))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step, and the fallback is not where a task begins."""
    begins = [z3.Implies(free.initial(state), z3.Not(free.fallback(state))) for state in free.states]
    return z3.And(free.every_step(claim), *begins)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """The set of the states found reachable is left by a step, lacks the initial state, or holds the fallback.

    Or, should that set be sound, some step leads to the fallback from a state out of reach.
    """
    _, closed = forward(t.edition, t.edition.initial.id)

    def explain() -> Refutation:
        assert t.edition.fallback is not None, "the scope says so"
        fallback = t.edition.fallback.id
        start, path = refute.way_to(t.edition, fallback)
        blame = (refute.blame(path[-1]),) if path else (refute.blame_state(t.edition, fallback),)
        return Refutation(f"a task can enter {fallback}, the fallback", table_trace(start, path), blame)

    yield t.closed_set("the closed set is left, or holds the fallback", closed, t.fallback, explain)
    yield t.step_breaking("a step enters the fallback", claim, "a step leads from {source} to {target}, the fallback")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step enters a state that is not the fallback."""
    yield t.some_step("a step enters another state", lambda source, target: z3.Not(t.fallback(target)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

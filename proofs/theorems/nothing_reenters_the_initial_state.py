"""Nothing reenters the initial state: a task is submitted once (G2, where no row leads to submitted)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.signature import Signature
from a2a_lifecycle.proofs.theorem import PROVED, guide

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 8)
SCOPE = guide


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step's target is not the initial state."""
    return z3.Not(t.initial(target))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row leads to the initial state."""
    yield t.step_breaking(
        "a step enters the initial state", claim, "a step from {source} enters {target}, the initial state, again"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step leaves the initial state, so there is a way to be away from it."""
    yield t.some_step("a step leaves the initial state", lambda source, target: t.initial(source))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

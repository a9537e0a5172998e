"""A pause is entered from the working state alone: only an agent at work finds that it needs something (G2.4, G2.5)."""

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

NUMBER = (1, 10)
SCOPE = guide


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step into an interrupted state starts in the working state."""
    return z3.Implies(t.interrupted(target), t.working(source))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row opens a pause from elsewhere."""
    yield t.step_breaking(
        "a step opens a pause from elsewhere",
        claim,
        "a step opens the pause {target} from {source}, which is not the working state",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step opens a pause."""
    yield t.some_step("a step opens a pause", lambda source, target: t.interrupted(target))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""A pause ends in work or in cancelling, in nothing else (G2.6, G2.7, G3.3, G3.4)."""

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

NUMBER = (1, 11)
SCOPE = guide


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step out of an interrupted state leads to the working state or to where cancelling leads."""
    return z3.Implies(t.interrupted(source), z3.Or(t.working(target), t.cancelled(target)))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row leads from a pause to elsewhere."""
    yield t.step_breaking(
        "a step leaves a pause for elsewhere",
        claim,
        "a step leaves the pause {source} for {target}, which is neither the working state nor cancelled",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step leaves a pause."""
    yield t.some_step("a step leaves a pause", lambda source, target: t.interrupted(source))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

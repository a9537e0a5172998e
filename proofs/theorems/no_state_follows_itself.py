"""No state follows itself: a repeated state is an update of the task, not a transition (guide, silent points; G2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.signature import Signature
from a2a_lifecycle.proofs.theorem import PROVED, bundled

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 12)
SCOPE = bundled


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step's target differs from its source."""
    return z3.Not(t.same(source, target))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row leads from a state to itself."""
    yield t.step_breaking("a step stays where it is", claim, "a step leads from {source} to {target}, the same state")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """There is a step."""
    yield t.some_step("there is a step", lambda source, target: z3.Not(t.same(source, target)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

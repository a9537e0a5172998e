"""No step leaves the fallback: it says nothing of a task, so nothing follows from it (published v1.0 §4.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.signature import Signature
from a2a_lifecycle.proofs.theorem import PROVED, published

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 3)
SCOPE = published


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step starts in a state that is not the fallback."""
    return z3.Not(t.fallback(source))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row leads out of the fallback."""
    yield t.step_breaking(
        "a step leaves the fallback",
        claim,
        "a step leads from {source}, the fallback, to {target}",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """There is a fallback, and there is a step."""
    yield t.some_state("there is a fallback", t.fallback)
    yield t.some_step("a step leaves another state", lambda source, target: z3.Not(t.fallback(source)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

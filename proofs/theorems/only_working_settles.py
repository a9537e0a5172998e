"""Only working settles: a task completes or fails from the working state alone (G2.2, G2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.signature import Signature, settles
from a2a_lifecycle.proofs.theorem import PROVED, guide

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 9)
SCOPE = guide


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step into an outcome of the work starts in the working state."""
    return z3.Implies(settles(t, target), t.working(source))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row settles a task that is not being worked on."""
    yield t.step_breaking(
        "a step settles from elsewhere",
        claim,
        "a step settles {source} as {target}, and {source} is not the working state",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step settles a task."""
    yield t.some_step("a step settles", lambda source, target: settles(t, target))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

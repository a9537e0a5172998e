"""Resuming leads to working: a step of the client's, other than cancelling, puts the task back to work (G2.6, G2.7)."""

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

NUMBER = (1, 16)
SCOPE = bundled


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step that resumes leads to the working state."""
    return z3.Implies(t.resumes(source, target), t.working(target))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step of the client's, other than cancelling, leads elsewhere."""
    yield t.step_breaking(
        "a resumed task is not working", claim, "the client's step from {source} leads to {target}, not to work"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step resumes."""
    yield t.some_step("a step resumes", t.resumes)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

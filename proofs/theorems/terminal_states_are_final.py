"""A terminal state is final: no step leaves one (G5.1; published v1.0 §3.1.1 and "Task Immutability").

It is a claim about steps: an invariant over states alone does not see a step from completed to working.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.signature import Signature
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 1)
SCOPE = any_table


def claim(t: Signature, source: Any, target: Any) -> z3.BoolRef:
    """A step starts in a state that is not terminal."""
    return z3.Not(t.terminal(source))


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """The claim of every step."""
    return free.every_step(claim)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row leads out of a terminal state."""
    yield t.step_breaking(
        "a step leaves a terminal state", claim, "{source} is terminal, and a step leaves it for {target}"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some step enters a terminal state, so there is something to be final."""
    yield t.some_step("a step enters a terminal state", lambda source, target: t.terminal(target))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""The guide's v0.3 is its v1.0 without one pause, auth_required: the same steps between the states it has, the same
classes, the same initial state (G4, G4.8).
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.compared import compared
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, later_ones

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 19)
SCOPE = later_ones


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """A step is in one edition alone though both have its ends; a state is another; or more than a pause is missing."""
    here, there = compared(t, t.table.edition())
    yield here.step_breaking(
        "a step of v0.3 is not in v1.0",
        lambda _, source, target: there.step(source, target),
        "v0.3 leads from {source} to {target}, and v1.0 does not",
    )
    yield there.step_breaking(
        "a step of v1.0 is missing in v0.3",
        lambda _, source, target: z3.Or(here.step(source, target), z3.Not(here.has(source)), z3.Not(here.has(target))),
        "v1.0 leads from {source} to {target}, and v0.3, which has both, does not",
    )
    yield here.state_breaking(
        "a state of v0.3 is another in v1.0",
        lambda state: z3.Implies(here.has(state), here.agrees(there, state)),
        "{state} is not in v1.0, or of another class there",
    )
    yield there.state_breaking(
        "what v0.3 lacks is no pause",
        lambda state: z3.Or(here.has(state), there.interrupted(state)),
        "{state} is missing in v0.3, and is no pause",
    )
    yield there.two_states(
        "v0.3 lacks two states", lambda state: z3.Not(here.has(state)), "{state} is missing in v0.3, and not it alone"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A state of v1.0 is missing, and there are steps."""
    here, there = compared(t, t.table.edition())
    yield there.some_state("a state is missing in v0.3", lambda state: z3.Not(here.has(state)))
    yield here.some_step("a step is in both", there.step)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

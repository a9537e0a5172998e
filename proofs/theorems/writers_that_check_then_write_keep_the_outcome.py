"""Two writers that check the state, then write, keep a cancelled task cancelled. They do not: one checks before the
other's write and writes after it (G5.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.scopes import with_cancel_race
from a2a_lifecycle.proofs.system.terms import Term, after, both, implies, same
from a2a_lifecycle.proofs.system.writers import Writers, writers
from a2a_lifecycle.proofs.theorem import REFUTED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (5, 1)
SCOPE = with_cancel_race


def claim(s: Writers) -> Term:
    """No write replaces cancelled by another outcome."""
    replaces = both(s.cancelled(s.state), s.outcome(after(s.state)))
    return implies(replaces, same(after(s.state), s.state))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """An interleaving of two writers that replaces cancelled by another outcome."""
    s = writers(t, compare=False)
    yield from s.not_always(
        claim(s), "a writer checked before the other cancelled the task, and its write replaces the outcome"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire."""
    yield writers(t, compare=False).every_action_fires()


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = REFUTED
REPAIR = (
    "Compare and set: write only if the state is still the one that was checked, as one step; who comes too "
    "late is refused and decides anew."
)
REPAIRED = ("writers_that_compare_and_set_keep_the_outcome", "writers_that_compare_and_set_leave_ended_tasks_alone")

if __name__ == "__main__":
    run_as_script(__spec__)

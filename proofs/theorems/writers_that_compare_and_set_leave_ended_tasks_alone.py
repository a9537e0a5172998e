"""Writers that compare and set never change a task that has ended, however many they are (G5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.terms import Term, after, at, both, implies, number, same
from a2a_lifecycle.proofs.system.writers import Writers, writers
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (5, 3)
SCOPE = any_table


def claim(s: Writers) -> Term:
    """A step from a terminal state keeps it."""
    return implies(s.terminal(s.state), same(after(s.state), s.state))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some write changes a task that has ended."""
    s = writers(t, compare=True)
    yield from s.always(claim(s), s.invariant, "a writer changes a task that has ended")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Two writers have decided when one of them ends the task."""
    s = writers(t, compare=True)
    both_decided = both(at(s.decided, number(0)), at(s.decided, number(1)))
    yield s.reaches("two writers race for the end", both(both_decided, s.terminal(after(s.state))))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

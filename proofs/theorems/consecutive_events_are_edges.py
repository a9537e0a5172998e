"""Of any two consecutive events in a log of any length, the second is an edge of the table away from the first, or a
report in an open state (G2, G3, G5.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.terms import Term, less, number, size
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 2)
SCOPE = any_table


def claim(s: Composed) -> Term:
    """The events in the places k and k + 1 are the ends of an edge, or a report."""
    return invariants.log_is_legal(s.parts)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step appends an event that no edge leads to."""
    s = composed(t)
    yield from s.always(
        claim(s), invariants.log_follows_the_task(s.parts), "the log has an event that no edge leads to"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A log of three events and more."""
    s = composed(t)
    yield s.reaches("a log grows", less(number(3), size(s.parts.log)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

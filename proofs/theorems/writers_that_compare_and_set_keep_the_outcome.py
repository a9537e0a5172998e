"""Writers that write only if the state is still the one they checked never take an ended task out of its state, and
write logs whose consecutive events are edges; any number of writers, logs of any length (G2, G3, G5.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.terms import Term, after, at, either, no, number, pair_in, same
from a2a_lifecycle.proofs.system.writers import Writers, writers
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (5, 2)
SCOPE = any_table


def claim(s: Writers) -> Term:
    """The state changes along an edge alone."""
    return either(same(after(s.state), s.state), pair_in(s.state, after(s.state), s.edition.pairs))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some write, by any of the writers, from any shared state, follows no edge."""
    s = writers(t, compare=True)
    yield from s.always(claim(s), s.invariant, "a write follows no edge")
    yield from s.always(s.log_is_legal, s.invariant, "the log has two consecutive events that are no edge")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire; a write is refused, and one succeeds."""
    s = writers(t, compare=True)
    yield s.every_action_fires()
    yield s.reaches("a writer is too late", no(same(s.state, at(s.expects, number(0)))), ("refuse",))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

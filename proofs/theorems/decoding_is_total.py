"""Every value is read as some state of the edition, whatever it is; one that is not recognised is the fallback
(G5.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.names import Names, names
from a2a_lifecycle.proofs.system.terms import Term, both, either, implies, no
from a2a_lifecycle.proofs.theorem import PROVED, with_fallback

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (4, 2)
SCOPE = with_fallback


def claim(s: Names) -> Term:
    """A name is read as exactly one state; one that nobody writes, as the fallback."""
    readings = [s.read_as(s.name, s.constant(state)) for state in s.shown_states]
    return both(either(*readings), implies(s.unrecognised(s.name), s.read_as(s.name, s.fallback)))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some value is read as no state, or an unrecognised one as another than the fallback."""
    s = names(t)
    yield s.every(claim(s), "a value is not read as the state it should be")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """There is a value that nobody writes, and one that somebody does."""
    s = names(t)
    yield s.some("a value is not recognised", s.unrecognised(s.name))
    yield s.some("a value is recognised", no(s.unrecognised(s.name)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

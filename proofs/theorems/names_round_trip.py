"""Every state's name is read back as that state (G4)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.names import Names, names
from a2a_lifecycle.proofs.system.scopes import with_names
from a2a_lifecycle.proofs.system.terms import Term, no, same
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (4, 1)
SCOPE = with_names


def claim(s: Names) -> Term:
    """The name written for a state is read as that state."""
    return s.read_as(s.written(s.state), s.state)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state's name is read as another state."""
    s = names(t)
    yield s.every(claim(s), "a state's name is read as another state")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Two states have different names."""
    s = names(t)
    yield s.some("two states have different names", no(same(s.written(s.state), s.name)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""To a client of any edition of the table, a state shows as itself where its edition has it, and as its fallback
where it has not (G4.8, G5.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.names import Names, names
from a2a_lifecycle.proofs.system.terms import Term, no, same
from a2a_lifecycle.proofs.theorem import PROVED, with_fallback

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (4, 3)
SCOPE = with_fallback


def claim(s: Names) -> Term:
    """What is written for a state is read as it, or as the fallback where the client's edition lacks it."""
    return s.read_as(s.written(s.state), s.expected(s.state))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state shows as another one to a client of some edition."""
    for client in t.table.editions.values():
        if client.fallback is not None:
            s = names(t, client.id)
            yield s.every(claim(s), "a state shows as another one", f"to a client of {client.id}")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some state is shown as itself."""
    s = names(t)
    yield s.some("a state is shown as itself", no(same(s.expected(s.state), s.fallback)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""A cancel request is idempotent: while one is pending, another changes nothing (G5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.system.stream import REQUESTS
from a2a_lifecycle.proofs.system.terms import Term, after, implies, same
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 3)
SCOPE = with_deferral


def claim(s: Composed) -> Term:
    """A request that finds one pending leaves every variable as it is."""
    unchanged = [same(variable.var, after(variable.var)) for variable in s.system.variables]
    return implies(s.parts.pending, *unchanged)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some request, made while one is pending, changes something."""
    s = composed(t)
    yield from s.always(claim(s), [], "a second request changes something", REQUESTS)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A request is made while one is pending."""
    s = composed(t)
    yield s.reaches("a second request is made", s.parts.pending, REQUESTS)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

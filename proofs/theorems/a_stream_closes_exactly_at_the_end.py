"""The stream closes with the event that ends the task: not before it, and not after it (G5.5; published v1.0
§3.1.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.stream import CLOSED, OPEN
from a2a_lifecycle.proofs.system.terms import Term, both, implies, is_, no
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 6)
SCOPE = any_table


def claim(s: Composed) -> Term:
    """A stream is open where the task is, and closed where it has ended."""
    p = s.parts
    ended = p.terminal(p.state)
    return both(implies(is_(p.stream(""), OPEN), no(ended)), implies(is_(p.stream(""), CLOSED), ended))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some stream is closed while the task is open, or open after it has ended."""
    s = composed(t)
    sentence = "the stream does not close when the task ends, and only then"
    yield from s.always(claim(s), invariants.everything(s.parts), sentence)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A stream closes."""
    s = composed(t)
    yield s.reaches("a stream closes", is_(s.parts.stream(""), CLOSED))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

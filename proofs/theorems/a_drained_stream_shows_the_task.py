"""When nothing waits in a client's stream, its view equals the server's state (G5.5)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.stream import AWAY, CLOSED
from a2a_lifecycle.proofs.system.terms import Term, both, implies, is_, no, number, same, size
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 4)
SCOPE = any_table


def claim(s: Composed) -> Term:
    """With a stream in which nothing waits, the view shows the task's state."""
    p = s.parts
    drained = both(no(is_(p.stream(""), AWAY)), same(size(p.waiting("")), number(0)))
    return implies(drained, same(p.view(""), p.shows(p.state)))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state has a drained stream and a view that shows something else."""
    s = composed(t)
    yield from s.always(claim(s), invariants.everything(s.parts), "nothing waits, and the view shows another state")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A stream is drained after the task has ended."""
    s = composed(t)
    p = s.parts
    drained = both(is_(p.stream(""), CLOSED), same(size(p.waiting("")), number(0)))
    yield s.reaches("a stream is drained after the end", drained)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

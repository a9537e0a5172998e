"""A client's view never goes back to an earlier event, across reconnects too (G5.5)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.terms import Term, after, at_most, less, number, size
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 5)
SCOPE = any_table


def claim(s: Composed) -> Term:
    """No step lowers the number of the event a client has seen."""
    return at_most(s.parts.seen(""), after(s.parts.seen("")))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step takes a view back to an earlier event."""
    s = composed(t)
    yield from s.always(
        claim(s), invariants.client_reads_the_log(s.parts, ""), "the view goes back to an earlier event"
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A client loses its stream with events in it, and subscribes again."""
    s = composed(t)
    p = s.parts
    yield s.reaches("a stream is lost with events in it", less(number(0), size(p.waiting(""))), ("lose_stream",))
    yield s.reaches("a client subscribes again", less(number(0), after(p.seen(""))), ("subscribe",))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Each event a client takes from its stream is the one that follows what it has seen, and it shows it; after its
snapshot it has a run without a gap (G5.5; published v1.0 §3.5.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.terms import Term, after, at, both, less, number, plus, same, size
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 3)
SCOPE = any_table


def claim(s: Composed) -> Term:
    """Receiving advances what was seen by one, and shows the log's event of that number."""
    p = s.parts
    event = at(p.log, after(p.seen("")))
    return both(same(after(p.seen("")), plus(p.seen(""), 1)), same(after(p.view("")), p.shows(event)))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some receive repeats an event, skips one, or shows another."""
    s = composed(t)
    sentence = "the client takes an event that does not follow the one it has seen, or shows another"
    yield from s.always(claim(s), invariants.client_reads_the_log(s.parts, ""), sentence, ("receive",))


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """An event is taken while another waits, and after a second subscription."""
    s = composed(t)
    p = s.parts
    yield s.reaches("an event is taken while another waits", less(number(0), size(after(p.waiting("")))), ("receive",))
    yield s.reaches("a client subscribes again", less(number(0), after(p.seen(""))), ("subscribe",))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

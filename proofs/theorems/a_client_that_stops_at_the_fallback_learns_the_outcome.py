"""A client that takes the fallback for the end still shows the outcome when nothing more can happen. It does not: a
state it has no name for stops it, and the rest waits unread (G5.4, G5.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.rules import enabled
from a2a_lifecycle.proofs.system.scopes import bare_client, with_bare_client
from a2a_lifecycle.proofs.system.stream import PROGRESS
from a2a_lifecycle.proofs.system.terms import Term, implies, no, same
from a2a_lifecycle.proofs.theorem import REFUTED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (4, 4)
SCOPE = with_bare_client


def claim(s: Composed) -> Term:
    """Where nothing goes on, the view shows the task's state."""
    p = s.parts
    return implies(no(enabled(s.system, *PROGRESS)), same(p.view(""), p.shows(p.state)))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """A run after which no step is left and the view does not show the outcome."""
    s = composed(t, bare_client(t.table, t.edition), reports=False, reconnects=False, stops_at_fallback=True)
    sentence = "the client stops at a state it has no name for, and never reads the outcome that waits in its stream"
    yield from s.not_always(claim(s), sentence)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action of this design can fire."""
    s = composed(t, bare_client(t.table, t.edition), reports=False, reconnects=False, stops_at_fallback=True)
    yield s.every_action_fires()


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = REFUTED
REPAIR = "Show a value you do not recognise as the fallback, and read on until the stream closes."
REPAIRED = ("a_client_that_reads_on_learns_the_outcome",)

if __name__ == "__main__":
    run_as_script(__spec__)

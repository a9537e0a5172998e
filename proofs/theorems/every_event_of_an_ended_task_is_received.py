"""Once a task has ended, a connected client shows its outcome in the end, if receiving is weakly fair (G5.5).

The rank is how many events wait in its stream: any number, and each receive lowers it.
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.fairness import Response, Stage
from a2a_lifecycle.proofs.system.stream import CLOSED, RECEIVING
from a2a_lifecycle.proofs.system.terms import TRUE, both, is_, less, number, same, size
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 7)
SCOPE = any_table


def claim(s: Composed) -> Response:
    """Where the stream has closed, the view shows the task's state in the end."""
    p = s.parts
    closed, shown = is_(p.stream(""), CLOSED), same(p.view(""), p.shows(p.state))
    return s.leads_to(
        closed,
        shown,
        [Stage(TRUE, RECEIVING)],
        size(p.waiting("")),
        invariants.everything(p),
        "the stream has closed, and the client never shows the outcome",
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Nothing can be received before the outcome is shown, or some step adds an event."""
    yield from claim(composed(t, reconnects=False)).obligations()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A stream has closed, with two events waiting."""
    s = composed(t, reconnects=False)
    p = s.parts
    yield s.reaches(
        "events wait in a closed stream", both(is_(p.stream(""), CLOSED), less(number(1), size(p.waiting(""))))
    )


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

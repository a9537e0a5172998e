"""A pending cancel request ends in a terminal state, if the settling step alone is weakly fair (G5.3).

The log never makes the server wait, so a step that may settle the task can be taken as long as the request is pending.
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.fairness import Response, Stage
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.system.stream import SETTLING
from a2a_lifecycle.proofs.system.terms import TRUE, after, both, number
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 6)
SCOPE = with_deferral


def claim(s: Composed) -> Response:
    """Where a request is pending the task ends, if the settling step is weakly fair."""
    p = s.parts
    stages = [Stage(TRUE, SETTLING)]
    return s.leads_to(
        p.pending,
        p.terminal(p.state),
        stages,
        number(0),
        [invariants.pending_is_open(p), invariants.pending_can_be_honoured(p)],
        "a request stays pending for ever though settling is weakly fair",
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """The settling step cannot be taken while a request is pending, or some step undoes the wait without ending it."""
    yield from claim(composed(t)).obligations()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """A request stays pending, and a step settles it."""
    s = composed(t)
    yield s.reaches("a request is pending", s.parts.pending)
    yield s.reaches("a pending request is settled", both(s.parts.pending, s.parts.terminal(after(s.parts.state))))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Where the channel blocks the sender, whatever its size, and while a cancel request is pending neither a pause is
opened nor progress reported, the request ends, if settling and receiving are weakly fair (G5.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.fairness import Response
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.system.settling import ends_over_a_channel, full
from a2a_lifecycle.proofs.system.terms import both
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 8)
SCOPE = with_deferral


def claim(s: Composed) -> Response:
    """Where a request is pending the task ends, if settling and receiving are weakly fair."""
    p = s.parts
    kept = [invariants.pending_is_open(p), invariants.pending_can_be_honoured(p), invariants.channel_is_bounded(p, "")]
    stuck = "a request stays pending for ever though settling and receiving are weakly fair"
    return ends_over_a_channel(s, kept, stuck)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Neither helpful step can be taken while a request is pending, or some step undoes the wait."""
    s = composed(t, blocking=True, reports_while_cancelling=False)
    yield from claim(s).obligations()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action of this design can fire, and a request is pending with a full channel."""
    s = composed(t, blocking=True, reports_while_cancelling=False)
    p = s.parts
    yield s.every_action_fires()
    yield s.reaches("a request is pending, the channel full", both(p.pending, full(s)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Where the channel blocks the sender, whatever its size, and reports and pauses are allowed meanwhile, a pending
cancel request ends, if settling is strongly fair and receiving weakly (G5.3).
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

NUMBER = (2, 10)
SCOPE = with_deferral


def claim(s: Composed) -> Response:
    """Where a request is pending the task ends, if settling is strongly fair and receiving weakly."""
    p = s.parts
    kept = [invariants.pending_is_open(p), invariants.pending_can_be_honoured(p), invariants.channel_is_bounded(p, "")]
    stuck = "a request stays pending for ever though settling is strongly fair"
    return ends_over_a_channel(s, kept, stuck, strong=True)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Neither helpful step can be taken while a request is pending, or the client's step makes no room."""
    s = composed(t, blocking=True, pauses_while_cancelling=True)
    yield from claim(s).obligations()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action of this design can fire, and a request is pending with a full channel."""
    s = composed(t, blocking=True, pauses_while_cancelling=True)
    p = s.parts
    yield s.every_action_fires()
    yield s.reaches("a request is pending, the channel full", both(p.pending, full(s)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Where the channel blocks the sender and pauses may be opened meanwhile, a pending cancel request still ends, if
settling and receiving are weakly fair. It does not: the pauses fill the channel again after each receive (G5.3,
G5.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.fairness import Response
from a2a_lifecycle.proofs.system.scopes import with_pause_and_deferral
from a2a_lifecycle.proofs.system.settling import ends_over_a_channel
from a2a_lifecycle.proofs.theorem import REFUTED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 7)
SCOPE = with_pause_and_deferral


def claim(s: Composed) -> Response:
    """Where a request is pending the task ends, if settling and receiving are weakly fair."""
    stuck = "the pauses fill the channel again after each event the client takes: settling is never possible for good"
    return ends_over_a_channel(s, [], stuck)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """A fair run on which a request is pending for ever."""
    s = composed(t, blocking=True, reports=False, pauses_while_cancelling=True, reconnects=False)
    yield claim(s).refuting()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action of this design can fire, and a request stays pending."""
    s = composed(t, blocking=True, reports=False, pauses_while_cancelling=True, reconnects=False)
    yield s.every_action_fires()
    yield s.reaches("a request is pending", s.parts.pending)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = REFUTED
REPAIR = (
    "Open no pause while a cancel request is pending; or let no channel make the server wait. Where neither "
    "can be had, settling must be scheduled strongly fairly: whenever it is possible again and again, it is "
    "done."
)
REPAIRED = (
    "a_pending_request_ends_without_pauses_and_reports",
    "a_pending_request_ends",
    "a_pending_request_ends_under_strong_fairness",
)

if __name__ == "__main__":
    run_as_script(__spec__)

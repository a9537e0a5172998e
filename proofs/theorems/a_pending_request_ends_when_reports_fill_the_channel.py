"""Where the channel blocks the sender, a pending cancel request ends though progress is reported meanwhile, if
settling and receiving are weakly fair. It does not: the reports fill the channel as pauses do (G5.3, G5.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.fairness import Response
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.system.settling import ends_over_a_channel
from a2a_lifecycle.proofs.theorem import REFUTED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (2, 9)
SCOPE = with_deferral


def claim(s: Composed) -> Response:
    """Where a request is pending the task ends, if settling and receiving are weakly fair."""
    stuck = "the reports fill the channel again after each event the client takes: settling is never possible for good"
    return ends_over_a_channel(s, [], stuck)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """A fair run on which a request is pending for ever."""
    s = composed(t, blocking=True, reconnects=False)
    yield claim(s).refuting()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action of this design can fire, and a request stays pending."""
    s = composed(t, blocking=True, reconnects=False)
    yield s.every_action_fires()
    yield s.reaches("a request is pending", s.parts.pending)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = REFUTED
REPAIR = (
    "Let no channel make the server wait, or report no progress while a cancel request is pending: barring "
    "pauses alone is not enough."
)
REPAIRED = (
    "a_pending_request_ends",
    "a_pending_request_ends_without_pauses_and_reports",
    "a_pending_request_ends_under_strong_fairness",
)

if __name__ == "__main__":
    run_as_script(__spec__)

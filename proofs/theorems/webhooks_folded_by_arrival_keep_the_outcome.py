"""A client that takes webhooks as they arrive keeps the outcome once it has arrived. It does not: an earlier event
may arrive after it (published v1.0: push notifications arrive at least once, in any order).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.terms import Term
from a2a_lifecycle.proofs.system.webhooks import Fold, Webhooks, webhooks
from a2a_lifecycle.proofs.theorem import REFUTED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 10)
SCOPE = any_table


def claim(s: Webhooks) -> Term:
    """A view that shows an outcome stays as it is."""
    return s.outcome_is_kept


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """A run on which the view shows the outcome and then something else."""
    s = webhooks(t, Fold.BY_ARRIVAL)
    yield from s.not_always(claim(s), "the view shows the outcome, and an earlier event that arrives later replaces it")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire."""
    yield webhooks(t, Fold.BY_ARRIVAL).every_action_fires()


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = REFUTED
REPAIR = (
    "Take a webhook only if its sequence number is higher than the last one taken. Without numbers, keep an "
    "outcome once it shows: then at least the end is right."
)
REPAIRED = ("webhooks_folded_by_number_never_go_back", "a_terminal_webhook_wins")

if __name__ == "__main__":
    run_as_script(__spec__)

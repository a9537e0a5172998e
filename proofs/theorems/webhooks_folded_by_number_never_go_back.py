"""A client that takes a webhook only if its sequence number is higher than what it has seen never goes back, and
shows the event it has seen, for webhooks that arrive in any order and any number
of times (G5.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.terms import Term, after, at, at_most, both, less, number, same
from a2a_lifecycle.proofs.system.webhooks import Fold, Webhooks, webhooks
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 11)
SCOPE = any_table


def claim(s: Webhooks) -> Term:
    """No delivery lowers what was seen; the view shows that event; and an outcome is kept."""
    return both(
        at_most(s.seen, after(s.seen)), same(after(s.view), s.shows(at(s.log, after(s.seen)))), s.outcome_is_kept
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some delivery takes the view back, or away from the event it has seen."""
    s = webhooks(t, Fold.BY_NUMBER)
    yield from s.always(claim(s), s.invariant, "a webhook takes the view back", ("deliver",))


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire, and a webhook arrives after a later one, and a second time."""
    s = webhooks(t, Fold.BY_NUMBER)
    yield s.every_action_fires()
    yield s.reaches("a webhook arrives late", less(number(0), s.seen), ("deliver",))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

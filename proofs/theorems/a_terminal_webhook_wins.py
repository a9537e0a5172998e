"""A client that takes every webhook but keeps an outcome once it shows one has the final state right, in whatever
order webhooks arrive (G5.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.terms import Term, after, both, implies, same
from a2a_lifecycle.proofs.system.webhooks import Fold, Webhooks, webhooks
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 12)
SCOPE = any_table


def claim(s: Webhooks) -> Term:
    """An outcome that is shown is the task's, and is kept."""
    shown = implies(s.shows_outcome(after(s.view)), same(after(s.view), s.shows(after(s.state))))
    return both(s.outcome_is_kept, shown)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step replaces an outcome, or shows one that is not the task's."""
    s = webhooks(t, Fold.TERMINAL_WINS)
    yield from s.always(claim(s), s.invariant, "an outcome is replaced, or is not the task's")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire, and an event arrives after the outcome."""
    s = webhooks(t, Fold.TERMINAL_WINS)
    yield s.every_action_fires()
    yield s.reaches("an event arrives after the outcome", s.shows_outcome(s.view), ("deliver",))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""A client that shows a state it has no name for as the fallback and reads on learns the outcome, and never makes
the server wait for ever, whatever the channel's size (G5.4, G5.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system import invariants
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.rules import enabled
from a2a_lifecycle.proofs.system.scopes import bare_client, with_bare_client
from a2a_lifecycle.proofs.system.stream import PROGRESS
from a2a_lifecycle.proofs.system.terms import Term, implies, is_, no, same
from a2a_lifecycle.proofs.theorem import PROVED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (4, 6)
SCOPE = with_bare_client


def claim(s: Composed) -> Term:
    """Where nothing goes on, the task has ended, and the view shows what it ended in."""
    p = s.parts
    return implies(no(enabled(s.system, *PROGRESS)), p.terminal(p.state), same(p.view(""), p.shows(p.state)))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state has no step left, and a task that has not ended or a view that does not show the outcome."""
    s = composed(t, bare_client(t.table, t.edition), blocking=True, reports=False, reconnects=False)
    p = s.parts
    clauses = [
        *invariants.everything(p),
        invariants.pending_can_be_honoured(p),
        invariants.task_goes_on_or_has_ended(p),
    ]
    yield from s.always(claim(s), clauses, "no step is left, and the client does not show an outcome")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire, the view shows the fallback, and a run has no step left."""
    s = composed(t, bare_client(t.table, t.edition), blocking=True, reports=False, reconnects=False)
    p = s.parts
    fallback = p.design.coding.client.fallback
    assert fallback is not None
    yield s.every_action_fires()
    yield s.reaches("the view shows the fallback", is_(p.view(""), fallback.id))
    yield s.reaches("no step is left", no(enabled(s.system, *PROGRESS)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

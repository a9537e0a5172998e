"""Where channels block the sender, a client that does not read still holds back nobody else. It does: the server
waits for it (G5.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.interference import Interference
from a2a_lifecycle.proofs.system.scopes import with_two_steps
from a2a_lifecycle.proofs.theorem import REFUTED

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 9)
SCOPE = with_two_steps


CLIENTS = "first", "second"


def claim(s: Composed) -> Interference:
    """The first client interferes with nothing."""
    return s.interference(CLIENTS[0], "the server waits for one client, and the other gets no event")


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """A run after which someone else cannot do what it could do if the first client had read."""
    s = composed(t, clients=CLIENTS, blocking=True, reports=False, reconnects=False)
    yield claim(s).refuting()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action of this design can fire."""
    s = composed(t, clients=CLIENTS, blocking=True, reports=False, reconnects=False)
    yield s.every_action_fires()


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = REFUTED
REPAIR = "Keep the log, and give each client a place in it: a client that does not read then holds back nobody."
REPAIRED = ("views_never_influence_each_other",)

if __name__ == "__main__":
    run_as_script(__spec__)

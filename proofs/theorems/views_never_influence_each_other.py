"""Two clients' views never influence each other or the server: what one does or leaves undone changes nothing for the
rest, nor what they can do (G5.5).

Two copies of the system that differ in one client alone take the same step of anyone else to states that differ in that
client alone; and that client's own steps change nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.interference import Interference
from a2a_lifecycle.proofs.system.terms import no, same
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 8)
SCOPE = any_table


CLIENTS = "first", "second"


def claim(s: Composed) -> Interference:
    """The first client interferes with nothing."""
    return s.interference(CLIENTS[0], "what one client does changes what the others can do or see")


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step of the first client changes something else, or its state decides what someone else can do."""
    yield from claim(composed(t, clients=CLIENTS)).obligations()


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire, and the two clients show different states."""
    s = composed(t, clients=CLIENTS)
    p = s.parts
    yield s.every_action_fires()
    yield s.reaches("the views differ", no(same(p.view(CLIENTS[0]), p.view(CLIENTS[1]))))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Every change of state is exactly one event in the log, and one in each open stream (G5.5)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.claims import INDEX
from a2a_lifecycle.proofs.system.stream import OPEN
from a2a_lifecycle.proofs.system.terms import (
    Term,
    after,
    at,
    both,
    either,
    implies,
    is_,
    last,
    less,
    no,
    plus,
    same,
    size,
)
from a2a_lifecycle.proofs.theorem import PROVED, any_table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (3, 1)
SCOPE = any_table


def claim(s: Composed) -> Term:
    """A step adds one event or none; one that changes the state adds one, which says the new state, everywhere."""
    p, one_more = s.parts, plus(size(s.parts.log), 1)
    arrived = [
        implies(is_(p.stream(c), OPEN), same(size(after(p.waiting(c))), plus(size(p.waiting(c)), 1)))
        for c in p.design.clients
    ]
    changes = no(same(after(p.state), p.state))
    return both(
        either(same(size(after(p.log)), size(p.log)), same(size(after(p.log)), one_more)),
        implies(changes, same(size(after(p.log)), one_more), same(last(after(p.log)), after(p.state)), *arrived),
        implies(less(INDEX, size(p.log)), same(at(after(p.log), INDEX), at(p.log, INDEX))),
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some step changes the state and adds no event, two, or another one, or changes an event that was there."""
    s = composed(t)
    yield from s.always(claim(s), [], "a change of state is not exactly one event")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Every action can fire."""
    yield composed(t).every_action_fires()


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

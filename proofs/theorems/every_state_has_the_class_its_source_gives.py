"""A state is open or terminal, but for the fallback, which is terminal in the guide's list (G1.8) and indeterminate in
the published protocol (published v1.0 §4.1.3); and exactly one active state besides the initial one works (G1.2).
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 15)
SCOPE = bundled


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """Each state is open, terminal, or an indeterminate fallback; the guide's fallback is terminal; one state works."""
    terminal_fallback = free.edition.source == "guide"
    classes = [
        z3.If(free.fallback(s), free.terminal(s) == terminal_fallback, z3.Or(free.open(s), free.terminal(s)))
        for s in free.states
    ]
    not_open = [z3.Implies(free.fallback(s), z3.Not(free.open(s))) for s in free.states]
    works = free.exactly_one([free.working(state) for state in free.states])
    return z3.And(*classes, *not_open, works)


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some state has another class, none works, or two do."""
    terminal_fallback = t.edition.source == "guide"
    yield t.state_breaking(
        "a state has another class",
        lambda state: z3.If(
            t.fallback(state),
            z3.And(t.terminal(state) == terminal_fallback, z3.Not(t.open(state))),
            z3.Or(t.open(state), t.terminal(state)),
        ),
        "{state} has a class its source does not give it",
    )
    yield t.some_state("a state works", t.working, "no state is active and not initial: none works")
    yield t.two_states("two states work", t.working, "{state} is active and not initial, and not the only one")


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """There is an open state, a terminal one, and a fallback."""
    yield t.some_state("a state is open", t.open)
    yield t.some_state("a state is terminal", t.terminal)
    yield t.some_state("there is a fallback", t.fallback)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

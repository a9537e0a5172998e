"""The published rules have exactly one largest model, and it is the table: every step they allow is a row, and no other
(published v1.0 §3.1.1, §3.1.2 and "Task Immutability").

The stated rules each speak of one step, so the relations that keep them are closed under union and there is a largest.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.axioms import PUBLISHED, named
from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, published

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 21)
SCOPE = published


def axiom(free: FreeLifecycle) -> z3.BoolRef:
    """Every step from an open state to another state that is not the fallback is taken."""
    return z3.And(
        [
            z3.Implies(
                z3.And(free.open(s), z3.Not(free.fallback(u)), z3.Not(free.same(s, u))),
                free.steps[s, u],
            )
            for s, u in free.pairs
        ]
    )


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """The table breaks a stated rule, or a relation that keeps them all has a step that the table lacks."""
    free = t.free
    rules = named(t, PUBLISHED)
    more = z3.Or([free.steps[pair] for pair in free.pairs if pair not in t.edition.pairs])
    yield free.table_keeps("the table breaks a stated rule", rules)
    yield Obligation(
        "a larger relation keeps them all",
        "unsat",
        [*free.classes_fixed(), *rules.values(), more],
        (),
        free.explain_model,
    )
    yield free.table_keeps("the table lacks an allowed step", {"largest": axiom(free)})


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some relation that takes a step keeps the rules."""
    free = t.free
    rules = named(t, PUBLISHED)
    yield Obligation(
        "a relation keeps them all", "sat", [*free.classes_fixed(), *rules.values(), z3.Or(list(free.steps.values()))]
    )


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""The guide's axioms have exactly one model, and it is the table (G1, G2, G3, G5.1, G5.2).

The transition relation is taken as one free Boolean for each pair of states. The axioms speak of classes and roles and
name no row; whatever relation keeps them is the table.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.axioms import GUIDE, named
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, guide

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 20)
SCOPE = guide

# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """The table breaks an axiom, or another relation keeps them all."""
    free = t.free
    axioms = named(t, GUIDE)
    is_table = z3.And(free.relation_is(t.edition.pairs))
    fixed = free.classes_fixed()
    yield free.table_keeps("the table breaks an axiom", axioms)
    yield Obligation(
        "another relation keeps them all", "unsat", [*fixed, *axioms.values(), z3.Not(is_table)], (), free.explain_model
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some relation keeps the axioms."""
    free = t.free
    yield Obligation("a relation keeps them all", "sat", [*free.classes_fixed(), *named(t, GUIDE).values()])


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Every row is needed: each is in the unsat core of the claims together, and without it one of them is false (G2, G3).

`prove --matrix` says which theorems rest on which row.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.axioms import applying
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled
from a2a_lifecycle.proofs.trace import Refutation

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 24)
SCOPE = bundled

# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """The claims do not follow from the rows; or they do still where some row may be missing."""
    free = t.free
    claims = applying(t)
    everything = free.table_keeps("a claim is false of the table", claims)
    yield everything
    for fact in everything.facts:
        others = [other for other in everything.facts if other is not fact]
        yield Obligation(
            f"without {fact.row.origin.section} {fact.row.origin.number}",
            "sat",
            everything.constraints,
            others,
            lambda _, row=fact.row: Refutation(  # type: ignore[misc]
                "every claim holds without this row", blame=(f"{row.origin}: {row.trigger} to {row.target}",)
            ),
            lambda model: ", ".join(name for name, claim in claims.items() if z3.is_false(model.eval(claim))),
        )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """The table keeps every claim."""
    free = t.free
    table = [*free.relation_is(t.edition.pairs), *free.classes_fixed()]
    yield Obligation("the table keeps every claim", "sat", [*table, *applying(t).values()])


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

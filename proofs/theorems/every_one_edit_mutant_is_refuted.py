"""Every one-edit mutant of the table is refuted by some theorem: add, drop or retarget an edge, flip a class, move the
initial state (G1, G2, G3).

One question covers them all: a free choice of the edit, and all claims together. `prove --mutants` says which theorems
refute which mutant.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.axioms import applying
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.mutants import KINDS
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled
from a2a_lifecycle.proofs.trace import Refutation

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 23)
SCOPE = bundled

# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some mutant keeps every claim."""
    space = t.mutants

    def explain(model: z3.ModelRef | None) -> Refutation:
        assert model is not None, "a mutant that survives is a model"
        return Refutation(f"no theorem refutes this mutant: {space.of(model).edit}")

    yield Obligation("a mutant keeps every claim", "unsat", [*space.constraints, *applying(t).values()], (), explain)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """There is a mutant of each kind, and the table itself keeps every claim."""
    space = t.mutants
    for kind in KINDS:
        of_kind = [space.is_chosen(index) for index, mutant in enumerate(space.mutants) if mutant.kind == kind]
        yield Obligation(
            f"there is a mutant of kind {kind}",
            "sat",
            [*space.constraints, z3.Or(of_kind)],
            describe=lambda model: space.of(model).edit,
        )
    table = [*t.free.relation_is(t.edition.pairs), *t.free.classes_fixed()]
    yield Obligation("the table keeps every claim", "sat", [*table, *applying(t).values()])


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

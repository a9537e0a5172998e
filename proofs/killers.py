"""Which theorems refute which one-edit mutant."""

from __future__ import annotations

from collections.abc import Mapping

import z3

from a2a_lifecycle.proofs.axioms import applying
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.mutants import Mutant


def killers(t: Lifecycle) -> Mapping[Mutant, tuple[str, ...]]:
    """For each mutant of the edition, the theorems that refute it."""
    space = t.mutants
    solver = z3.Solver()
    solver.set("ctrl_c", False)  # Ctrl-C is for the process, not for one answer of the solver
    solver.add(*space.constraints)
    holds = {name: z3.Bool(f"holds {name}") for name in applying(t)}
    for name, axiom in applying(t).items():
        solver.add(holds[name] == axiom)
    table = {}
    for index, mutant in enumerate(space.mutants):
        assert solver.check(space.chosen == index) == z3.sat, "a mutant is a table"
        model = solver.model()
        table[mutant] = tuple(name for name, atom in holds.items() if not z3.is_true(model.eval(atom)))
    return table

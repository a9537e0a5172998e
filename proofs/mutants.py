"""The one-edit mutants of an edition: an edge added, dropped or retargeted, a class flipped, a new initial state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import z3

from a2a_lifecycle.proofs.free import CLASSES, FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle

KINDS = ("add", "drop", "retarget", "class", "initial")


@dataclass(frozen=True)
class Mutant:
    """One edit of the table.

    Attributes:
        kind: `add`, `drop`, `retarget`, `class` or `initial`.
        edit: what it does, for a person.
        flips: the free Booleans whose value it flips.
    """

    kind: str
    edit: str
    flips: tuple[z3.BoolRef, ...]


def mutants(free: FreeLifecycle) -> Iterator[Mutant]:
    """Every one-edit mutant of the edition that `free` is about, each once."""
    edition = free.edition
    edges = sorted(edition.pairs)
    for source, target in free.pairs:
        if (source, target) not in edition.pairs:
            yield Mutant("add", f"add {source} → {target}", (free.steps[source, target],))
    for source, target in edges:
        yield Mutant("drop", f"drop {source} → {target}", (free.steps[source, target],))
    for source, target in edges:
        for other in free.states:
            # Onto another edge it would be a drop, already counted.
            if (source, other) not in edition.pairs:
                flips = (free.steps[source, target], free.steps[source, other])
                yield Mutant("retarget", f"retarget {source} → {target} to {other}", flips)
    for state in edition.states:
        for name in CLASSES:
            if name != state.state_class:
                flips = (free.class_atom(state.id, state.state_class), free.class_atom(state.id, name))
                yield Mutant("class", f"make {state.id} {name}", flips)
    for state_id in free.states:
        if state_id != edition.initial.id:
            flips = (free.initial(edition.initial.id), free.initial(state_id))
            yield Mutant("initial", f"begin in {state_id}", flips)


class MutantSpace:
    """All mutants at once: a free choice of one, and the Booleans that it gives.

    Parameters:
        t: the edition.
    """

    def __init__(self, t: Lifecycle) -> None:
        free = t.free
        self.mutants = tuple(mutants(free))
        width = max(1, (len(self.mutants) - 1).bit_length())
        self.chosen = z3.BitVec("mutant", width)
        flipped: dict[z3.BoolRef, list[z3.BoolRef]] = {}
        for index, mutant in enumerate(self.mutants):
            for atom in mutant.flips:
                flipped.setdefault(atom, []).append(self.chosen == index)
        literals = [*free.relation_is(t.edition.pairs), *free.classes_fixed()]
        self.constraints = [] if len(self.mutants) == 2**width else [z3.ULT(self.chosen, len(self.mutants))]
        for literal in literals:
            holds = not z3.is_not(literal)
            atom = literal if holds else literal.arg(0)
            flips = z3.Or(flipped.get(atom, []))
            self.constraints.append(atom == (z3.Not(flips) if holds else flips))

    def of(self, model: z3.ModelRef) -> Mutant:
        """The mutant that `model` chooses."""
        return self.mutants[model.eval(self.chosen, model_completion=True).as_long()]


def killers(t: Lifecycle) -> Mapping[Mutant, tuple[str, ...]]:
    """For each mutant of the edition, the theorems that refute it."""
    from a2a_lifecycle.proofs.axioms import applying

    space = MutantSpace(t)
    solver = z3.Solver()
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

"""The one-edit mutants of an edition: an edge added, dropped or retargeted, a class flipped, a new initial state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import z3

from a2a_lifecycle.proofs.build import disj, equal, negated
from a2a_lifecycle.proofs.free import CLASSES, FreeLifecycle
from a2a_lifecycle.spec import Edition

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
        edition: the edition.
        free: the Booleans.
    """

    def __init__(self, edition: Edition, free: FreeLifecycle) -> None:
        self.mutants = tuple(mutants(free))
        width = max(1, (len(self.mutants) - 1).bit_length())
        self.chosen = z3.BitVec("mutant", width)
        flipped: dict[z3.BoolRef, list[z3.BoolRef]] = {}
        for index, mutant in enumerate(self.mutants):
            for atom in mutant.flips:
                flipped.setdefault(atom, []).append(self.is_chosen(index))
        literals = [*free.relation_is(edition.pairs), *free.classes_fixed()]
        self.constraints = [] if len(self.mutants) == 2**width else [z3.ULT(self.chosen, len(self.mutants))]
        for literal in literals:
            holds = not z3.is_not(literal)
            atom = literal if holds else literal.arg(0)
            flips = disj(flipped.get(atom, []))
            self.constraints.append(equal(atom, negated(flips) if holds else flips))

    def is_chosen(self, index: int) -> z3.BoolRef:
        """That the mutant of this number is the one."""
        return equal(self.chosen, z3.BitVecVal(index, self.chosen.sort()))

    def of(self, model: z3.ModelRef) -> Mutant:
        """The mutant that `model` chooses."""
        number: int = model.eval(self.chosen, model_completion=True).as_long()
        return self.mutants[number]

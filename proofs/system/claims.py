"""The obligations that a claim about every state, or every step, is made of: an inductive invariant, checked in Z3."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import z3

from a2a_lifecycle.proofs.build import conj, disj
from a2a_lifecycle.proofs.domain import Kind
from a2a_lifecycle.proofs.obligation import Fact, Inconclusive, Obligation, Shared
from a2a_lifecycle.proofs.system.execute import LIMIT, Machine, Run
from a2a_lifecycle.proofs.system.ground import blame, ground, state_of
from a2a_lifecycle.proofs.system.replay import Replay
from a2a_lifecycle.proofs.system.rules import System
from a2a_lifecycle.proofs.system.shown import trace_of
from a2a_lifecycle.proofs.system.symbolic import Reading
from a2a_lifecycle.proofs.system.symbols import Names, Symbolic
from a2a_lifecycle.proofs.system.terms import NUMBER, Term, Var, names_in, number, plus
from a2a_lifecycle.proofs.trace import Refutation
from a2a_lifecycle.spec import Transition

INDEX = Var("k", NUMBER)
"""What a clause of an invariant says something about any value of: a place in a sequence, or a member of a family."""

SIZES = 1, 2
"""The channel capacities, or numbers of writers, that a search for a fault tries."""


@dataclass(frozen=True)
class Clause:
    """One part of an invariant.

    Attributes:
        name: what it says, in a few words.
        term: it; where it reads `INDEX`, it holds for every value of that.
        more: further places where it is assumed, besides the index in question, the next, 0, and the actions'
            parameters. Assuming a clause in fewer places only makes a proof harder.
    """

    name: str
    term: Term
    more: tuple[Term, ...] = ()

    @property
    def indexed(self) -> bool:
        """Whether it holds for every value of `INDEX`."""
        return INDEX.name in names_in(self.term)


Invariant = Sequence[Clause]

Explain = Callable[[z3.ModelRef | None], Refutation]
"""What it means that an obligation is not met."""


@dataclass(frozen=True)
class Unrolled:
    """A system's any state and the steps from it, as Z3 terms; shared by the claims about the system.

    Attributes:
        reading: what they were read with.
        before: the state.
        index: any index.
        steps: the actions.
        facts: for each action, that it is taken, and what the rows of the table say of that.
    """

    reading: Reading
    before: Names
    index: z3.ArithRef
    steps: tuple[Symbolic, ...]
    facts: tuple[tuple[z3.BoolRef, tuple[Fact, ...]], ...]

    def assume(self, reading: Reading, invariant: Invariant) -> list[z3.BoolRef]:
        """What the invariant gives: each clause, those for every index at the places that matter."""
        numbers = [value for step in self.steps for value in step.parameters.values() if z3.is_int(value)]
        names = {**self.before, INDEX.name: self.index}
        assumed = []
        for clause in invariant:
            if not clause.indexed:
                assumed.append(reading.read(clause.term, self.before))
                continue
            places = [reading.read(place, names) for place in (INDEX, plus(INDEX, 1), number(0), *clause.more)]
            for place in (*places, *numbers):
                holds = reading.read(clause.term, {**self.before, INDEX.name: place})
                assumed.append(z3.Implies(place >= 0, holds))
        return assumed

    def after(self, step: Symbolic) -> dict[str, object]:
        """The variables before and after `step`, for a claim about steps."""
        return {**self.before, INDEX.name: self.index, **{f"{name}'": value for name, value in step.after.items()}}


@lru_cache(maxsize=16)
def unrolled(system: System, kind: Kind) -> Unrolled:
    """The system's any state and its steps."""
    reading = Reading(kind)
    before = reading.state(system)
    index = reading.fresh(INDEX.name, NUMBER)
    steps = tuple(reading.steps(system, before))
    return Unrolled(reading, before, index, steps, tuple(map(_tracked, steps)))


def _tracked(step: Symbolic) -> tuple[z3.BoolRef, tuple[Fact, ...]]:
    if step.action.choices is None:
        return step.guard, ()
    by_row: dict[int, tuple[Transition, list[z3.BoolRef]]] = {}
    taken = []
    for choice, fits in step.rows:
        if choice.row is None:
            taken.append(fits)
        else:
            by_row.setdefault(choice.row.origin.number, (choice.row, []))[1].append(fits)
    facts = []
    for row_number, (row, fits) in by_row.items():
        is_taken = z3.Bool(f"{step.action.name} by row {row_number}")
        taken.append(is_taken)
        facts.append(Fact(row, z3.Implies(is_taken, z3.Or(fits))))
    return z3.And(step.guard, z3.Or(taken)), tuple(facts)


@dataclass(frozen=True)
class Safety:
    """A claim about every reachable state, or about every step from one, and the invariant that proves it.

    Attributes:
        system: the system.
        kind: how names are represented.
        invariant: what every step keeps.
        claim: what is claimed; it may read variables after the step, and `INDEX`.
        sentence: what it means that it fails.
        of: the names of the actions that a claim about steps is about; None for all.
        replay: replays the run through the executable model, where that is built as the system is.
    """

    system: System
    kind: Kind
    invariant: Invariant
    claim: Term
    sentence: str
    of: tuple[str, ...] | None = None
    replay: Replay | None = None

    def obligations(self) -> Iterator[Obligation]:
        """That the invariant holds at the beginning, that each step keeps it, and that it gives the claim."""
        yield from induction(self.system, self.kind, self.invariant, self._explain)
        yield self._gives()

    def _gives(self) -> Obligation:
        base = unrolled(self.system, self.kind)
        reading = base.reading.fork()
        assumed = base.assume(reading, self.invariant)
        facts: list[Fact] = []
        if not self._of_steps:
            broken = z3.Not(reading.read(self.claim, {**base.before, INDEX.name: base.index}))
        else:
            steps = []
            for step, (taken, rows) in zip(base.steps, base.facts, strict=True):
                if self.of is None or step.action.name in self.of:
                    facts += rows
                    steps.append(z3.And(taken, z3.Not(reading.read(self.claim, base.after(step)))))
            broken = disj(steps)
        return Obligation(
            "the claim fails", "unsat", [*assumed, broken, *reading.typing], facts, self._explain, universal=True
        )

    @property
    def _of_steps(self) -> bool:
        return self.of is not None or of_steps(self.claim)

    # --- where it fails ---

    def _explain(self, _: z3.ModelRef | None) -> Refutation:
        found = self.search()
        if found is None:
            raise Inconclusive(f"no run was found that breaks the claim, among the first {LIMIT:,} states")
        machine, run = found
        return Refutation(self.sentence, trace_of(machine.system, run, names_in(self.claim)), blame(run))

    def _shows(self, _: z3.ModelRef | None) -> Refutation:
        """The refutation that was expected: the design is to blame, no row, and the model has replayed the run."""
        found = self.search()
        assert found is not None
        machine, run = found
        replayed = None if self.replay is None else self.replay(machine.system, run)
        return Refutation(self.sentence, trace_of(machine.system, run, names_in(self.claim)), replayed=replayed)

    def search(self) -> tuple[Machine, Run] | None:
        """A shortest run to where the claim fails, if a search finds one, and the machine it is a run of."""
        system = searchable(self.system, self.claim)
        for sizes in searched_sizes(system):
            machine = Machine(system, sizes)
            run = search_failure(machine, self.claim, self.of)
            if run is not None:
                return machine, run
        return None

    def refuting(self) -> Obligation:
        """The shortest run to where the claim fails, each of its steps and its end checked on ground facts."""
        name = "a run breaks the claim"
        found = self.search()
        if found is None:
            return Obligation(name, "unsat", [z3.BoolVal(True)], (), self._explain)
        machine, run = found
        reading = Reading(self.kind)
        facts = [ground(reading, machine, step) for step in run]
        names = state_of(reading, machine, run[-1][0] if run else machine.initial)
        end = state_of(reading, machine, run[-1][2] if run else machine.initial)
        index = {INDEX.name: reading.fresh(INDEX.name, NUMBER)}
        if self._of_steps:
            claim = reading.read(self.claim, {**names, **index, **{f"{name}'": value for name, value in end.items()}})
        else:
            claim = reading.read(self.claim, {**end, **index})
        return Obligation(name, "unsat", [*facts, z3.Not(claim), *reading.typing], (), self._shows)


def induction(system: System, kind: Kind, invariant: Invariant, explain: Explain) -> Iterator[Obligation]:
    """That `invariant` holds at the beginning and that each step keeps it; nothing where there is none."""
    if not invariant:
        return
    beginning, kept, facts = _induction(system, kind, tuple(invariant))
    yield Obligation("the invariant fails at the beginning", "unsat", beginning, (), explain)
    yield Obligation("a step breaks the invariant", "unsat", kept, facts, explain, universal=True)


@lru_cache(maxsize=64)
def _induction(system: System, kind: Kind, invariant: tuple[Clause, ...]) -> tuple[Shared, Shared, tuple[Fact, ...]]:
    reading = Reading(kind)
    names = {**reading.initial(system), INDEX.name: reading.fresh(INDEX.name, NUMBER)}
    failing = z3.Not(conj([reading.read(clause.term, names) for clause in invariant]))
    beginning = Shared((*reading.typing, failing))
    base = unrolled(system, kind)
    reading = base.reading.fork()
    assumed = base.assume(reading, invariant)
    broken = []
    for step, (taken, _) in zip(base.steps, base.facts, strict=True):
        names = {**step.after, INDEX.name: base.index}
        # A clause whose variables the step leaves as they are is kept by it, and need not be asked about.
        touched = {*step.action.changes}
        asked = [reading.read(clause.term, names) for clause in invariant if touched & names_in(clause.term)]
        if asked:
            broken.append(z3.And(taken, z3.Not(conj(asked))))
    facts = tuple(fact for _, of_step in base.facts for fact in of_step)
    return beginning, Shared((*assumed, disj(broken), *reading.typing)), facts


def searchable(system: System, claim: Term) -> System:
    """The system a search for `claim` is run on: without what only records, where the claim does not read it."""
    read = {name.removesuffix("'") for name in names_in(claim)}
    return system if any(system.by_name[n].history for n in read if n in system.by_name) else system.without_history()


def search_failure(machine: Machine, claim: Term, of: tuple[str, ...] | None = None) -> Run | None:
    """A shortest run whose last step, or the state it ends in, is not as `claim` says."""
    if of is not None or of_steps(claim):
        holds_of_step = machine.compiled_step(claim, INDEX.name)
        return machine.shortest(
            lambda before, taken, target: (of is None or taken.action.name in of) and not holds_of_step(before, target)
        )
    holds = machine.compiled(claim, INDEX.name)
    if not holds(machine.initial):
        return ()
    return machine.shortest(lambda _, __, target: not holds(target))


def of_steps(claim: Term) -> bool:
    """Whether `claim` is about steps: whether it reads a variable after one."""
    return any(name.endswith("'") for name in names_in(claim))


def sizes_of(system: System, size: int) -> Mapping[str, int]:
    """All sizes of `system` as `size`, or the least they may be."""
    return {name: max(size, least) for name, least in system.sizes.items()}


def searched_sizes(system: System) -> Iterator[Mapping[str, int]]:
    """The sizes that a search for a fault tries, each once."""
    tried: list[Mapping[str, int]] = []
    for size in SIZES:
        sizes = sizes_of(system, size)
        if sizes not in tried:
            tried.append(sizes)
            yield sizes

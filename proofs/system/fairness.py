"""Responses under fairness: proved by a rank and a helpful action, refuted by a lasso."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import z3

from a2a_lifecycle.proofs.build import disj
from a2a_lifecycle.proofs.domain import Kind
from a2a_lifecycle.proofs.obligation import Inconclusive, Obligation
from a2a_lifecycle.proofs.system.claims import Invariant, induction, searched_sizes, unrolled
from a2a_lifecycle.proofs.system.execute import Machine, Run, State, Step
from a2a_lifecycle.proofs.system.ground import ground, state_of
from a2a_lifecycle.proofs.system.replay import Replay
from a2a_lifecycle.proofs.system.rules import System, Which, enabled
from a2a_lifecycle.proofs.system.shown import trace_of
from a2a_lifecycle.proofs.system.symbolic import Reading
from a2a_lifecycle.proofs.system.symbols import Names, Symbol, Symbolic
from a2a_lifecycle.proofs.system.terms import Term, both, either, no
from a2a_lifecycle.proofs.trace import Refutation


@dataclass(frozen=True)
class Stage:
    """Where one action helps.

    Attributes:
        condition: when it is that action.
        helpful: its steps.
        strong: whether they are strongly fair: taken if they can be taken again and again, not only if they always
            can. Only where the rank is 0; then another step may raise it, for the weakly fair steps bring it back.
    """

    condition: Term
    helpful: Which
    strong: bool = False


@dataclass(frozen=True)
class Response:
    """The claim that where `begun` holds, `done` holds in the end, if the helpful steps are fair.

    Attributes:
        system: the system.
        kind: how names are represented.
        invariant: what every step keeps.
        begun: where the wait begins; it lasts until `done`.
        done: what is waited for.
        stages: which steps help when; one for each fair set of steps.
        rank: a number that no step raises while the wait lasts, and the helpful step lowers or is the last.
        sentence: what it means that it fails.
        replay: replays the run through the executable model, where that is built as the system is.
    """

    system: System
    kind: Kind
    invariant: Invariant
    begun: Term
    done: Term
    stages: Sequence[Stage]
    rank: Term
    sentence: str
    replay: Replay | None = None

    @property
    def waiting(self) -> Term:
        """The wait lasts."""
        return both(self.begun, no(self.done))

    def obligations(self) -> Iterator[Obligation]:
        """The invariant; that a helpful step can be taken; that it helps; and that no other step undoes it."""
        yield from induction(self.system, self.kind, self.invariant, self._explain)
        yield self._helpful_enabled()
        yield self._steps_keep_to_it()

    def _helpful_enabled(self) -> Obligation:
        base = unrolled(self.system, self.kind)
        reading = base.reading.fork()
        assumed = base.assume(reading, self.invariant)
        idle = [both(stage.condition, no(enabled(self.system, stage.helpful))) for stage in self.stages]
        nowhere = no(either(*(stage.condition for stage in self.stages)))
        stuck = reading.read(both(self.waiting, either(nowhere, *idle)), base.before)
        return Obligation(
            "no helpful step can be taken", "unsat", [*assumed, stuck, *reading.typing], (), self._explain
        )

    def _steps_keep_to_it(self) -> Obligation:
        base = unrolled(self.system, self.kind)
        reading = base.reading.fork()
        assumed = [*base.assume(reading, self.invariant), reading.read(self.waiting, base.before)]
        rank = reading.read(self.rank, base.before)
        bad = []
        for step, (taken, _) in zip(base.steps, base.facts, strict=True):
            done, begun = reading.read(self.done, step.after), reading.read(self.begun, step.after)
            later = reading.read(self.rank, step.after)
            keeps = z3.And(begun, z3.Or(later <= rank, *self._in_strong(reading, base.before)))
            helps = [
                z3.Implies(z3.And(reading.read(stage.condition, base.before), chosen), z3.And(begun, later < rank))
                for stage in self.stages
                for chosen in _chosen(step, stage.helpful)
            ]
            bad.append(z3.And(taken, z3.Not(done), z3.Not(z3.And(keeps, *helps))))
        facts = [fact for _, of_step in base.facts for fact in of_step]
        return Obligation(
            "a step undoes it", "unsat", [*assumed, disj(bad), *reading.typing], facts, self._explain, universal=True
        )

    def _in_strong(self, reading: Reading, names: Names) -> list[z3.BoolRef]:
        # Where the helpful step is strongly fair, others may raise the rank: the wait only has to come back here.
        return [reading.read(stage.condition, names) for stage in self.stages if stage.strong]

    # --- where it fails ---

    def _explain(self, _: z3.ModelRef | None) -> Refutation:
        found = self.lasso()
        if found is None:
            raise Inconclusive("the ranking does not hold, but no fair run was found that waits for ever")
        machine, stem, cycle = found
        loop = len(stem) if cycle else None
        return Refutation(self.sentence, trace_of(machine.system, (*stem, *cycle), (), loop))

    def _shows(self, _: z3.ModelRef | None) -> Refutation:
        found = self.lasso()
        assert found is not None
        machine, stem, cycle = found
        replayed = None if self.replay is None else self.replay(machine.system, (*stem, *cycle))
        return replace(self._explain(None), replayed=replayed)

    def lasso(self) -> tuple[Machine, Run, Run] | None:
        """A shortest fair run that waits for ever: how it gets there, and what it repeats.

        Under strong fairness none is searched for.
        """
        if any(stage.strong for stage in self.stages):
            return None
        system = self.system.without_history()
        for sizes in searched_sizes(system):
            machine = Machine(system, sizes)
            found = _lasso(machine, self.waiting, self.stages)
            if found is not None:
                return machine, *found
        return None

    def refuting(self) -> Obligation:
        """The lasso, each step checked on ground facts, and that each set of steps is treated fairly in its loop."""
        name = "a fair run waits for ever"
        found = self.lasso()
        if found is None:
            return Obligation(name, "unsat", [z3.BoolVal(True)], (), self._explain)
        machine, stem, cycle = found
        reading = Reading(self.kind)
        facts = [ground(reading, machine, step) for step in (*stem, *cycle)]
        facts.append(z3.BoolVal(not cycle or cycle[-1][2] == cycle[0][0]))
        ends = [before for before, _, _ in cycle] or [stem[-1][2] if stem else machine.initial]
        states = [state_of(reading, machine, state) for state in ends]
        facts += [reading.read(self.waiting, names) for names in states]
        for stage in self.stages:
            taken = any(stage.helpful.takes(step.action, step.choice) for _, step, _ in cycle)
            can = [reading.read(enabled(machine.system, stage.helpful), names) for names in states]
            idle = z3.And([z3.Not(c) for c in can]) if stage.strong else z3.Not(z3.And(can))
            facts.append(z3.Or(z3.BoolVal(taken), idle))
        return Obligation(name, "unsat", [*facts, *reading.typing], (), self._shows)


def _chosen(step: Symbolic, which: Which) -> list[Symbol]:
    """That `step` is one of `which`, if it can be."""
    if not step.action.name.endswith(which.action):
        return []
    return [z3.BoolVal(True) if which.parameter is None else step.parameters[which.parameter]]


def _lasso(machine: Machine, waiting: Term, stages: Sequence[Stage]) -> tuple[Run, Run] | None:
    """A shortest lasso whose loop waits and is weakly fair: for each stage a step is taken, or cannot be somewhere."""
    waits = machine.compiled(waiting)
    can = [machine.compiled(enabled(machine.system, stage.helpful)) for stage in stages]
    depth: dict[State, int] = {machine.initial: 0}
    parents: dict[State, Step] = {}
    steps: dict[State, list[Step]] = {}
    for step in machine.explore(LASSO_LIMIT):
        steps.setdefault(step[0], []).append(step)
        if step[2] not in depth:
            depth[step[2]] = depth[step[0]] + 1
            parents[step[2]] = step
    for state in depth:
        # Where nothing can be done, nothing is treated unfairly either, and the wait lasts.
        if waits(state) and state not in steps and next(machine.steps(state), None) is None:
            return machine.back(parents, state), ()
    best: tuple[Run, Run] | None = None
    for start in sorted((s for s in depth if waits(s)), key=lambda s: depth[s]):
        room = LONGEST if best is None else len(best[0]) + len(best[1]) - 1
        if depth[start] >= room:
            break
        cycle = _cycle(start, room - depth[start], steps, waits, _fair_bits(can, stages))
        if cycle is not None:
            best = machine.back(parents, start), cycle
    return best


LASSO_LIMIT = 5_000
LONGEST = 40
"""How many states, and how many steps of a lasso, a search looks at before it gives up."""


def _fair_bits(can: Sequence[Callable[[State], bool]], stages: Sequence[Stage]) -> tuple[int, Callable[[Step], int]]:
    full = (1 << len(stages)) - 1

    def bits(step: Step) -> int:
        before, taken, _ = step
        marks = 0
        for number, stage in enumerate(stages):
            if stage.helpful.takes(taken.action, taken.choice) or not can[number](before):
                marks |= 1 << number
        return marks

    return full, bits


def _cycle(
    start: State,
    longest: int,
    steps: dict[State, list[Step]],
    waits: Callable[[State], bool],
    fair: tuple[int, Callable[[Step], int]],
) -> Run | None:
    """A shortest fair loop from `start` back to it, of at most `longest` steps, through states that wait."""
    full, bits = fair
    parents: dict[tuple[State, int], tuple[tuple[State, int], Step] | None] = {(start, 0): None}
    queue = deque([(start, 0, 0)])
    while queue:
        at, marks, length = queue.popleft()
        if length >= longest:
            continue
        for step in steps.get(at, ()):
            node = (step[2], marks | bits(step))
            if not waits(step[2]):
                continue
            if node == (start, full):
                run = [step]
                back = parents[at, marks]
                while back is not None:
                    run.append(back[1])
                    back = parents[back[0]]
                return tuple(reversed(run))
            if node not in parents:
                parents[node] = ((at, marks), step)
                queue.append((*node, length + 1))
    return None

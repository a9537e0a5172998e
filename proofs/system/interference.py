"""Whether one client changes anything for the rest: two copies of the system that differ in that client alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import z3

from a2a_lifecycle.proofs.build import disj
from a2a_lifecycle.proofs.domain import Kind
from a2a_lifecycle.proofs.obligation import Inconclusive, Obligation
from a2a_lifecycle.proofs.system.claims import searched_sizes
from a2a_lifecycle.proofs.system.execute import Machine, Run, State, Step
from a2a_lifecycle.proofs.system.ground import ground, state_of
from a2a_lifecycle.proofs.system.replay import Replay
from a2a_lifecycle.proofs.system.rules import Action, System
from a2a_lifecycle.proofs.system.shown import trace_of
from a2a_lifecycle.proofs.system.symbolic import Reading
from a2a_lifecycle.proofs.trace import Refutation


@dataclass(frozen=True)
class Interference:
    """The claim that a client interferes with nothing else.

    Attributes:
        system: the system.
        kind: how names are represented.
        client: the client's name; its variables and actions begin with it.
        sentence: what it means that it interferes.
        replay: replays the run through the executable model, where that is built as the system is.
    """

    system: System
    kind: Kind
    client: str
    sentence: str
    replay: Replay | None = None

    def _own(self, name: str) -> bool:
        return name.startswith(f"{self.client} ")

    @property
    def _rest(self) -> tuple[str, ...]:
        return tuple(v.name for v in self.system.variables if not self._own(v.name))

    @property
    def _others(self) -> tuple[Action, ...]:
        return tuple(action for action in self.system.actions if not self._own(action.name))

    def obligations(self) -> Iterator[Obligation]:
        """That the client's steps change nothing else, and that its state decides nothing of the others' steps."""
        reading = Reading(self.kind)
        one = reading.state(self.system)
        changes = []
        for action in self.system.actions:
            if self._own(action.name):
                step = reading.step(action, one)
                kept = [reading.equal(step.after[name], one[name]) for name in self._rest]
                changes.append(z3.And(step.guard, z3.Not(z3.And(kept))))
        constraints = [disj(changes), *reading.typing]
        yield Obligation("its step changes something else", "unsat", constraints, (), self._explain)
        reading = Reading(self.kind)
        one = reading.state(self.system)
        other = dict(one)
        for variable in self.system.variables:
            if self._own(variable.name):
                other[variable.name] = reading.fresh(f"{variable.name} otherwise", variable.sort)
        differs = []
        for action in self._others:
            here, there = reading.step(action, one), reading.step(action, other)
            allowed = z3.Or([fits for _, fits in here.rows]) if here.rows else z3.BoolVal(True)
            alike = z3.And([reading.equal(here.after[name], there.after[name]) for name in self._rest])
            apart = z3.Or(here.guard != there.guard, z3.And(here.guard, there.guard, z3.Not(alike)))
            differs.append(z3.And(allowed, apart))
        constraints = [disj(differs), *reading.typing]
        yield Obligation("its state decides what others do", "unsat", constraints, (), self._explain)

    # --- where it fails ---

    def _explain(self, _: z3.ModelRef | None) -> Refutation:
        found = self.search()
        if found is None:
            raise Inconclusive("the client's variables are read or changed by others, but no run shows it")
        machine, run, _, action = found
        sentence = self.sentence if action is None else f"{self.sentence}: {action} cannot be done any more"
        return Refutation(sentence, trace_of(machine.system, run))

    def _shows(self, _: z3.ModelRef | None) -> Refutation:
        found = self.search()
        assert found is not None
        replayed = None if self.replay is None else self.replay(found[0].system, found[1])
        return replace(self._explain(None), replayed=replayed)

    def search(self) -> tuple[Machine, Run, Run | None, str | None] | None:
        """A shortest run that shows interference.

        Its last step is the client's and changes something else; or after it some step of someone else cannot be taken,
        which can be after another run, that differs in the client's variables alone: that run, and the step's name.
        """
        system = self.system.without_history()
        for sizes in searched_sizes(system):
            machine = Machine(system, sizes)
            rest = [i for i, v in enumerate(system.variables) if not self._own(v.name)]
            parents: dict[State, Step] = {}
            can: dict[State, dict[str, str]] = {machine.initial: {}}
            for step in machine.explore(20_000):
                before, taken, target = step
                if self._own(taken.action.name) and any(before[i] != target[i] for i in rest):
                    return machine, (*machine.back(parents, before), step), None, None
                if target not in can:
                    can[target] = {}
                    parents[target] = step
                if not self._own(taken.action.name):
                    can[before][machine.label(taken.action, taken.choice)] = taken.name
            groups: dict[State, list[State]] = {}
            for state in can:
                groups.setdefault(tuple(state[i] for i in rest), []).append(state)
            for state, able in can.items():
                for twin in groups[tuple(state[i] for i in rest)]:
                    more = [name for label, name in can[twin].items() if label not in able]
                    if more and state != machine.initial:
                        return machine, machine.back(parents, state), machine.back(parents, twin), more[0]
        return None

    def refuting(self) -> Obligation:
        """The two runs, each step checked on ground facts: one can go on as the other cannot."""
        name = "a client interferes"
        found = self.search()
        if found is None or found[1] is None:
            return Obligation(name, "unsat", [z3.BoolVal(True)], (), self._explain)
        machine, run, twin, _ = found
        reading = Reading(self.kind)
        facts = [ground(reading, machine, step) for step in (*run, *(twin or ()))]
        if twin is not None:
            rest = [i for i, v in enumerate(machine.system.variables) if not self._own(v.name)]
            here, there = run[-1][2], twin[-1][2] if twin else machine.initial
            facts.append(z3.BoolVal(all(here[i] == there[i] for i in rest)))
            able = {machine.label(t.action, t.choice) for t, _ in machine.steps(here)}
            blocked = next(t for t, _ in machine.steps(there) if machine.label(t.action, t.choice) not in able)
            facts.append(reading.step(blocked.action, state_of(reading, machine, there), blocked.values).guard)
            facts.append(z3.Not(reading.step(blocked.action, state_of(reading, machine, here), blocked.values).guard))
        return Obligation(name, "unsat", [*facts, *reading.typing], (), self._shows)

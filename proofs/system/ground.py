"""Runs that a search found, checked step by step by Z3 on ground facts."""

from __future__ import annotations

from collections.abc import Iterable

import z3

from a2a_lifecycle.proofs.build import conj, integer
from a2a_lifecycle.proofs.domain import Kind
from a2a_lifecycle.proofs.obligation import Obligation, Shared
from a2a_lifecycle.proofs.system.execute import Machine, Run, State, Step, joined
from a2a_lifecycle.proofs.system.symbolic import Reading
from a2a_lifecycle.proofs.system.symbols import Symbol


def state_of(reading: Reading, machine: Machine, state: State) -> dict[str, Symbol]:
    """A state of `machine` as constants of Z3."""
    variables = zip(machine.system.variables, state, strict=True)
    values = {variable.name: reading.value(value, variable.sort) for variable, value in variables}
    return {**values, **{name: integer(value) for name, value in machine.sizes.items()}}


def ground(reading: Reading, machine: Machine, step: Step) -> z3.BoolRef:
    """That the step is one of the system's: its action's guard holds before, and what it changes is as it is after."""
    before, taken, target = step
    symbolic = reading.step(taken.action, state_of(reading, machine, before), taken.values)
    expected = state_of(reading, machine, target)
    changed = [v.name for v in machine.system.variables if v.name in taken.action.changes]
    same = [reading.equal(symbolic.after[name], expected[name]) for name in changed]
    kept = all(
        one == other
        for v, one, other in zip(machine.system.variables, before, target, strict=True)
        if v.name not in taken.action.changes
    )
    return conj([symbolic.guard, z3.BoolVal(kept), *same])


def runs_exist(name: str, kind: Kind, machine: Machine, runs: Iterable[Run | None]) -> Obligation:
    """A witness: each run begins where the system does, and each of its steps is one of the system's."""
    reading = Reading(kind)
    steps: dict[tuple[State, str, State], Step] = {}
    for run in runs:
        if run is None or not joined(run) or (run and run[0][0] != machine.initial):
            return Obligation(name, "sat", [z3.BoolVal(False)])
        for step in run:
            steps.setdefault((step[0], machine.label(step[1].action, step[1].choice), step[2]), step)
    facts = [ground(reading, machine, step) for step in steps.values()]
    return Obligation(name, "sat", Shared((*facts, *reading.typing)))


def blame(run: Run) -> tuple[str, ...]:
    """The row that the run's last step takes, if it takes one."""
    if not run:
        return ()
    taken = run[-1][1]
    return (f"{taken.choice.row.origin}: {taken.name}",) if taken.choice and taken.choice.row else ()

"""What one trigger and one new task cost, next to what else could execute the table.

    python benchmarks/trigger.py

All contenders take the same round (ask for input, get it) in turns, side by side in one run, so that the ratios hold on
a busy machine too. `pip install '.[bench]'` brings python-statemachine and automat; without them they are left out. It
ends with exit status 1 where our trigger costs more than 1.3 of one of bare `transitions`.
"""

from __future__ import annotations

import statistics
import sys
import timeit
from collections.abc import Callable
from typing import Any

from transitions import Machine

from a2a_lifecycle.model import Task
from a2a_lifecycle.spec import Edge, Edition, load

TURNS, ROUNDS = 60, 250
TARGET = 1.3

Round = Callable[[], object]


def loop_of(edition: Edition) -> tuple[tuple[Edge, ...], Edge, Edge]:
    """A path to a state that can be left and entered again, and the two edges of that round (G5.2)."""
    for out in edition.edges:
        for back in edition.edges_between(out.target, out.source):
            return edition.path(edition.initial.id, out.source) or (), out, back
    raise SystemExit("the table has no round of two edges")


def our_task(edition: Edition, path: tuple[Edge, ...], out: Edge, back: Edge) -> Round:
    task = Task(edition)
    for edge in path:
        task.fire(edge.trigger)

    def go() -> None:
        getattr(task, out.trigger)()
        getattr(task, back.trigger)()
        # The log of a real task is short; that of a benchmark would grow for ever.
        task._log.events.clear()

    return go


def bare_transitions(edition: Edition, path: tuple[Edge, ...], out: Edge, back: Edge) -> Round:
    class Model:
        pass

    model: Any = Model()
    Machine(
        model,
        states=[state.id for state in edition.states],
        initial=edition.initial.id,
        transitions=[{"trigger": e.trigger, "source": e.source, "dest": e.target} for e in edition.edges],
        auto_transitions=False,
    )
    for edge in path:
        getattr(model, edge.trigger)()

    def go() -> None:
        getattr(model, out.trigger)()
        getattr(model, back.trigger)()

    return go


def dict_lookup(edition: Edition, path: tuple[Edge, ...], out: Edge, back: Edge) -> Round:
    table = {(edge.source, edge.trigger): edge.target for edge in edition.edges}

    def go() -> str:
        state = table[out.source, out.trigger]
        return table[state, back.trigger]

    return go


def python_statemachine(edition: Edition, path: tuple[Edge, ...], out: Edge, back: Edge) -> Round:
    from statemachine import State, StateMachine

    namespace: dict[str, Any] = {
        state.id: State(initial=state.initial, final=state.terminal)
        for state in edition.states
        if state.initial or edition.path(edition.initial.id, state.id)
    }
    events: dict[str, Any] = {}
    for edge in edition.edges:
        step = namespace[edge.source].to(namespace[edge.target])
        events[edge.trigger] = events[edge.trigger] | step if edge.trigger in events else step
    machine = type("Lifecycle", (StateMachine,), {**namespace, **events})()
    for edge in path:
        machine.send(edge.trigger)

    def go() -> None:
        getattr(machine, out.trigger)()
        getattr(machine, back.trigger)()

    return go


def automat(edition: Edition, path: tuple[Edge, ...], out: Edge, back: Edge) -> Round:
    from typing import Protocol

    from automat import TypeMachineBuilder

    def method(name: str) -> Any:
        def call(self: Any) -> None: ...

        call.__name__ = call.__qualname__ = name
        return call

    interface: Any = type("Lifecycle", (Protocol,), {name: method(name) for name in edition.triggers})  # type: ignore[arg-type]
    builder = TypeMachineBuilder(interface, object)
    states = {state.id: builder.state(state.id) for state in (edition.initial, *edition.states)}
    for edge in edition.edges:
        states[edge.source].upon(getattr(interface, edge.trigger)).to(states[edge.target]).returns(None)
    machine: Any = builder.build()(object())
    for edge in path:
        getattr(machine, edge.trigger)()

    def go() -> None:
        getattr(machine, out.trigger)()
        getattr(machine, back.trigger)()

    return go


def main() -> int:
    """Print the ratios, and say whether the target is met."""
    edition = load().edition()
    round_ = loop_of(edition)
    contenders: dict[str, Round] = {}
    for make in (our_task, bare_transitions, dict_lookup, python_statemachine, automat):
        try:
            contenders[make.__name__.replace("_", " ")] = make(edition, *round_)
        except ImportError as missing:
            print(f"{make.__name__.replace('_', ' ')}: left out, {missing}", file=sys.stderr)
    ours = next(iter(contenders))
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(TURNS):
        for name, go in contenders.items():
            taken[name].append(timeit.timeit(go, number=ROUNDS) / ROUNDS / 2)
    # The least disturbed turns are the ones to compare on a machine that others use too.
    cost = {name: statistics.mean(sorted(times)[: TURNS // 4]) for name, times in taken.items()}
    bare = bare_transitions.__name__.replace("_", " ")
    print("What a trigger of our Task costs, in multiples of")
    for name, seconds in cost.items():
        if name != ours:
            print(f"  {name:24}{cost[ours] / seconds:8.2f}")
    new = min(timeit.repeat(lambda: Task(edition), number=1000, repeat=20)) / 1000
    print(f"A new task costs {new / cost[bare]:.2f} of a trigger of bare transitions.")
    missed = cost[ours] > TARGET * cost[bare]
    print(f"Target: at most {TARGET} of bare transitions: {'missed' if missed else 'met'}.")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())

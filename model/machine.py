"""The table as a machine of the `transitions` library: one for each edition, shared by all its tasks."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from transitions import Machine, State

from a2a_lifecycle.model.identity import once_for_each
from a2a_lifecycle.spec import Edition


class Cursor:
    """The model that the machine moves: a state, and nothing else.

    A task puts one in its state, lets the machine move it, and takes the state over only when the machine is done. So
    whatever goes wrong inside the machine, the task has not changed.
    """

    __slots__ = ("state",)

    def __init__(self, state: str) -> None:
        self.state = state


class _State(State):
    """A state without callbacks: nobody may attach one to a machine that all tasks share, so none are looked for."""

    def enter(self, event_data: object) -> None:
        pass

    def exit(self, event_data: object) -> None:
        pass


def _cancel_pending(cancel_pending: bool) -> bool:
    """The condition of the rows that are not `while_cancelling` (G5.3): they are closed while this holds."""
    return cancel_pending


@once_for_each
def machine_of(edition: Edition) -> Machine:
    """The machine that executes `edition`: its states, and a transition for each of its edges.

    All tasks of the edition share it, so it is sealed: no state, trigger or transition can be added. It has no model of
    its own; trigger it by `machine.events[trigger].trigger(model, cancel_pending)` with any object that has a `state`.
    There are no automatic triggers: the library's default `to_<state>` would bypass the table.
    """
    machine = Machine(
        model=None,
        states=[_State(state.id, final=state.terminal) for state in edition.states],
        initial=edition.initial.id,
        auto_transitions=False,
    )
    for edge in edition.edges:
        closed_by = None if edge.row.while_cancelling else _cancel_pending
        machine.add_transition(edge.trigger, edge.source, edge.target, unless=closed_by)
    _seal(machine)
    return machine


def _seal(machine: Any) -> None:
    for event in machine.events.values():
        event.transitions = MappingProxyType({source: tuple(rows) for source, rows in event.transitions.items()})
    machine.events = MappingProxyType(machine.events)
    machine.states = MappingProxyType(machine.states)


def relation_of(machine: Machine) -> frozenset[tuple[str, str, str]]:
    """Every (source, trigger, target) that `machine` executes, read back from its events."""
    return frozenset(
        (source, name, str(transition.dest))
        for name, event in machine.events.items()
        for source, transitions in event.transitions.items()
        for transition in transitions
    )


def initial_of(machine: Machine) -> str:
    """The state `machine` starts in."""
    return str(machine.initial)

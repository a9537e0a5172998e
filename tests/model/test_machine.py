import gc
import weakref

import pytest

from a2a_lifecycle.model import Task, initial_of, machine_of, relation_of
from a2a_lifecycle.model.machine import Cursor
from a2a_lifecycle.spec import load
from tests.model.support import EDITIONS

BY_ID = {"argvalues": EDITIONS, "ids": [edition.id for edition in EDITIONS]}


@pytest.mark.parametrize("edition", **BY_ID)
def test_the_machine_read_back_is_the_table(edition):
    machine = machine_of(edition)
    assert relation_of(machine) == {(edge.source, edge.trigger, edge.target) for edge in edition.edges}
    assert initial_of(machine) == edition.initial.id
    assert set(machine.states) == set(edition.by_id)
    assert {name for name, state in machine.states.items() if state.final} == edition.terminal


@pytest.mark.parametrize("edition", **BY_ID)
def test_every_pair_of_state_and_trigger_does_what_the_table_says(edition):
    events = machine_of(edition).events
    for state in edition.states:
        for trigger in edition.triggers:
            edge = edition.edge(state.id, trigger)
            for pending in (False, True):
                cursor = Cursor(state.id)
                try:
                    moved = events[trigger].trigger(cursor, pending)
                except Exception:
                    moved = False
                open_edge = edge is not None and (edge.row.while_cancelling or not pending)
                assert moved is open_edge
                assert cursor.state == (edge.target if open_edge else state.id)


def test_tasks_of_an_edition_share_its_machine():
    edition = load().edition()
    assert machine_of(edition) is machine_of(edition)
    assert Task()._events is Task(edition)._events is machine_of(edition).events


def test_the_library_adds_no_trigger_of_its_own():
    for edition in EDITIONS:
        assert set(machine_of(edition).events) == set(edition.triggers)


def test_the_shared_machine_is_sealed():
    edition = load().edition()
    machine = machine_of(edition)
    before = relation_of(machine)
    over = next(iter(edition.outcomes))
    for attempt in (
        lambda: machine.add_transition("reopen", over, edition.initial.id),
        lambda: machine.add_transition(edition.triggers[0], over, edition.initial.id),
        lambda: machine.add_states(["elsewhere"]),
    ):
        with pytest.raises((TypeError, AttributeError, LookupError)):
            attempt()
    assert relation_of(machine) == before


def test_a_machine_is_forgotten_with_its_edition(own_table):
    edition = own_table().edition()
    machine = weakref.ref(machine_of(edition))
    assert machine() is not None
    del edition
    gc.collect()
    assert machine() is None

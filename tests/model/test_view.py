"""The client's view: the last state received, read by the client's own edition (G5.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2a_lifecycle.model import OtherTaskError, Task, View, WireError, encode
from a2a_lifecycle.spec import load
from tests.model.support import EDITIONS, at

IDS = {"ids": lambda edition: edition.id}


def walk(edition, choices):
    """A task led by `choices`: each picks one of the triggers that are then allowed."""
    task = Task(edition)
    for choice in choices:
        if not task.allowed:
            break
        task.fire(task.allowed[choice % len(task.allowed)])
    return task


walks = st.tuples(st.sampled_from(EDITIONS), st.lists(st.integers(0, 50), max_size=12)).map(lambda pair: walk(*pair))


def test_an_empty_view_shows_nothing():
    view = View()
    assert (view.state, view.recognised, view.raw, view.sequence, view.task_id, view.ended) == (
        None, False, None, None, None, False,
    )  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS, **IDS)
def test_a_view_that_reads_a_whole_stream_shows_the_task_s_end(edition):
    for outcome in edition.outcomes:
        task = Task(edition)
        stream, view = task.subscribe(timeout=10), View(edition)
        for edge in edition.path(task.state, outcome):
            task.fire(edge.trigger)
        for item in stream:
            assert not view.ended
            assert view.apply(item)
        assert (view.state, view.task_id, view.sequence) == (outcome, task.id, len(task.events))
        assert view.ended


@pytest.mark.parametrize("edition", EDITIONS, **IDS)
@pytest.mark.parametrize("value", ["paused", "", 42, -1, "COMPLETED", True])
def test_a_value_that_is_not_recognised_shows_as_the_fallback_and_stops_nothing(edition, value):
    view = View(edition)
    working = edition.encode("working")
    assert view.apply(working)
    assert view.apply(value)
    assert (view.state, view.recognised, view.raw, view.ended) == (edition.fallback.id, False, value, False)
    assert view.apply(working)
    assert (view.state, view.recognised, view.raw) == ("working", True, working)


def test_the_fallback_is_never_the_end_even_where_it_is_terminal():
    edition = load().edition("guide-v1.0")
    view = View(edition)
    view.apply(edition.encode(edition.fallback.id))
    assert view.recognised
    assert view.state in edition.terminal
    assert not view.ended
    view.apply(edition.encode("completed"))
    assert view.ended


@pytest.mark.parametrize(
    ("edition", "value"),
    [
        ("guide-v1.0", "TASK_STATE_CANCELED"),
        ("guide-v1.0", "TASK_STATE_CANCELLED"),
        ("published-v1.0", "TASK_STATE_CANCELLED"),
        ("guide-v0.3", "canceled"),
        ("published-v0.3", "cancelled"),
        ("published-v0.3", "TASK_STATE_CANCELLED"),
        ("guide-v1.0", 5),
    ],
)
def test_both_spellings_and_the_number_are_accepted(edition, value):
    view = View(edition)
    view.apply(value)
    assert (view.state, view.recognised, view.raw) == ("cancelled", True, value)


def test_an_older_client_sees_a_state_it_lacks_as_unknown_and_reads_on():
    task = Task("guide-v1.0")
    stream, view = task.subscribe(timeout=10), View("guide-v0.3")
    for trigger in ("start", "require_auth", "provide_auth", "complete"):
        task.fire(trigger)
    shown = [(view.apply(item), view.state, view.recognised)[1:] for item in stream]
    assert shown == [
        ("submitted", True), ("working", True), ("unknown", False), ("working", True), ("completed", True),
    ]  # fmt: skip


@given(task=walks, reader=st.sampled_from(EDITIONS))
def test_in_process_and_over_the_wire_a_view_shows_the_same(task, reader):
    near, far = View(reader), View(reader)
    for item in (task.snapshot(), *task.events):
        assert near.apply(item) == far.apply(encode(item, reader))
        assert (near.state, near.sequence, near.task_id) == (far.state, far.sequence, far.task_id)
        if near.state != (reader.fallback and reader.fallback.id):
            assert near.recognised
            assert far.recognised


@given(task=walks, data=st.data())
def test_folded_by_sequence_number_any_order_and_any_repetition_ends_in_the_same_view(task, data):
    events = list(task.events)
    delivered = data.draw(st.permutations(events * 2)) if events else []
    view, sequence = View(task.edition), 0
    for event in delivered:
        assert view.apply(event) is (event.sequence > sequence)
        assert view.sequence >= sequence
        sequence = view.sequence
    assert view.state == (task.state if events else None)


@given(task=walks, data=st.data())
def test_without_sequence_numbers_a_terminal_state_wins(task, data):
    values = [task.edition.encode(event.state) for event in task.events]
    view = View(task.edition, terminal_wins=True)
    for value in data.draw(st.permutations(values * 2)) if values else []:
        view.apply(value)
    if task.terminal:
        assert view.state == task.state
        assert view.ended


def test_without_either_the_order_of_arrival_shows_a_wrong_end():
    task = at("guide-v1.0", "completed")
    values = [task.edition.encode(event.state) for event in task.events]
    view = View("guide-v1.0")
    for value in reversed(values):
        view.apply(value)
    assert view.state == "working"
    assert task.state == "completed"


def test_a_reconnected_view_does_not_go_back():
    task = Task()
    view, first = View(), task.subscribe(timeout=10)
    view.apply(next(first))
    task.start()
    late = task.snapshot()
    task.require_input()
    view.apply(next(first))
    view.apply(next(first))
    assert view.state == "input_required"
    assert view.apply(late) is False
    assert view.apply(next(task.subscribe(timeout=10))) is False
    assert (view.state, view.sequence) == ("input_required", 2)


def test_a_view_is_of_one_task():
    view = View()
    view.apply(Task(id="a").snapshot())
    with pytest.raises(OtherTaskError, match="shows task 'a', not 'b'"):
        view.apply(Task(id="b").start())
    assert (view.task_id, view.state) == ("a", "submitted")


def test_what_is_about_no_state_changes_nothing():
    view = View()
    view.apply(Task(id="a").snapshot())
    artifact = {"artifactUpdate": {"taskId": "a", "contextId": "a", "artifact": {"artifactId": "x", "parts": []}}}
    assert view.apply(artifact) is False
    assert view.apply({"message": {"role": "ROLE_AGENT", "parts": [{"text": "hi"}], "messageId": "m"}}) is False
    with pytest.raises(WireError):
        view.apply({"nothing": 1})
    assert view.state == "submitted"


def test_a_status_without_a_state_is_read_as_the_edition_s_fallback():
    for edition in EDITIONS:
        view = View(edition)
        view.apply({"statusUpdate": {"taskId": "a", "contextId": "a", "status": {}}})
        assert (view.state, view.recognised, view.raw) == (edition.fallback.id, False, None)


def test_a_view_by_a_table_of_one_s_own(own_table):
    view = View(table=own_table())
    view.apply("IN_REVIEW")
    assert (view.state, view.ended) == ("in_review", False)
    view.apply("elsewhere")
    assert (view.state, view.recognised, view.raw) == (None, False, "elsewhere")
    view.apply("PUBLISHED")
    assert view.ended

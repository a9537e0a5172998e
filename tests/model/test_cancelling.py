"""Cancelling, as design and clause G5.3 say it."""

import pytest

from a2a_lifecycle.model import EndedCancelError, IllegalTriggerError, NotCancelableError, Task
from a2a_lifecycle.spec import loads
from tests.model.support import EDITIONS, at


def cancelling_states(*, deferrable):
    return [
        pytest.param(edition, edge, id=f"{edition.id} {edge.source}")
        for edition in EDITIONS
        for edge in edition.edges
        if edge.trigger == edition.cancel_trigger and edge.row.deferrable is deferrable
    ]


@pytest.mark.parametrize(("edition", "edge"), cancelling_states(deferrable=False))
def test_where_cancelling_cannot_be_deferred_the_task_is_cancelled_at_once(edition, edge):
    task = at(edition, edge.source)
    before = task.events
    event = task.request_cancel("no longer needed")
    assert task.events == (*before, event)
    assert (event.trigger, event.previous, event.state) == (edge.trigger, edge.source, edge.target)
    assert event.message == "no longer needed"
    assert not task.cancel_pending


@pytest.mark.parametrize(("edition", "edge"), cancelling_states(deferrable=True))
def test_where_it_can_the_request_stays_pending_and_the_log_is_silent(edition, edge):
    task = at(edition, edge.source)
    before = (task.state, task.events)
    assert task.request_cancel() is None
    assert (task.state, task.events) == before
    assert task.cancel_pending
    assert task.request_cancel() is None
    assert (task.state, task.events) == before


@pytest.mark.parametrize(("edition", "edge"), cancelling_states(deferrable=True))
def test_while_it_is_pending_the_agent_may_complete_fail_or_cancel_and_opens_no_pause(edition, edge):
    for trigger in edition.triggers:
        task = at(edition, edge.source)
        task.request_cancel()
        way = edition.edge(edge.source, trigger)
        if trigger in ("complete", "fail", "cancel"):
            assert task.can(trigger)
            task.fire(trigger)
            assert task.state == way.target
            assert not task.cancel_pending
        else:
            events = task.events
            with pytest.raises(IllegalTriggerError) as refused:
                task.fire(trigger)
            assert not task.can(trigger)
            assert refused.value.cancel_pending
            assert (task.state, task.events, task.cancel_pending) == (edge.source, events, True)


def test_the_refusal_names_the_pending_request():
    task = at(None, "working")
    task.request_cancel()
    assert task.allowed == ("complete", "fail", "cancel")
    with pytest.raises(
        IllegalTriggerError, match="in working while a cancel request is pending; allowed: complete, fail"
    ):
        task.require_input()


def test_progress_may_be_reported_while_a_request_is_pending():
    task = at(None, "working")
    task.request_cancel()
    assert task.update("nearly there").state == "working"
    assert task.cancel_pending


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_in_a_terminal_state_a_request_is_refused_and_changes_nothing(edition):
    for state in edition.outcomes:
        task = at(edition, state)
        before = (task.state, task.events, task.cancel_pending)
        with pytest.raises(EndedCancelError) as refused:
            task.request_cancel()
        assert refused.value.code == -32002
        assert refused.value.state == state
        assert (task.state, task.events, task.cancel_pending) == before


def test_an_agent_may_cancel_without_a_request():
    task = at(None, "working")
    assert task.cancel("out of budget").state == "cancelled"


def test_a_table_without_cancelling_refuses_the_request(own_table):
    task = Task(table=own_table())
    with pytest.raises(NotCancelableError, match="no way to cancel in draft") as refused:
        task.request_cancel()
    assert refused.value.state == "draft"
    assert not task.cancel_pending


PAUSED_CANCEL = """
format = 1
[[edition]]
id = "own"
protocol = "v1.0"
source = "mine"
[[state]]
id = "working"
class = "active"
initial = true
wire = { "v1.0" = "WORKING" }
[[state]]
id = "cleaning"
class = "active"
wire = { "v1.0" = "CLEANING" }
[[state]]
id = "stopped"
class = "terminal"
wire = { "v1.0" = "STOPPED" }
[[transition]]
trigger = "clean"
from = "working"
to = "cleaning"
while_cancelling = true
[[transition]]
trigger = "stop"
from = "working"
to = "stopped"
deferrable = true
while_cancelling = true
[[transition]]
trigger = "stop"
from = "cleaning"
to = "stopped"
deferrable = false
while_cancelling = true
"""


def test_a_request_outlives_the_state_it_was_made_in_until_the_task_ends():
    task = Task(table=loads(PAUSED_CANCEL))
    task.request_cancel()
    task.clean()
    assert task.cancel_pending
    assert task.request_cancel() is None, "a second request changes nothing"
    assert (task.state, task.cancel_pending) == ("cleaning", True)
    task.stop()
    assert (task.terminal, task.cancel_pending) == (True, False)

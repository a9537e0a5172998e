"""The vectors and the executable model agree: the model runs every vector, and ends where it says."""

import json

import pytest

from a2a_lifecycle import model, spec
from a2a_lifecycle.conformance import vectors
from a2a_lifecycle.model import (
    EndedCancelError,
    EndedUpdateError,
    IllegalTriggerError,
    NotCancelableError,
    Task,
    View,
)

TABLE = spec.load()
FILES = {name: json.loads(text) for name, text in vectors.files(TABLE).items()}
EDITIONS = list(TABLE.editions)


def of(edition, kind):
    return FILES[f"{edition}/{kind}.json"]["vectors"]


def task_in(edition, state):
    """A task that legal steps led to `state`, or None where none lead there."""
    table = TABLE.edition(edition)
    path = () if state == table.initial.id else table.path(table.initial.id, state)
    if path is None:
        return None
    task = Task(edition)
    for edge in path:
        task.fire(edge.trigger)
    return task


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_task_takes_every_trace(edition):
    ran = 0
    for trace in of(edition, "traces"):
        if trace["begins_in"] != TABLE.edition(edition).initial.id:
            continue  # a state that no task is ever in
        task = Task(edition)
        for step in trace["steps"]:
            before = task.state
            if step["verdict"] == "legal":
                assert task.fire(step["trigger"]).state == step["to"]
            elif step["verdict"] == "update":
                assert task.update().state == step["to"] == before
            else:
                leading = [edge.trigger for edge in TABLE.edition(edition).edges if edge.target == step["to"]]
                for trigger in leading:
                    if task.can(trigger):
                        assert task.edition.edge(before, trigger).target != step["to"]
                    else:
                        with pytest.raises(IllegalTriggerError):
                            task.fire(trigger)
                if step["to"] == before:
                    with pytest.raises(EndedUpdateError):
                        task.update()
                assert task.state == before
        assert task.state == trace["ends_in"], trace["id"]
        ran += 1
    assert ran > len(TABLE.edition(edition).edges)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_task_answers_every_trigger_as_the_vector_says(edition):
    ran = 0
    for vector in of(edition, "triggers"):
        task = task_in(edition, vector["state"])
        if task is None:
            continue
        assert task.can(vector["trigger"]) == (vector["verdict"] == "legal"), vector["id"]
        if vector["verdict"] == "legal":
            assert [task.fire(vector["trigger"]).state] == vector["targets"]
        else:
            with pytest.raises(IllegalTriggerError):
                task.fire(vector["trigger"])
            assert task.state == vector["state"]
        ran += 1
    assert ran >= (len(TABLE.edition(edition).states) - 1) * len(TABLE.edition(edition).triggers)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_task_answers_a_request_to_cancel_as_the_vector_says(edition):
    ran = 0
    for vector in of(edition, "cancels"):
        task = task_in(edition, vector["state"])
        if task is None:
            continue
        if vector["answer"] == "refused":
            with pytest.raises((EndedCancelError, NotCancelableError)):
                task.request_cancel()
        else:
            task.request_cancel()
        assert task.cancel_pending == (vector["answer"] == "pending")
        assert task.state == vector["ends_in"], vector["id"]
        assert list(task.allowed) == vector["open"], vector["id"]
        ran += 1
    assert ran == len(TABLE.edition(edition).states) - 1  # no task is ever in the fallback


def received(protocol, value):
    """`value` as the state of a status update of `protocol`."""
    body = {"taskId": "t", "contextId": "c", "status": {"state": value}}
    return {"statusUpdate": body} if protocol == "v1.0" else {"kind": "status-update", "final": False, **body}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_view_shows_what_the_vector_says(edition):
    assert of(edition, "views")
    for vector in of(edition, "views"):
        view = View(edition)
        for event, shows in zip(vector["events"], vector["shows"], strict=True):
            view.apply(received(TABLE.edition(edition).protocol, event))
            seen = {"state": view.state, "recognised": view.recognised, "raw": view.raw}
            assert seen == shows, vector["id"]
            assert type(view.raw) is type(shows["raw"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_wire_reads_and_writes_every_name(edition):
    table = TABLE.edition(edition)
    for vector in of(edition, "names"):
        if vector["direction"] == "read":
            view = View(edition)
            view.apply(received(table.protocol, vector["value"]))
            assert (view.state, view.recognised) == (vector["state"], vector["recognised"]), vector["id"]
        elif (task := task_in(edition, vector["state"]) if vector["state"] in table.by_id else None) is not None:
            written = json.dumps(model.encode(task.snapshot(), table))
            assert json.dumps(vector["value"]) in written, vector["id"]

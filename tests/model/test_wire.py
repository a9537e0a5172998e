"""The JSON of both protocol versions."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_lifecycle.model import NoSuchProtocolError, RemoteError, Task, WireError, decode, encode
from a2a_lifecycle.spec import load, loads
from tests.model.support import EDITIONS, OWN_TABLE, StoppedClock
from tests.model.test_view import walks


def a_task(edition):
    task = Task(edition, id="t", context_id="c", clock=StoppedClock())
    task.start("on it")
    return task


def test_v1_0_wraps_and_has_neither_kind_nor_final():
    task = a_task("guide-v1.0")
    assert encode(task.events[0], task.edition) == {
        "statusUpdate": {
            "taskId": "t",
            "contextId": "c",
            "status": {
                "state": "TASK_STATE_WORKING",
                "message": {
                    "messageId": "t-1", "taskId": "t", "contextId": "c", "role": "ROLE_AGENT",
                    "parts": [{"text": "on it"}],
                },
                "timestamp": "2026-01-31T09:01:00.000Z",
            },
            "metadata": {"a2a_lifecycle.sequence": 1},
        }
    }  # fmt: skip
    (wrapped,) = encode(task.snapshot(), task.edition).values()
    assert wrapped == encode(task.snapshot(), task.edition, bare=True)
    assert (wrapped["id"], wrapped["status"]["state"]) == ("t", "TASK_STATE_WORKING")


def test_v0_3_is_bare_and_has_kind_and_final():
    task = a_task("guide-v0.3")
    assert encode(task.events[0], task.edition) == {
        "kind": "status-update",
        "taskId": "t",
        "contextId": "c",
        "status": {
            "state": "working",
            "message": {
                "messageId": "t-1", "taskId": "t", "contextId": "c", "kind": "message", "role": "agent",
                "parts": [{"kind": "text", "text": "on it"}],
            },
            "timestamp": "2026-01-31T09:01:00.000Z",
        },
        "final": False,
        "metadata": {"a2a_lifecycle.sequence": 1},
    }  # fmt: skip
    snapshot = encode(task.snapshot(), task.edition)
    assert (snapshot["kind"], snapshot["id"], "final" in snapshot) == ("task", "t", False)
    assert encode(task.complete(), task.edition)["final"] is True


@pytest.mark.parametrize(
    ("edition", "name"),
    [
        ("guide-v1.0", "TASK_STATE_CANCELLED"),
        ("guide-v0.3", "cancelled"),
        ("published-v1.0", "TASK_STATE_CANCELED"),
        ("published-v0.3", "canceled"),
    ],
)
def test_each_edition_writes_its_own_spelling(edition, name):
    task = Task(edition)
    assert name in json.dumps(encode(task.cancel(), task.edition))


def test_a_state_without_a_name_downstream_is_written_as_the_fallback_and_is_not_final():
    task = Task("guide-v1.0")
    task.start()
    sent = encode(task.require_auth(), load().edition("guide-v0.3"))
    assert (sent["status"]["state"], sent["final"]) == ("unknown", False)


@settings(max_examples=50)
@given(task=walks, writer=st.sampled_from(EDITIONS), text=st.one_of(st.none(), st.text()))
def test_what_is_written_is_read_back(task, writer, text):
    if not task.terminal:
        task.update(text)
    for item in (task.snapshot(), *task.events):
        sent = json.loads(json.dumps(encode(item, writer)))
        received = decode(sent)
        assert (received.task_id, received.context_id) == (task.id, task.context_id)
        assert (received.sequence, received.timestamp) == (item.sequence, item.timestamp)
        assert received.message == item.message
        assert received.raw == writer.encode(item.state)
        assert received.kind == ("status" if item in task.events else "snapshot")
        assert received.final == (item.terminal if received.kind == "status" and writer.protocol == "v0.3" else None)
        if item.state in writer.by_id:
            assert writer.decode(received.raw).state == item.state


STATUS = {"state": "working", "timestamp": "2026-01-31T09:00:00Z"}


@pytest.mark.parametrize(
    ("obj", "kind", "task_id", "raw"),
    [
        ({"kind": "task", "id": "t", "status": STATUS}, "snapshot", "t", "working"),
        ({"id": "t", "contextId": "c", "status": STATUS}, "snapshot", "t", "working"),
        ({"task": {"id": "t", "status": {"state": 3}}}, "snapshot", "t", 3),
        ({"taskId": "t", "contextId": "c", "status": STATUS, "final": False}, "status", "t", "working"),
        ({"status_update": {"task_id": "t", "context_id": "c", "status": {}}}, "status", "t", None),
        ({"statusUpdate": {"taskId": "t", "status": {"state": ["odd"]}}}, "status", "t", ["odd"]),
        ({"jsonrpc": "2.0", "id": 1, "result": {"id": "t", "status": STATUS}}, "snapshot", "t", "working"),
        ({"id": 1, "result": {"statusUpdate": {"taskId": "t", "status": STATUS}}}, "status", "t", "working"),
        ({"kind": "artifact-update", "taskId": "t", "artifact": {}}, "artifact", "t", None),
        ({"artifact_update": {"task_id": "t", "artifact": {}}}, "artifact", "t", None),
        ({"taskId": "t", "artifact": {}}, "artifact", "t", None),
        ({"kind": "message", "role": "agent", "parts": [], "messageId": "m"}, "message", None, None),
        ({"role": "agent", "parts": [], "messageId": "m", "taskId": "t"}, "message", "t", None),
        ({"message": {"role": "ROLE_AGENT", "parts": [], "messageId": "m"}}, "message", None, None),
    ],
)  # fmt: skip
def test_every_shape_is_read(obj, kind, task_id, raw):
    received = decode(obj)
    assert (received.kind, received.task_id, received.raw) == (kind, task_id, raw)


@pytest.mark.parametrize(
    ("obj", "reason"),
    [
        ([], "a JSON list"),
        ("working", "a JSON str"),
        (None, "a JSON NoneType"),
        ({}, "its names are none"),
        ({"id": "t"}, "its names are 'id'"),
        ({"kind": "tusk", "id": "t"}, "unknown kind 'tusk'"),
        ({"kind": "task", "id": "t", "status": "working"}, "not a status: a JSON str"),
        ({"result": 7}, "not a JSON-RPC result: a JSON int"),
    ],
)
def test_what_is_no_object_of_the_protocol_is_refused_with_a_reason(obj, reason):
    with pytest.raises(WireError) as refused:
        decode(obj)
    assert reason in str(refused.value)


def test_an_error_answer_is_told_with_its_code():
    with pytest.raises(RemoteError, match="error -32002: task cannot be canceled") as error:
        decode({"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "task cannot be canceled"}})
    assert error.value.code == -32002


@pytest.mark.parametrize(("sequence", "read"), [(7, 7), (7.0, 7), (7.5, None), (True, None), ("7", None), (None, None)])
def test_a_sequence_number_is_a_whole_number_or_none(sequence, read):
    sent = {"kind": "task", "id": "t", "status": {}, "metadata": {"a2a_lifecycle.sequence": sequence}}
    assert decode(sent).sequence == read
    assert decode({**sent, "metadata": None}).sequence is None


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["kind", "task", "message", "statusUpdate", "status", "state", "id", "taskId", "result", "error",
                 "metadata", "parts", "role", "final", "artifact"]
            ),
            inner, max_size=5,
        ),
    ),
    max_leaves=12,
)  # fmt: skip


@given(json_values)
def test_decoding_answers_or_refuses_and_never_breaks(obj):
    try:
        received = decode(obj)
    except (WireError, RemoteError):
        return
    assert received.kind in ("snapshot", "status", "artifact", "message")


def test_a_protocol_whose_json_is_not_known_is_refused():
    table = loads(OWN_TABLE.replace('"v1.0"', '"v7"') % "send")
    task = Task(table=table)
    with pytest.raises(NoSuchProtocolError, match="no JSON known for protocol 'v7'"):
        encode(task.snapshot(), task.edition)

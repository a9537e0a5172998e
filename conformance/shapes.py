"""Recognises what an A2A object is and which version wrote it, in every shape the protocol has on the wire.

v0.2, v0.3 and v1.0; JSON-RPC, REST and gRPC dumps; camelCase and snake_case; requests and answers. A field that is null
counts as absent, for some loggers write all fields. What is no A2A object is not guessed at.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

TASK, STATUS, ARTIFACT, CANCEL = range(4)
"""The kinds of event: a whole task, a status update, an artifact update; and a request to cancel a task."""


class Dialect(IntEnum):
    """How an event was written, which tells the protocol version and the names that are right."""

    V1 = 0
    V03_JSONRPC = 1
    V03_REST = 2
    V03_BINDING = 3
    """A protobuf binding, gRPC or REST: wrapped as v1.0 is, but with `final`."""
    EITHER = 4
    """v1.0 or `V03_BINDING`, which look alike where `final` is left out."""


Event: TypeAlias = tuple[int, Dialect, Any, str, Any, Any, Any]
"""(kind, dialect, JSON-RPC id or None, task id, raw state or None, `final` or None, timestamp or None)."""

NOTHING: list[Event] = []


class NotA2AError(Exception):
    """The object is none of the protocol's; its text says why, as the end of a sentence."""


V1, V03_JSONRPC, V03_REST, V03_BINDING, EITHER = Dialect

# How the objects are wrapped (v1.0, and the gRPC and REST bindings of v0.3); `msg` is a message in those bindings.
_WRAPPED = (("statusUpdate", STATUS), ("artifactUpdate", ARTIFACT), ("task", TASK))
_SNAKE = (("status_update", STATUS), ("artifact_update", ARTIFACT))
KINDS = {"status-update": STATUS, "artifact-update": ARTIFACT, "task": TASK}
_MESSAGE_KIND = "message"
_CANCEL_METHODS = frozenset({"tasks/cancel", "CancelTask"})
_MESSAGE_FIELDS = frozenset({"messageId", "message_id", "parts", "content", "role"})
_TASK_FIELDS = frozenset({"contextId", "context_id", "artifacts", "history"})
# Answers and documents of the protocol that say nothing of a task's state.
_STATELESS_FIELDS = frozenset(
    {
        "pushNotificationConfig", "push_notification_config", "taskPushNotificationConfig", "configs",
        "skills", "supportedInterfaces", "supported_interfaces", "protocolVersion",
    }
)  # fmt: skip


def recognise(document: Any, not_judged: dict[str, int]) -> list[Event]:
    """The events in `document`.

    Parameters:
        document: a parsed JSON object.
        not_judged: what is recognised and carries no state is counted here, by what it is.

    Raises:
        NotA2AError: it is no A2A object.
    """
    if type(document) is not dict:
        raise NotA2AError(f"is JSON, but no A2A object: {_shape(document)}")
    body = document.get("result")
    if body is None and document.get("jsonrpc") is None:
        return _object(document, None, False, not_judged)
    if type(body) is dict:
        return _object(body, document.get("id"), True, not_judged)
    if body is not None and not (type(body) is list and _are_objects(body)):
        raise NotA2AError(f"has a result that is no A2A object: {_shape(body)}")
    if body is not None:
        return [event for one in body for event in _object(one, document.get("id"), True, not_judged)]
    return _without_result(document, not_judged)


def _object(body: dict[str, Any], channel: Any, enveloped: bool, not_judged: dict[str, int]) -> list[Event]:
    wrapped = [(kind, inner) for key, kind in _WRAPPED if (inner := body.get(key)) is not None]
    wrapped = wrapped or [(kind, inner) for key, kind in _SNAKE if (inner := body.get(key)) is not None]
    if wrapped:
        if len(wrapped) > 1:
            raise NotA2AError("holds more than one of task, status update and artifact update")
        kind, inner = wrapped[0]
        if type(inner) is not dict:
            raise NotA2AError(f"has an event that is no object: {_shape(inner)}")
        return [_event(kind, inner, channel, enveloped, True)]
    kind_or_none = KINDS.get(body["kind"]) if type(body.get("kind")) is str else None
    if kind_or_none is None:
        kind_or_none = _by_fields(body)
    if kind_or_none is not None:
        return [_event(kind_or_none, body, channel, enveloped, False)]
    tasks = body.get("tasks")
    if type(tasks) is list and _are_objects(tasks):
        return [_event(TASK, task, channel, enveloped, True) for task in tasks]
    _count(_stateless(body, enveloped), not_judged)
    return NOTHING


def _event(kind: int, body: dict[str, Any], channel: Any, enveloped: bool, wrapped: bool) -> Event:
    # Before v0.2.1 an update, too, named its task by `id`.
    task_id = (kind != TASK and (body.get("taskId") or body.get("task_id"))) or body.get("id")
    if type(task_id) is not str or not task_id:
        what = ("task", "status update", "artifact update")[kind]
        raise NotA2AError(
            f"holds a {what} without the task's id"
            if not task_id
            else f"has a task id that is no text: {_shape(task_id)}"
        )
    final = body.get("final")
    raw = stamp = None
    if kind != ARTIFACT:
        status = body.get("status")
        if type(status) is dict:
            raw = status.get("state")
            stamp = status.get("timestamp")
        elif status is not None:
            raise NotA2AError(f"has a status that is no object: {_shape(status)}")
    return kind, _dialect(body, raw, final, enveloped, wrapped), channel, task_id, raw, final, stamp


def _dialect(body: dict[str, Any], raw: Any, final: Any, enveloped: bool, wrapped: bool) -> Dialect:
    if final is not None or (type(body.get("kind")) is str and body["kind"] in KINDS):
        return V03_JSONRPC if enveloped else V03_BINDING if wrapped and final is not None else V03_REST
    if wrapped:
        return V1 if enveloped else EITHER
    # Bare, without `kind`: GetTask of v1.0, or v0.1. The spelling tells: only v0.3 writes names in lower case.
    if type(raw) is str and raw.islower():
        return V03_JSONRPC if enveloped else V03_REST
    return V1


def _by_fields(body: dict[str, Any]) -> int | None:
    """What a bare object without `kind` is, where its fields leave no doubt."""
    has_status = type(body.get("status")) is dict
    names_task = "taskId" in body or "task_id" in body
    if has_status and (names_task or "final" in body):
        return STATUS
    if type(body.get("artifact")) is dict and (names_task or "id" in body):
        return ARTIFACT
    if type(body.get("id")) is str and (has_status or ("status" not in body and not _TASK_FIELDS.isdisjoint(body))):
        return TASK
    return None


def _stateless(body: dict[str, Any], enveloped: bool) -> str:
    """What `body` is called when it is the protocol's and says nothing of a state; raises `NotA2AError` otherwise."""
    for key in ("message", "msg"):
        inner = body.get(key)
        if type(inner) is dict and not _MESSAGE_FIELDS.isdisjoint(inner):
            return "message"
    if (
        body.get("kind") == _MESSAGE_KIND
        or {"messageId", "role"} <= body.keys()
        or {"message_id", "role"} <= body.keys()
    ):
        return "message"
    if not _STATELESS_FIELDS.isdisjoint(body) or (enveloped and not body):
        return "other answer"
    if type(body.get("error")) is dict:
        return "error answer"
    if ("title" in body and type(body.get("status")) is int) or ("code" in body and type(body.get("message")) is str):
        return "error answer"
    raise NotA2AError(f"is JSON, but no A2A object: {_shape(body)}")


def _without_result(document: dict[str, Any], not_judged: dict[str, int]) -> list[Event]:
    method = document.get("method")
    if type(method) is str:
        _count("request", not_judged)
        task_id = _task_of(document.get("params")) if method in _CANCEL_METHODS else None
        return [(CANCEL, V1, document.get("id"), task_id, None, None, None)] if task_id else NOTHING
    if document.get("error") is not None:
        _count("error answer", not_judged)
        return NOTHING
    if "result" in document:
        _count("other answer", not_judged)  # null: done, and nothing to tell
        return NOTHING
    raise NotA2AError("is a JSON-RPC envelope without method, result or error")


def _task_of(params: Any) -> str | None:
    """The task that a cancel request names, by `id` or by the resource name `tasks/ID`."""
    if type(params) is not dict:
        return None
    for key in ("id", "taskId", "task_id"):
        if type(params.get(key)) is str:
            return str(params[key])
    name = params.get("name")
    return name.rpartition("tasks/")[2] if type(name) is str and "tasks/" in name else None


def _are_objects(values: list[Any]) -> bool:
    return all(type(value) is dict for value in values)


def _count(what: str, not_judged: dict[str, int]) -> None:
    not_judged[what] = not_judged.get(what, 0) + 1


def _shape(value: Any) -> str:
    """What `value` is, in few words."""
    if type(value) is dict:
        keys = [str(key)[:20] for key in list(value)[:4]]
        return f"its fields are {', '.join(keys)}{', …' if len(value) > 4 else ''}" if keys else "it has no fields"
    names = {
        list: "an array",
        str: "a text",
        bool: "true or false",
        type(None): "null",
        int: "a number",
        float: "a number",
    }
    return names.get(type(value), type(value).__name__)

"""What a task reports, as the JSON of either protocol version, and back (G4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from a2a_lifecycle.model.errors import NoSuchProtocolError, RemoteError, WireError
from a2a_lifecycle.model.events import Event, Snapshot
from a2a_lifecycle.spec import Edition

SEQUENCE_KEY = "a2a_lifecycle.sequence"
"""The name in an object's `metadata` that holds its sequence number. The protocol has none, and a receiver of webhooks,
which come more than once and out of order, needs one."""

ReceivedKind: TypeAlias = Literal["snapshot", "status", "artifact", "message"]


@dataclass(frozen=True, slots=True)
class Received:
    """An object of the protocol as it came, its state not yet read by any edition.

    Attributes:
        kind: `snapshot` (a Task), `status` (a status update), `artifact` or `message`.
        task_id: the task it is about, or None.
        context_id: the task's context, or None.
        raw: the state's value as it came, whatever it is; None where there is none.
        sequence: its sequence number, or None where it carries none.
        final: v0.3's flag that the stream ends here, or None where there is none.
        timestamp: when it was, as it came, or None.
        message: the text that came with the status, or None.
        stated: whether it has a status, and so says something of the state, be it that `raw` is left out.
    """

    kind: ReceivedKind
    task_id: str | None
    context_id: str | None
    raw: object
    sequence: int | None
    final: bool | None
    timestamp: str | None
    message: str | None
    stated: bool = True


# --- out ---


def encode(item: Event | Snapshot, edition: Edition, *, bare: bool = False) -> dict[str, Any]:
    """`item` as the JSON object of `edition`'s protocol version, with the names that edition writes.

    v0.3: the bare object, told apart by `kind`; a status update has `final`, true exactly at the terminal state, where
    the stream closes. v1.0: wrapped in `task` or `statusUpdate`, with neither.

    Parameters:
        item: what to write.
        edition: whose names and protocol; the task's own, or an older one for an older client. A state it has no name
            for is written as its fallback (G5.4).
        bare: v1.0 without the wrapper, as `GetTask` and `CancelTask` answer.

    Raises:
        NoSuchProtocolError: the edition's protocol version is neither.
        NoSuchStateError: the edition has no name for the state, and no fallback.
    """
    try:
        shape = _SHAPES[edition.protocol]
    except KeyError:
        raise NoSuchProtocolError(edition.protocol, _SHAPES.keys()) from None
    return shape(item, edition.encode(item.state), bare)


def _common(item: Event | Snapshot, state: str, message: dict[str, Any]) -> dict[str, Any]:
    status: dict[str, Any] = {"state": state}
    if item.message is not None:
        ids = {"messageId": f"{item.task_id}-{item.sequence}", "taskId": item.task_id, "contextId": item.context_id}
        status["message"] = {**ids, **message}
    status["timestamp"] = item.timestamp
    name = "taskId" if isinstance(item, Event) else "id"
    return {name: item.task_id, "contextId": item.context_id, "status": status}


def _v0_3(item: Event | Snapshot, state: str, bare: bool) -> dict[str, Any]:
    text = {"kind": "text", "text": item.message}
    common = _common(item, state, {"kind": "message", "role": "agent", "parts": [text]})
    if isinstance(item, Event):
        common = {"kind": "status-update", **common, "final": item.terminal}
    else:
        common = {"kind": "task", **common}
    return {**common, "metadata": {SEQUENCE_KEY: item.sequence}}


def _v1_0(item: Event | Snapshot, state: str, bare: bool) -> dict[str, Any]:
    common = _common(item, state, {"role": "ROLE_AGENT", "parts": [{"text": item.message}]})
    common["metadata"] = {SEQUENCE_KEY: item.sequence}
    return common if bare else {"statusUpdate" if isinstance(item, Event) else "task": common}


_SHAPES = {"v0.3": _v0_3, "v1.0": _v1_0}

# --- in ---

_WRAPPERS: Mapping[str, ReceivedKind] = {
    "task": "snapshot",
    "statusUpdate": "status",
    "status_update": "status",
    "artifactUpdate": "artifact",
    "artifact_update": "artifact",
    "message": "message",
}
_KINDS: Mapping[str, ReceivedKind] = {
    "task": "snapshot",
    "status-update": "status",
    "artifact-update": "artifact",
    "message": "message",
}


def decode(obj: object) -> Received:
    """What `obj`, parsed JSON of either protocol version, says.

    A JSON-RPC envelope is taken off. Names may be in camelCase or snake_case. The state is left as it came: it is for
    each client's own edition to read (`View`, `Edition.decode`), which accepts both spellings and never fails (G5.4).

    Raises:
        RemoteError: it is a JSON-RPC error.
        WireError: it is no object of the protocol.
    """
    body = _object(obj, "an object of the protocol")
    if isinstance(body.get("error"), Mapping):
        code, reason = body["error"].get("code"), body["error"].get("message")
        raise RemoteError(code if isinstance(code, int) else None, str(reason))
    if "result" in body:
        body = _object(body["result"], "a JSON-RPC result")
    kind, body = _kind_of(body)
    stated = kind in ("snapshot", "status") and body.get("status") is not None
    status = _object(body["status"], "a status") if stated else {}
    metadata = body.get("metadata")
    sequence = metadata.get(SEQUENCE_KEY) if isinstance(metadata, Mapping) else None
    if isinstance(sequence, float) and sequence.is_integer():  # protobuf's JSON knows no whole numbers in metadata
        sequence = int(sequence)
    final = body.get("final")
    return Received(
        kind=kind,
        task_id=_text(body, "id") if kind == "snapshot" else _text(body, "taskId", "task_id"),
        context_id=_text(body, "contextId", "context_id"),
        raw=status.get("state"),
        sequence=sequence if isinstance(sequence, int) and not isinstance(sequence, bool) else None,
        final=final if isinstance(final, bool) else None,
        timestamp=_text(status, "timestamp"),
        message=_said(status.get("message")),
        stated=stated,
    )


def _kind_of(body: Mapping[str, Any]) -> tuple[ReceivedKind, Mapping[str, Any]]:
    kind = body.get("kind")
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise WireError(f"an object of unknown kind {kind!r}")
        return _KINDS[kind], body
    wrapped = [name for name in _WRAPPERS if isinstance(body.get(name), Mapping)]
    if len(wrapped) == 1 and "status" not in body:
        return _WRAPPERS[wrapped[0]], body[wrapped[0]]
    if "status" in body:
        if _text(body, "taskId", "task_id") is not None:
            return "status", body
        if _text(body, "id") is not None:
            return "snapshot", body
    if "artifact" in body:
        return "artifact", body
    if "parts" in body and "role" in body:
        return "message", body
    raise WireError(f"not an object of the protocol; its names are {', '.join(map(repr, body)) or 'none'}")


def _object(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise WireError(f"not {what}: a JSON {type(value).__name__}")
    return value


def _text(body: Mapping[str, Any], *names: str) -> str | None:
    return next((body[name] for name in names if isinstance(body.get(name), str)), None)


def _said(message: object) -> str | None:
    """The text parts of a message, or None where there are none."""
    parts = message.get("parts") if isinstance(message, Mapping) else None
    texts = [part["text"] for part in parts or () if isinstance(part, Mapping) and isinstance(part.get("text"), str)]
    return "\n".join(texts) if texts else None

"""Turns what Python code holds of an event into the JSON object that would be on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from a2a_lifecycle.conformance.json_text import Unreadable, parse

# The names of the protobuf messages, so that an object that is bare in Python gets the wrapping of the wire.
_WRAPPED_AS = {
    "Task": "task",
    "Message": "message",
    "TaskStatusUpdateEvent": "statusUpdate",
    "TaskArtifactUpdateEvent": "artifactUpdate",
}


def as_document(event: Any) -> Any:
    """`event` as parsed JSON, or `Unreadable` where it is nothing that has a JSON form.

    Parameters:
        event: parsed JSON, a JSON text, a protobuf message, or a pydantic model.
    """
    if isinstance(event, (dict, list)):
        return event
    if isinstance(event, str):
        return parse(event.encode("utf-8", "surrogatepass"))
    if isinstance(event, (bytes, bytearray, memoryview)):
        return parse(bytes(event))
    if isinstance(event, Mapping):
        return dict(event)
    descriptor = getattr(event, "DESCRIPTOR", None)
    if descriptor is not None:
        return _protobuf(event, str(descriptor.name))
    if hasattr(event, "model_dump"):
        return event.model_dump(mode="json", by_alias=True, exclude_none=True)
    return Unreadable(f"is no event: {type(event).__name__} has no JSON form")


def _protobuf(event: Any, name: str) -> Any:
    # Only who has such a message has the package.
    from google.protobuf.json_format import MessageToDict

    document = MessageToDict(event)
    return {_WRAPPED_AS[name]: document} if name in _WRAPPED_AS else document

"""The executable model: a task that moves along the table, what it reports, and a client's view of it."""

from a2a_lifecycle.model.errors import (
    EndedCancelError,
    EndedSubscriptionError,
    EndedTaskError,
    EndedUpdateError,
    IllegalTriggerError,
    NoSuchProtocolError,
    NotCancelableError,
    OtherTaskError,
    OvertakenError,
    RemoteError,
    StreamTimeoutError,
    TaskError,
    TriggerNameError,
    UnknownTriggerError,
    WireError,
)
from a2a_lifecycle.model.events import Clock, Event, EventKind, Snapshot
from a2a_lifecycle.model.machine import initial_of, machine_of, relation_of
from a2a_lifecycle.model.sse import MEDIA_TYPE, ServerSentEvent, SSEParser, frame, read, read_async
from a2a_lifecycle.model.stream import Stream
from a2a_lifecycle.model.task import Task
from a2a_lifecycle.model.view import Item, View
from a2a_lifecycle.model.wire import SEQUENCE_KEY, Received, decode, encode

__all__ = [
    "MEDIA_TYPE",
    "SEQUENCE_KEY",
    "Clock",
    "EndedCancelError",
    "EndedSubscriptionError",
    "EndedTaskError",
    "EndedUpdateError",
    "Event",
    "EventKind",
    "IllegalTriggerError",
    "Item",
    "NoSuchProtocolError",
    "NotCancelableError",
    "OtherTaskError",
    "OvertakenError",
    "Received",
    "RemoteError",
    "SSEParser",
    "ServerSentEvent",
    "Snapshot",
    "Stream",
    "StreamTimeoutError",
    "Task",
    "TaskError",
    "TriggerNameError",
    "UnknownTriggerError",
    "View",
    "WireError",
    "decode",
    "encode",
    "frame",
    "initial_of",
    "machine_of",
    "read",
    "read_async",
    "relation_of",
]

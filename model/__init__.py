"""The executable model: a task that moves along the table, what it reports, and a client's view of it.

A task has a method for each trigger of its edition. What the table does not allow changes nothing:

>>> from a2a_lifecycle.model import IllegalTriggerError, Task, View, decode, encode
>>> task = Task("guide-v1.0", id="t")
>>> task.allowed
('start', 'cancel')
>>> stream = task.subscribe()
>>> task.start().state
'working'
>>> task.provide_input()
Traceback (most recent call last):
    ...
a2a_lifecycle.model.errors.IllegalTriggerError: 'provide_input' is not allowed in working; allowed: complete, fail, \
require_input, require_auth, cancel

A client may ask to cancel, and the agent may finish first:

>>> task.request_cancel()
>>> task.cancel_pending, task.allowed
(True, ('complete', 'fail', 'cancel'))
>>> task.complete("here it is").terminal
True
>>> task.history
('submitted', 'working', 'completed')

A stream is a snapshot and every later event; a view folds them, as they are or from the wire:

>>> view = View("guide-v1.0")
>>> for item in stream:
...     _ = view.apply(encode(item, task.edition))
...     print(view.sequence, view.state, view.raw)
0 submitted TASK_STATE_SUBMITTED
1 working TASK_STATE_WORKING
2 completed TASK_STATE_COMPLETED
>>> view.ended
True
"""

from a2a_lifecycle.model.errors import (
    EndedCancelError,
    EndedSubscriptionError,
    EndedTaskError,
    EndedUpdateError,
    IllegalTriggerError,
    NestedChangeError,
    NoSuchProtocolError,
    NotCancelableError,
    OtherTaskError,
    OvertakenError,
    RemoteError,
    StreamTimeoutError,
    TaskCopyError,
    TaskError,
    TriggerNameError,
    UnknownTriggerError,
    WireError,
)
from a2a_lifecycle.model.events import Clock, Event, EventKind, Snapshot
from a2a_lifecycle.model.machine import initial_of, machine_of, relation_of
from a2a_lifecycle.model.sse import MEDIA_TYPE, ServerSentEvent, SSEParser, frame, read, read_async
from a2a_lifecycle.model.stream import Stream
from a2a_lifecycle.model.task import Task, check_triggers
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
    "NestedChangeError",
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
    "TaskCopyError",
    "TaskError",
    "TriggerNameError",
    "UnknownTriggerError",
    "View",
    "WireError",
    "check_triggers",
    "decode",
    "encode",
    "frame",
    "initial_of",
    "machine_of",
    "read",
    "read_async",
    "relation_of",
]

"""The executable model: a task that moves along the table, and what it reports."""

from a2a_lifecycle.model.errors import (
    EndedCancelError,
    EndedSubscriptionError,
    EndedTaskError,
    EndedUpdateError,
    IllegalTriggerError,
    NotCancelableError,
    OvertakenError,
    TaskError,
    TriggerNameError,
    UnknownTriggerError,
)
from a2a_lifecycle.model.events import Clock, Event, EventKind, Snapshot
from a2a_lifecycle.model.machine import initial_of, machine_of, relation_of
from a2a_lifecycle.model.task import Task

__all__ = [
    "Clock",
    "EndedCancelError",
    "EndedSubscriptionError",
    "EndedTaskError",
    "EndedUpdateError",
    "Event",
    "EventKind",
    "IllegalTriggerError",
    "NotCancelableError",
    "OvertakenError",
    "Snapshot",
    "Task",
    "TaskError",
    "TriggerNameError",
    "UnknownTriggerError",
    "initial_of",
    "machine_of",
    "relation_of",
]

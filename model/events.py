"""What a task reports: the events of its log, and the snapshot a subscriber begins with. Immutable values."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal, NamedTuple, TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""What tells an event its time; must return an aware `datetime`."""

EventKind: TypeAlias = Literal["transition", "update"]
"""`transition`: the state changed; `update`: progress was reported in the same state."""


def utc_now() -> datetime:
    """The clock a task has where it is given no other."""
    return datetime.now(UTC)


class Event(NamedTuple):
    """One entry of a task's log (G5.5). Every change of state is exactly one.

    Attributes:
        task_id: the task it belongs to.
        context_id: the context of that task.
        sequence: its place in the task's log, from 1, without gaps.
        kind: `transition` or `update`.
        state: the state the task was in after it.
        previous: the state before it; the same as `state` in an update.
        trigger: what caused the transition; None in an update.
        time: when it happened, by the task's clock.
        message: what the agent had to say, or None.
        terminal: whether `state` is terminal, so that no event follows (G5.1).
    """

    task_id: str
    context_id: str
    sequence: int
    kind: EventKind
    state: str
    previous: str
    trigger: str | None
    time: datetime
    message: str | None
    terminal: bool

    @property
    def timestamp(self) -> str:
        """`time` in ISO 8601, UTC, to the millisecond: `2026-01-31T09:00:00.000Z`."""
        return timestamp(self.time)


class Snapshot(NamedTuple):
    """A task at one moment: what a stream begins with (published v1.0 §3.1.6) and a poll answers.

    Attributes:
        task_id: the task.
        context_id: its context.
        sequence: the sequence number of the last event it includes, 0 before the first.
        state: the state the task was in.
        time: when the task entered the state or last reported from it.
        message: what the agent last had to say there, or None.
        terminal: whether `state` is terminal.
    """

    task_id: str
    context_id: str
    sequence: int
    state: str
    time: datetime
    message: str | None
    terminal: bool

    @property
    def timestamp(self) -> str:
        """`time` in ISO 8601, UTC, to the millisecond."""
        return timestamp(self.time)


def timestamp(time: datetime) -> str:
    """`time` as the protocol writes it: ISO 8601, UTC, milliseconds, `Z`."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

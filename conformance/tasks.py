"""A task that is being followed, and what is kept of its id and its times."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from a2a_lifecycle.conformance.collector import Trail
from a2a_lifecycle.conformance.messages import shown

MAX_ID = 512
"""A task id longer than this is kept by its beginning and its hash."""

MAX_TIME = (1 << 48) - 1
"""So far into the future a time can be told, in milliseconds: ten thousand years."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Task:
    """A task that has not ended.

    Attributes:
        id: its id.
        state: its state; None where nothing is known of it.
        line, recording: where its last status was.
        stamp: the time that status gave, as it came.
        channel: the JSON-RPC id under which it came, or None.
        outside: whether a state outside the guide has been reported.
        binding: whether the gRPC or REST binding of v0.3 has been seen to write it.
        trail: where to note what it does, or None.
    """

    __slots__ = ("binding", "channel", "id", "line", "outside", "recording", "stamp", "state", "trail")

    def __init__(self, task_id: str, state: str | None, line: int, recording: int, stamp: Any, channel: Any) -> None:
        self.id, self.state, self.line, self.recording = task_id, state, line, recording
        self.stamp, self.channel = stamp, channel
        self.outside = self.binding = False
        self.trail: Trail | None = None


def short(task_id: str) -> str:
    """An id that can be kept and shown: of a long one the beginning and its hash; nothing that cannot be printed."""
    raw = task_id.encode("utf-8", "backslashreplace")
    printable = shown(task_id)
    return printable if len(task_id) <= len(printable) else f"{printable[:40]}…{sha256(raw).hexdigest()[:24]}"


def milliseconds(stamp: Any) -> int:
    """A timestamp in milliseconds since 1970; 0 where there is none, or it is none."""
    try:
        moment = datetime.fromisoformat(stamp)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        past = moment - _EPOCH
        return past.days * 86_400_000 + past.seconds * 1000 + past.microseconds // 1000 & MAX_TIME
    except (TypeError, ValueError, OverflowError):
        return 0

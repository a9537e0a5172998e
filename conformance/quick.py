"""The short way, which nearly every line of a recording takes: a plain event that is plainly right, said nothing of.

It is there for speed alone. It decides nothing: whatever it does not take goes the careful way (`shapes`, `tracker`),
which would say nothing of what it takes, and a test holds the two against each other. Only the fields that tell an
event are decoded; the parser still checks the grammar of what it skips.
"""

from __future__ import annotations

from typing import Literal

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder

from a2a_lifecycle.conformance.rulebook import NEW, Rulebook
from a2a_lifecycle.conformance.shapes import ARTIFACT, KINDS, STATUS, TASK, Dialect
from a2a_lifecycle.conformance.tasks import MAX_ID, Task
from a2a_lifecycle.conformance.tracker import Tracker


class _Status(Struct, gc=False):
    state: str | int | None = None
    timestamp: str | None = None


class _Wrapped(Struct, gc=False):
    id: str | None = None
    taskId: str | None = None  # noqa: N815
    status: _Status | None = None
    # What v0.3 wraps has these, and goes the careful way.
    kind: None = None
    final: None = None


class _Body(Struct, gc=False):
    task: _Wrapped | None = None
    statusUpdate: _Wrapped | None = None  # noqa: N815
    artifactUpdate: _Wrapped | None = None  # noqa: N815
    kind: str | None = None
    id: str | int | None = None
    taskId: str | None = None  # noqa: N815
    status: _Status | None = None
    final: bool | None = None


class _Document(_Body, gc=False):
    result: _Body | None = None
    jsonrpc: Literal["2.0"] | None = None


_V1, _V03_JSONRPC, _V03_REST, _, _EITHER = map(int, Dialect)


class Quick:
    """The short way of one recording.

    Parameters:
        tracker: the tasks of the recording.
        rulebook: what events are held against.
    """

    def __init__(self, tracker: Tracker, rulebook: Rulebook) -> None:
        self._tracker = tracker
        self._steps = rulebook.steps
        self._decoder = Decoder(_Document)

    def decode_lines(self, text: bytes) -> list[_Document] | None:
        """The documents of `text`, UTF-8 with one JSON object on each line; None where it is anything else."""
        try:
            return self._decoder.decode_lines(text)
        except (MsgspecError, RecursionError):
            return None

    def decode(self, text: bytes) -> list[_Document]:
        """The one document of `text`, which is UTF-8; none where it takes a closer look."""
        try:
            return [self._decoder.decode(text)]
        except (MsgspecError, RecursionError):
            return []

    def take(self, documents: list[_Document], start: int, line: int) -> int:
        """Take `documents` from index `start` on, until one is not plainly right; how far it came.

        Parameters:
            line: the line of the first of all documents; each is on the line after the one before.
        """
        tracker, task_steps, status_steps = self._tracker, *self._steps
        open_tasks, ended, recording = tracker.open, tracker.ended, tracker.recording
        if start:
            documents = documents[start:]
        at = start - 1
        event: _Wrapped | _Body | None
        task_id: object
        for document in documents:
            at += 1
            body = document.result
            if body is not None:
                channel, dialect = document.id, _V1
            elif document.jsonrpc is None:
                body, channel, dialect = document, None, _EITHER
            else:
                return at
            final = None
            if (event := body.statusUpdate) is not None:
                kind, task_id = STATUS, event.taskId
                if body.task is not None or body.artifactUpdate is not None:
                    return at
            elif (event := body.task) is not None:
                kind, task_id = TASK, event.id
                if body.artifactUpdate is not None:
                    return at
            elif (event := body.artifactUpdate) is not None:
                if event.taskId not in open_tasks:
                    return at
                continue
            elif (named := body.kind) is not None:
                kind = KINDS.get(named, -1)
                if kind < 0:
                    return at
                if kind == ARTIFACT:
                    if body.taskId not in open_tasks:
                        return at
                    continue
                event, final = body, body.final
                task_id = body.taskId if kind else body.id  # a number it is where the object is itself an envelope
                dialect = _V03_REST if dialect == _EITHER else _V03_JSONRPC
            else:
                return at
            status = event.status
            if status is None or type(task_id) is not str:
                return at
            if (task := open_tasks.get(task_id)) is not None:
                step = (status_steps if kind else task_steps)[dialect].get((task.state, status.state))
                if step is None or final is step[3]:
                    return at
                task.line = line + at
                task.recording = recording
                task.stamp = status.timestamp
                task.channel = channel
                if step[1]:
                    task.state = step[0]
                    if task.trail is not None:
                        task.trail.add(step[0])
                    if step[2]:
                        tracker.end(task, kind)
            else:
                if kind != TASK or tracker.tasks < tracker.follows_first or not task_id or len(task_id) > MAX_ID:
                    return at
                step = task_steps[dialect].get((NEW, status.state))
                if step is None or not task_id.isprintable() or task_id in ended:
                    return at
                tracker.tasks += 1
                task = Task(task_id, step[0], line + at, recording, status.timestamp, channel)
                open_tasks[task_id] = task
                if step[2]:
                    tracker.end(task, kind)
        return at + 1

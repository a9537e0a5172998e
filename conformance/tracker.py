"""Follows the tasks of one recording and judges each step they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from a2a_lifecycle.conformance import messages
from a2a_lifecycle.conformance.codes import Code
from a2a_lifecycle.conformance.collector import Collector, Trail
from a2a_lifecycle.conformance.ended import Ended, EndedTasks, channel_mark
from a2a_lifecycle.conformance.findings import Place
from a2a_lifecycle.conformance.names import Reading
from a2a_lifecycle.conformance.rulebook import Rulebook
from a2a_lifecycle.conformance.shapes import ARTIFACT, CANCEL, TASK, Dialect, Event
from a2a_lifecycle.conformance.tasks import MAX_ID, Task, milliseconds, short

NO_STATE = "(no state)"
LATE = "late delivery"
AGAIN = "repeated delivery"


class Tracker:
    """The tasks of one recording.

    Parameters:
        rulebook: what events are held against.
        collector: where findings go.
    """

    def __init__(self, rulebook: Rulebook, collector: Collector) -> None:
        self.rulebook, self._collector = rulebook, collector
        self.open: dict[str, Task] = {}
        """The tasks that have not ended, by id."""
        self.ended = EndedTasks()
        self._cancels: dict[str, tuple[int, int]] = {}
        self.recording = 0
        self.tasks = self.events = 0
        self.in_stream: Callable[[], bool] = bool
        """Whether the present event came in a stream, which keeps its order."""
        # As long as tasks are followed from their beginning, they go the careful way.
        self.follows_first = collector.follows_first

    def take(self, event: Event, line: int) -> None:
        """Judge `event`, which begins on `line` of the present recording."""
        kind, dialect, channel, task_id, raw, final, _ = event
        if len(task_id) > MAX_ID or not task_id.isprintable():
            task_id = short(task_id)
        if kind == CANCEL:
            if task_id not in self.ended:
                self._cancels.setdefault(task_id, (self.recording, line))
            return
        self.events += 1
        task = self.open.get(task_id)
        ended = self.ended.get(task_id) if task is None else None
        if kind == ARTIFACT:
            self._artifact(task, ended, channel, task_id, line)
            return
        if dialect is Dialect.EITHER:
            dialect = Dialect.V03_BINDING if task is not None and task.binding else Dialect.V1
        standard, names = self.rulebook.standards[dialect], self.rulebook.names[dialect]
        reading = names.read(raw)
        here = self._place(line)
        source, place, outside = self._before(task, ended)
        code = standard.judge(source, reading.state, snapshot=kind == TASK) if reading.state else None
        if reading.code is Code.UNKNOWN_STATE and source in standard.terminal:
            code = Code.TERMINAL_LEFT
        if code and self._is_late(code, task, ended, event):
            return
        target = reading.state
        if reading.code is Code.UNSPECIFIED_STATE:
            code = None
        elif target is None:
            target = messages.shown(raw)
        about = {"task": task_id, "recording": self.recording, "from_state": source, "to_state": target}
        new = task is None and ended is None
        trail = self._collector.trail(task_id, self.recording) if new else self._trail(task, task_id)
        if new:
            self.tasks += 1
            if kind != TASK:
                self._find(Code.LATE_START, here, messages.late_start(kind, reading.state), about)
        if code:
            trail = trail or self._begun_trail(task_id, source)
            self._step(code, standard, kind, about, place, here)
        if reading.code:
            trail = trail or self._begun_trail(task_id, source)
            self._value(reading, dialect, raw, about, here)
        if reading.state and not outside and standard.outside(reading.state):
            outside = True
            trail = trail or self._begun_trail(task_id, source)
            self._find(Code.OUTSIDE_GUIDE, here, messages.outside_guide(standard, reading.state), about)
        judged = type(final) is bool and kind != TASK and dialect is not Dialect.V1
        if judged and reading.state and standard.final_contradicts(reading.state, final):
            self._find(Code.FINAL_FLAG, here, messages.final_flag(reading.state, final), about)
        if trail is not None:
            trail.add(target or NO_STATE)
        self._move(task, ended, event, task_id, reading, line, outside, trail, standard.terminal)

    # --- what was before ---

    def _before(self, task: Task | None, ended: Ended | None) -> tuple[str | None, Place, bool]:
        """The state before, where it was stated, and whether a state outside the guide has been reported."""
        if task is not None:
            return task.state, self._place(task.line, task.recording), task.outside
        if ended is not None:
            return self.rulebook.ids[ended.state], self._place(ended.line, ended.file), ended.outside
        return None, self._place(None), False

    def _is_late(self, code: Code, task: Task | None, ended: Ended | None, event: Event) -> bool:
        """Whether an event that seems wrong only came late, or once more, on another way than the one before it.

        A stream keeps its order (published v1.0 §3.5.2). Push notifications come more than once and out of order, and
        an answer to another request may overtake a stream. So it is late only where it came on another way, or where
        ways cannot be told apart, and its own time is before that of the state it would replace.
        """
        _, _, channel, _, _, _, stamp = event
        if task is not None:
            before, same = milliseconds(task.stamp), task.channel == channel
        elif ended is not None:
            before, same = ended.stamp, ended.channel == channel_mark(channel)
            if code is Code.TERMINAL_REPEATED and ended.by_snapshot and not same:
                # A whole task told it first; this is the stream's own word.
                self.ended.put(event[3], *ended._replace(by_snapshot=False, channel=channel_mark(channel)))
                return True
        else:
            return False
        if same and (channel is not None or self.in_stream()):
            return False
        now = milliseconds(stamp)
        if not now or not before:
            return False
        if code is Code.TERMINAL_REPEATED and now == before:
            self._count(AGAIN)
            return True
        if now < before:
            self._count(LATE)
            return True
        return False

    def _artifact(self, task: Task | None, ended: Ended | None, channel: Any, task_id: str, line: int) -> None:
        if ended is not None:
            source, place, _ = self._before(task, ended)
            if ended.channel != channel_mark(channel):
                self._count(LATE)
                return
            here = self._place(line)
            message = messages.artifact_after_terminal(str(source), place, here)
            about = {"task": task_id, "recording": self.recording, "from_state": source, "to_state": None}
            self._begun_trail(task_id, source)
            self._find(Code.ARTIFACT_AFTER_TERMINAL, here, message, about, place)
        elif task is None:
            self.tasks += 1
            about = {"task": task_id, "recording": self.recording, "from_state": None, "to_state": None}
            self._find(Code.LATE_START, self._place(line), messages.late_start_by_artifact(), about)
            new = self.open[task_id] = Task(task_id, None, line, self.recording, None, channel)
            new.trail = self._collector.trail(task_id, self.recording)

    # --- what to say ---

    def _step(self, code: Code, standard: Any, kind: int, about: Mapping[str, Any], place: Place, here: Place) -> None:
        source, target = about["from_state"], about["to_state"]
        if code is Code.TERMINAL_LEFT:
            message = messages.terminal_left(source, target, kind, place, here)
        elif code is Code.TERMINAL_REPEATED:
            message = messages.terminal_repeated(source, place, here)
        elif code is Code.NOT_IN_TABLE:
            message = messages.not_in_table(standard, source, target)
        else:
            message = messages.not_reachable(standard, source, target)
        self._find(code, here, message, about, place)

    def _value(self, reading: Reading, dialect: Dialect, raw: Any, about: Mapping[str, Any], here: Place) -> None:
        standard, names = self.rulebook.standards[dialect], self.rulebook.names[dialect]
        if reading.code is Code.UNKNOWN_STATE:
            message = messages.unknown_state(names, standard, raw)
        elif reading.code is Code.UNSPECIFIED_STATE:
            message = messages.unspecified_state(raw)
        elif reading.code is Code.MISSPELT_STATE:
            message = messages.misspelt_state(standard, raw, reading.instead)
        else:
            message = messages.guide_spelling(raw, reading.instead)
        self._find(reading.code or Code.UNKNOWN_STATE, here, message, about)

    def _find(
        self, code: Code, here: Place, message: str, about: Mapping[str, Any], earlier: Place | None = None
    ) -> None:
        self._collector.find(code, here, message, earlier=earlier, **about)

    # --- what is now ---

    def _move(
        self,
        task: Task | None,
        ended: Ended | None,
        event: Event,
        task_id: str,
        reading: Reading,
        line: int,
        outside: bool,
        trail: Trail | None,
        terminal: frozenset[str],
    ) -> None:
        """Note the state after the event. What says nothing does not bring a task back that has ended."""
        kind, dialect, channel, _, _, _, stamp = event
        state = None if reading.code is Code.UNSPECIFIED_STATE else reading.state
        if ended is not None:
            same = state is not None and self.rulebook.ids[ended.state] == state
            if same or reading.code is Code.UNSPECIFIED_STATE:
                # The way it came last is the way on which more would be wrong.
                self.ended.put(task_id, *ended._replace(channel=channel_mark(channel), outside=outside))
                return
            self.ended.forget(task_id)
        if task is None:
            task = self.open[task_id] = Task(task_id, state, line, self.recording, stamp, channel)
        else:
            task.state, task.line, task.recording, task.stamp, task.channel = (
                state,
                line,
                self.recording,
                stamp,
                channel,
            )
        task.outside, task.trail = outside, trail
        task.binding = task.binding or dialect is Dialect.V03_BINDING
        if state in terminal:
            self.end(task, kind)

    def end(self, task: Task, kind: int) -> None:
        """`task` has ended, by an event of `kind`."""
        del self.open[task.id]
        if self._cancels:
            self._cancels.pop(task.id, None)
        self.ended.put(
            task.id,
            self.rulebook.index[task.state],
            task.recording,
            task.line,
            milliseconds(task.stamp),
            channel_mark(task.channel),
            kind == TASK,
            task.outside,
        )

    def _trail(self, task: Task | None, task_id: str) -> Trail | None:
        return task.trail if task is not None else self._collector.known_trail(task_id, self.recording)

    def _begun_trail(self, task_id: str, source: str | None) -> Trail | None:
        """A trail for a task that was not followed until there was something to say about it."""
        trail = self._collector.trail(task_id, self.recording, wanted=True)
        if trail is not None and source is not None and not trail.states:
            trail.add(source)
        return trail

    def _place(self, line: int | None, recording: int | None = None) -> Place:
        files = self._collector.files
        return Place(files[self.recording if recording is None else recording] if files else None, line)

    def _count(self, what: str) -> None:
        counts = self._collector.not_judged
        counts[what] = counts.get(what, 0) + 1

    def finish(self) -> None:
        """The recording has ended: say what it leaves open."""
        for task in self.open.values():
            about = {"task": task.id, "recording": task.recording, "from_state": task.state, "to_state": None}
            message = messages.not_finished(task.state)
            self._find(Code.NOT_FINISHED, self._place(task.line, task.recording), message, about)
        for task_id, (recording, line) in self._cancels.items():
            known = self.open.get(task_id)
            state = known.state if known else None
            about = {"task": task_id, "recording": recording, "from_state": state, "to_state": None}
            self._find(Code.CANCEL_UNANSWERED, self._place(line, recording), messages.cancel_unanswered(), about)
        self._collector.tasks += self.tasks
        self._collector.events += self.events

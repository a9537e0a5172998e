"""The server's task: a state, moved along the table by its triggers, and the log of what happened to it."""

from __future__ import annotations

from os import PathLike
from typing import Any
from uuid import uuid4

from transitions import MachineError

from a2a_lifecycle.model import errors
from a2a_lifecycle.model.events import Clock, Event, EventKind, Snapshot, utc_now
from a2a_lifecycle.model.identity import once_for_each
from a2a_lifecycle.model.log import Log
from a2a_lifecycle.model.machine import Cursor, machine_of
from a2a_lifecycle.model.stream import Stream
from a2a_lifecycle.model.triggers import Triggers
from a2a_lifecycle.spec import Edition, Table, load


class Task(Triggers):
    """A task of one edition, in its initial state until a trigger moves it.

    It has a method for each trigger of its edition (`task.start()`): the trigger takes an edge of the table, or is
    refused. Any number of threads may drive it: each step is decided, taken and entered in the log as one, against the
    state the task is then in, so that of two steps that exclude each other one alone wins.

    Parameters:
        edition: an edition's id in the table, the table's first where None; or an `Edition`, and then `table` is not
            looked at.
        table: a table of one's own, or its file; the bundled one where None. A file is read for each task: load it once
            with `spec.load` where there are many.
        id: the task's id; a random UUID where None.
        context_id: the id of the context it belongs to; its own id where None.
        clock: what tells its events their time. It may read the task, and not change it.

    Raises:
        TableError: the table's file is malformed.
        NoSuchEditionError: the table has no such edition.
        TriggerNameError: a trigger of the edition is named as an attribute of this class.
    """

    __slots__ = (
        "__weakref__",
        "_clock",
        "_context_id",
        "_created",
        "_edition",
        "_events",
        "_id",
        "_log",
        "_pending",
        "_state",
    )

    def __init__(
        self,
        edition: str | Edition | None = None,
        *,
        table: Table | str | PathLike[str] | None = None,
        id: str | None = None,
        context_id: str | None = None,
        clock: Clock = utc_now,
    ) -> None:
        if not isinstance(edition, Edition):
            edition = (table if isinstance(table, Table) else load(table)).edition(edition)
        check_triggers(edition)
        self._edition = edition
        self._id = str(uuid4()) if id is None else id
        self._context_id = self._id if context_id is None else context_id
        self._events = machine_of(edition).events
        self._state = edition.initial.id
        self._pending = False
        self._log = Log()
        self._clock = clock
        self._created = clock()

    def __repr__(self) -> str:
        pending = ", cancel pending" if self._pending else ""
        return f"<Task {self._id} of {self._edition.id}: {self._state}{pending}>"

    def __reduce_ex__(self, protocol: object) -> Any:
        raise errors.TaskCopyError(self._id)

    # --- what it is ---

    @property
    def edition(self) -> Edition:
        """The edition it follows."""
        return self._edition

    @property
    def id(self) -> str:
        """Its id."""
        return self._id

    @property
    def context_id(self) -> str:
        """Its context's id."""
        return self._context_id

    @property
    def state(self) -> str:
        """The id of the state it is in. Only a trigger changes it."""
        return self._state

    @property
    def terminal(self) -> bool:
        """Whether it has ended (G5.1)."""
        return self._state in self._edition.terminal

    @property
    def cancel_pending(self) -> bool:
        """Whether the client asked to cancel and the agent has not yet settled (G5.3)."""
        return self._pending

    @property
    def allowed(self) -> tuple[str, ...]:
        """The triggers that are allowed now, in the table's order; a pending cancel request closes some (G5.3)."""
        with self._log.lock:
            return self._allowed()

    def can(self, trigger: str) -> bool:
        """Whether `trigger` is allowed now; raises `UnknownTriggerError`."""
        self._event_of(trigger)
        return trigger in self.allowed

    @property
    def events(self) -> tuple[Event, ...]:
        """Its log: what happened to it, in order. The first event has sequence number 1."""
        return tuple(self._log.events)

    @property
    def history(self) -> tuple[str, ...]:
        """The states it has been in, from the initial one to the present one; updates do not show."""
        return (self._edition.initial.id, *(event.state for event in self.events if event.trigger is not None))

    def snapshot(self) -> Snapshot:
        """It at this moment."""
        with self._log.lock:
            return self._snapshot()

    def subscribe(self, *, timeout: float | None = None) -> Stream:
        """A stream of it: a snapshot, then every later event in order, closed after the terminal one (G5.5).

        Parameters:
            timeout: how many seconds its reader waits for one item; for ever where None.

        Raises:
            EndedSubscriptionError: the task has ended (published v1.0 §3.1.6).
        """
        with self._log.lock:
            if self.terminal:
                raise errors.EndedSubscriptionError(self._state)
            return Stream(self._snapshot(), self._log, timeout)

    # --- what moves it ---

    def fire(self, trigger: str, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Take the edge that `trigger` names out of the present state (G2, G3).

        The trigger that cancels may be fired without a request: it is an edge, and an agent may stop of itself. Where a
        request is pending, it honours the request (G5.3). Where a table of one's own gives a trigger two targets, which
        the proofs refute, the first row that is open is taken.

        Parameters:
            trigger: its name, of the bundled table or of one's own.
            message: what the agent has to say with it.
            if_sequence: the sequence number of the last event the caller knows; if others followed, nothing is done.

        Returns:
            The event that was entered in the log.

        Raises:
            UnknownTriggerError: the edition has no such trigger.
            IllegalTriggerError: it is not allowed now; the task has not changed.
            OvertakenError: an event followed the one of `if_sequence`; the task has not changed.
            NestedChangeError: its clock, or a signal handler, changed the task meanwhile.
        """
        event, log = self._event_of(trigger), self._log
        with log.lock:
            known = len(log.events)
            if if_sequence is not None and if_sequence != known:
                raise errors.OvertakenError(if_sequence, known, self._state)
            entered = self._step(event, trigger, message, known)
        if log.waiters:
            log.wake()
        return entered

    def update(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Report progress: an event with the same state, no transition; legal in every state that is not terminal.

        Raises:
            EndedUpdateError: the task has ended; it has not changed.
            OvertakenError, NestedChangeError: as `fire`.
        """
        with self._log.lock:
            known = len(self._log.events)
            if if_sequence is not None and if_sequence != known:
                raise errors.OvertakenError(if_sequence, known, self._state)
            if self.terminal:
                raise errors.EndedUpdateError(self._state)
            entered = self._enter(self._state, None, message, known, self._pending)
        if self._log.waiters:
            self._log.wake()
        return entered

    def request_cancel(self, message: str | None = None) -> Event | None:
        """The client asks to cancel (G3, G5.3).

        Where the cancel row of the present state is not deferrable, the task is cancelled at once. Where it is, the
        request stays pending until the task ends: the agent honours it by the cancel trigger, or completes or fails
        first, and opens no new pause. A second request changes nothing.

        Returns:
            The event, where the task was cancelled at once; None where the request is pending.

        Raises:
            EndedCancelError: the task has ended; it has not changed.
            NotCancelableError: the table has no cancel row for the state; the task has not changed.
            NestedChangeError: as `fire`.
        """
        trigger = self._edition.cancel_trigger
        with self._log.lock:
            known = len(self._log.events)
            if self.terminal:
                raise errors.EndedCancelError(self._state)
            edge = self._edition.edge(self._state, trigger) if trigger is not None else None
            if edge is None:
                raise errors.NotCancelableError(self._state)
            if edge.row.deferrable or self._pending:
                if self._log.events[known:]:
                    raise errors.NestedChangeError(self._state)
                self._pending = True
                return None
            entered = self._step(self._events[edge.trigger], edge.trigger, message, known)
        if self._log.waiters:
            self._log.wake()
        return entered

    # --- within the lock ---

    # What calls anything may be interrupted there by a change in the same thread, for the lock keeps out other threads
    # alone. So a change is decided upon the log's length `known` when it began, and entered only if it still is that.

    def _step(self, event: Any, trigger: str, message: str | None, known: int) -> Event:
        pending, cursor = self._pending, Cursor(self._state)
        try:
            moved = event.trigger(cursor, pending)
        except MachineError:
            moved = False
        if not moved:
            raise self._illegal(trigger)
        return self._enter(cursor.state, trigger, message, known, pending)

    def _enter(self, state: str, trigger: str | None, message: str | None, known: int, pending: bool) -> Event:
        terminal = state in self._edition.terminal
        kind: EventKind = "update" if trigger is None else "transition"
        events, time = self._log.events, self._clock()
        event = Event(self._id, self._context_id, known + 1, kind, state, self._state, trigger, time, message, terminal)
        if events[known:] or self._pending is not pending:
            raise errors.NestedChangeError(self._state)
        # Nothing from here on can fail, and nothing is called before the last line, so that no signal handler runs in
        # between: the state and the log change together or not at all.
        self._state = state
        self._pending = pending and not terminal
        events.append(event)
        return event

    def _snapshot(self) -> Snapshot:
        last = self._log.events[-1] if self._log.events else None
        time, message = (last.time, last.message) if last else (self._created, None)
        return Snapshot(self._id, self._context_id, len(self._log.events), self._state, time, message, self.terminal)

    # --- questions ---

    def _event_of(self, trigger: str) -> Any:
        try:
            return self._events[trigger]
        except (KeyError, TypeError):  # the latter: nothing that a table could name
            raise errors.UnknownTriggerError(trigger, self._edition.id, self._edition.triggers) from None

    def _allowed(self) -> tuple[str, ...]:
        edges = self._edition.edges_from(self._state)
        return tuple(dict.fromkeys(edge.trigger for edge in edges if edge.row.while_cancelling or not self._pending))

    def _illegal(self, trigger: str) -> errors.IllegalTriggerError:
        code = None
        if self.terminal:
            by_client = any(edge.row.actor == "client" for edge in self._edition.edges if edge.trigger == trigger)
            code = errors.UNSUPPORTED_OPERATION if by_client else None
            code = errors.TASK_NOT_CANCELABLE if trigger == self._edition.cancel_trigger else code
        return errors.IllegalTriggerError(
            trigger, self._state, self._allowed(), cancel_pending=self._pending, code=code
        )


@once_for_each
def check_triggers(edition: Edition) -> None:
    """Raise `TriggerNameError` where a trigger of `edition` is named as an attribute of `Task` is.

    Such a table can be proved, drawn and printed; but no task can follow it, for its trigger could be no method.
    """
    taken = {name for name in dir(Task) if not name.startswith("_")} - vars(Triggers).keys()
    for edge in edition.edges:
        if edge.trigger in taken:
            raise errors.TriggerNameError(edge.trigger, edge.row.origin, taken)

"""A task's log: the one thing that its writers, and all its readers, share."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock

from a2a_lifecycle.model.events import Event


class Log:
    """Events in order, only ever added to.

    Attributes:
        lock: held by whoever changes the task or the log, and by a reader while it looks. The thread that holds it may
            take it again: a task's clock, called in the midst of a change, may read the task.
        events: the events; the one at position n has the sequence number n + 1.
        waiters: what to call when an event was added: one entry, in order, for each reader that waits at this moment.
            A reader enters itself only after it saw, under the lock, that there is nothing to read; so none is missed.
    """

    __slots__ = ("events", "lock", "waiters")

    def __init__(self) -> None:
        self.lock = RLock()
        self.events: list[Event] = []
        self.waiters: dict[Callable[[], object], None] = {}

    def wake(self) -> None:
        """Call all waiters, each once. Not under the lock: what they do is their own affair."""
        with self.lock:
            waiters = list(self.waiters)
            self.waiters.clear()
        for waiter in waiters:
            waiter()

    def forget(self, waiter: Callable[[], object]) -> None:
        """Call `waiter` no more, if it was still to be called."""
        with self.lock:
            self.waiters.pop(waiter, None)

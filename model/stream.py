"""What a subscriber reads: a snapshot, then every later event in order, to the terminal one (G5.5)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from a2a_lifecycle.model.errors import StreamTimeoutError
from a2a_lifecycle.model.events import Event, Snapshot
from a2a_lifecycle.model.log import Log

if TYPE_CHECKING:
    import asyncio


class Stream:
    """One subscription to a task: an iterator, and an asynchronous iterator.

    It reads the task's log by position, so a slow reader holds nobody up and misses nothing, and one that is dropped
    leaves nothing behind. It ends after the terminal event, or when it is closed. Made by `Task.subscribe`.

    `for` waits in the thread that reads; `async for` waits in its event loop and never blocks it, also where other
    threads drive the task. Several readers may share a stream; each item goes to one of them.
    """

    __slots__ = ("_done", "_log", "_next", "_snapshot", "_timeout")

    def __init__(self, snapshot: Snapshot, log: Log, timeout: float | None) -> None:
        self._snapshot: Snapshot | None = snapshot
        self._log, self._timeout = log, timeout
        self._next = snapshot.sequence
        self._done = False

    # --- in a thread ---

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Snapshot | Event:
        """The next item; waits for it.

        Raises:
            StreamTimeoutError: none came in time; the stream can still be read.
            StopIteration: the stream has ended.
        """
        end = None if self._timeout is None else monotonic() + self._timeout
        while True:
            gate = Lock()
            gate.acquire()
            wake = gate.release
            item = self._take(wake)
            if item is not None:
                return item
            if self._done:
                raise StopIteration
            try:
                in_time = gate.acquire(timeout=-1 if end is None else max(0.0, end - monotonic()))
            finally:
                self._log.forget(wake)
            if not in_time:
                item = self._take(None)
                if item is not None:
                    return item
                raise StreamTimeoutError(self._timeout or 0.0)

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # --- in an event loop ---

    def __aiter__(self) -> Stream:
        return self

    async def __anext__(self) -> Snapshot | Event:
        """The next item; waits for it without blocking the event loop.

        Raises:
            StreamTimeoutError: none came in time; the stream can still be read.
            StopAsyncIteration: the stream has ended.
        """
        import asyncio  # which takes long to load, and whoever awaits this has done so

        # A reader that has much to catch up with gives way to others. Nothing is awaited between taking an item and
        # returning it, so a cancelled reader loses none.
        await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._timeout):
                while True:
                    arrived = loop.create_future()
                    wake = partial(_wake_in, loop, arrived)
                    item = self._take(wake)
                    if item is not None:
                        return item
                    if self._done:
                        raise StopAsyncIteration
                    try:
                        await arrived
                    finally:
                        self._log.forget(wake)
        except TimeoutError:
            raise StreamTimeoutError(self._timeout or 0.0) from None

    async def __aenter__(self) -> Stream:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # --- in both ---

    @property
    def closed(self) -> bool:
        """Whether it has ended: the terminal event was read, or it was closed."""
        return self._done

    def close(self) -> None:
        """Read no more; whoever waits for it is woken and finds it ended. The task may be subscribed to again."""
        with self._log.lock:
            self._done, self._snapshot = True, None
        self._log.wake()  # readers of other streams too: they find nothing new and wait again

    def _take(self, wake: Callable[[], object] | None) -> Snapshot | Event | None:
        """The next item; None where the stream has ended, or has none yet, and then `wake` is called when it has."""
        with self._log.lock:
            if self._done:
                return None
            if self._snapshot is not None:
                snapshot, self._snapshot = self._snapshot, None
                return snapshot
            if self._next < len(self._log.events):
                event = self._log.events[self._next]
                self._next += 1
                self._done = event.terminal
                return event
            if wake is not None:
                self._log.waiters[wake] = None
            return None


def _wake_in(loop: asyncio.AbstractEventLoop, arrived: asyncio.Future[None]) -> None:
    # A reader whose event loop is closed waits no more, and that must not trouble the task.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_arrive, arrived)


def _arrive(arrived: asyncio.Future[None]) -> None:
    if not arrived.done():
        arrived.set_result(None)

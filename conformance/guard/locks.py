"""One lock for each task, to be held across awaits, by any event loop in any thread."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager


class TaskLocks:
    """Locks by task id, first come first served; a task nobody holds or waits for takes no memory.

    An `asyncio.Lock` is one loop's alone, and a `threading.Lock` held across an await stops its own loop.
    """

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._waiting: dict[str, deque[Future[None]]] = {}

    @asynccontextmanager
    async def holding(self, task_id: str) -> AsyncIterator[None]:
        """Within this, no other holds the lock of `task_id`."""
        await self.acquire(task_id)
        try:
            yield
        finally:
            self.release(task_id)

    async def acquire(self, task_id: str) -> None:
        """Wait for the lock of `task_id`."""
        with self._mutex:
            waiting = self._waiting.get(task_id)
            if waiting is None:
                self._waiting[task_id] = deque()
                return
            turn: Future[None] = Future()
            waiting.append(turn)
        try:
            await asyncio.wrap_future(turn)
        except BaseException:
            # Where it can no longer be cancelled, the lock was handed over meanwhile.
            if not turn.cancel():
                self.release(task_id)
            raise

    def release(self, task_id: str) -> None:
        """Hand the lock of `task_id` to whoever waits longest."""
        with self._mutex:
            waiting = self._waiting[task_id]
            while waiting:
                turn = waiting.popleft()
                if turn.set_running_or_notify_cancel():
                    turn.set_result(None)
                    return
            del self._waiting[task_id]

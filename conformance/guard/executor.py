"""An agent executor whose events stay inside the table, so that nothing is streamed that the store would refuse."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events.event_queue import Event, EventQueue, EventQueueLegacy
from a2a.types.a2a_pb2 import Task, TaskArtifactUpdateEvent, TaskState, TaskStatus, TaskStatusUpdateEvent
from a2a.utils.errors import UnsupportedOperationError

from a2a_lifecycle.conformance.guard.refusals import details
from a2a_lifecycle.conformance.law import Law, Refusal

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.guard.guard import Guard

_DRAIN_SECONDS = 5.0
"""How long to wait at most for the SDK's older request handler to take what was published."""

_CREATED_IN = TaskState.TASK_STATE_SUBMITTED
"""The state in which the SDK makes a task whose executor did not."""


class _Progress:
    """The state a task is in once every event that was let through is stored.

    `execute` and `cancel` of one task run at the same time, and share it.
    """

    def __init__(self, task: Task | None) -> None:
        self.state: int | None = None if task is None else task.status.state
        self.users = 0
        self.turn = asyncio.Lock()


class GuardedExecutor(AgentExecutor):
    """Another executor, guarded: an event outside the table is neither streamed nor stored.

    The executor is told by `UnsupportedOperationError`, whose data say why, and may go on. If it lets the error
    escape, the task fails, as the SDK has it for every executor that raises, where the table lets it, and the client
    receives the error.

    Parameters:
        executor: the executor to guard.
        guard: the guard.
    """

    def __init__(self, executor: AgentExecutor, guard: Guard) -> None:
        self._executor, self._guard = executor, guard
        self._progress: dict[str, _Progress] = {}

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Run the executor on a request."""
        with self._following(context) as progress:
            queue = _GuardedQueue(event_queue, context, progress, self._guard)
            try:
                await self._executor.execute(context, queue)
            except UnsupportedOperationError as error:
                if error is queue.refused:
                    # The SDK would store the failure and not stream it (G5.5).
                    await queue.fail()
                    await queue.drain()
                raise

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Ask the executor to cancel."""
        with self._following(context) as progress:
            await self._executor.cancel(context, _GuardedQueue(event_queue, context, progress, self._guard))

    @contextmanager
    def _following(self, context: RequestContext) -> Iterator[_Progress]:
        task_id = context.task_id or ""
        progress = self._progress.setdefault(task_id, _Progress(context.current_task))
        progress.users += 1
        try:
            yield progress
        finally:
            progress.users -= 1
            if progress.users == 0:
                del self._progress[task_id]


class _GuardedQueue(EventQueue):
    """What a guarded executor publishes to."""

    def __init__(self, queue: EventQueue, context: RequestContext, progress: _Progress, guard: Guard) -> None:
        self._queue, self._context, self._progress, self._guard = queue, context, progress, guard
        self.refused: UnsupportedOperationError | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._queue, name)

    async def enqueue_event(self, event: Event) -> None:
        """Publish `event`; raises `UnsupportedOperationError` where that would leave the table."""
        # One at a time, so that the order judged is the order published.
        async with self._progress.turn:
            refusal = self._judge(event)
            if refusal is not None:
                task_id = self._context.task_id or ""
                self._guard.count(refusal, task_id)
                # The SDK knows the code of this very class and of no class derived from it.
                self.refused = UnsupportedOperationError(refusal.message, details(refusal, task_id))
                raise self.refused
            await self._queue.enqueue_event(event)
            if isinstance(event, Task | TaskStatusUpdateEvent):
                self._progress.state = event.status.state
            elif isinstance(event, TaskArtifactUpdateEvent) and self._progress.state is None:
                self._progress.state = _CREATED_IN

    def _judge(self, event: Event) -> Refusal | None:
        law, state = self._guard.law, self._progress.state
        if isinstance(event, TaskStatusUpdateEvent):
            before, after = _CREATED_IN if state is None else state, event.status.state
            return law.change(before, after) or (law.repeat(before) if before == after else None)
        if isinstance(event, TaskArtifactUpdateEvent):
            return None if state is None else law.artifact(state)
        if isinstance(event, Task):
            if state is None:
                return law.creation(event.status.state)
            return law.change(state, event.status.state) or self._replaces(state, event, law)
        return None

    def _replaces(self, state: int, task: Task, law: Law) -> Refusal | None:
        # Where there is a task, the SDK's present handler streams a whole Task and does not store it; its old one does.
        if isinstance(self._queue, EventQueueLegacy) or task.status.state == state:
            return None
        source, target = law.reading(state), law.reading(task.status.state)
        message = f"a whole Task in {target} is no update of a task in {source}; publish a status update"
        return Refusal("task-replaced", source, str(target), message)

    async def fail(self) -> None:
        """Publish that the task failed, where the table lets it."""
        status = TaskStatus(state=TaskState.TASK_STATE_FAILED)
        status.timestamp.FromDatetime(datetime.now(UTC))
        task_id, context_id = self._context.task_id or "", self._context.context_id or ""
        event = TaskStatusUpdateEvent(task_id=task_id, context_id=context_id, status=status)
        async with self._progress.turn:
            state = self._progress.state
            if state is None or state == status.state or self._guard.law.change(state, status.state) is not None:
                return
            await self._queue.enqueue_event(event)
            self._progress.state = status.state

    async def drain(self) -> None:
        """Wait until all that was published is taken: the SDK's older handler drops what is not, once this raises."""
        if isinstance(self._queue, EventQueueLegacy):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._queue.queue.join(), _DRAIN_SECONDS)

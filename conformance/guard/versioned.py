"""The guard for the SDK's stores that compare a version and set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from a2a.server.cluster import VersionedDatabaseTaskStore
from a2a.server.cluster.task_store import StoredTask, VersionedTaskStore
from a2a.server.cluster.version import TaskVersion
from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import Event
from a2a.types.a2a_pb2 import ListTasksRequest, ListTasksResponse, Task

from a2a_lifecycle.conformance.guard.refusals import by_trigger

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.guard.guard import Guard


class GuardedVersionedTaskStore(VersionedTaskStore):
    """A versioned store, guarded: a write outside the table raises, and what is stored stays as it was.

    The store itself refuses a write whose version is no longer the stored one, so that the task judged is the task
    written over.

    Attributes of the store that is guarded are reached through this one.

    Parameters:
        store: the store to guard.
        guard: the guard.
    """

    def __init__(self, store: VersionedTaskStore, guard: Guard) -> None:
        self._store, self._guard = store, guard

    def __getattr__(self, name: str) -> Any:
        if name == "_store":  # not there yet: this is being copied or read back
            raise AttributeError(name)
        return getattr(self._store, name)

    async def save(
        self,
        task: Task,
        *,
        event: Event | None,
        prev: Task | None,
        prev_version: TaskVersion,
        context: ServerCallContext,
    ) -> TaskVersion:
        """Write `task`; raises `WriteRefusedError` where that would leave the table, else as the store does."""
        # The SDK's store makes its tables when it is first written to, and cannot be read before.
        if isinstance(self._store, VersionedDatabaseTaskStore):
            await self._store.initialize()
        stored = await self._store.get(task.id, context)
        self._guard.check_write(stored.task if stored else None, task)
        try:
            return await self._store.save(task, event=event, prev=prev, prev_version=prev_version, context=context)
        except Exception as error:
            self._guard.refuse_write(by_trigger(error), task.id)
            raise

    async def get(self, task_id: str, context: ServerCallContext) -> StoredTask | None:
        """The stored task and its version, or None."""
        return await self._store.get(task_id, context)

    async def list(self, params: ListTasksRequest, context: ServerCallContext) -> ListTasksResponse:
        """The stored tasks that `params` ask for."""
        return await self._store.list(params, context)

    async def delete(self, task_id: str, context: ServerCallContext) -> None:
        """Delete the task."""
        await self._store.delete(task_id, context)

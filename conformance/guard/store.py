"""A task store that writes nothing outside the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from a2a.server.context import ServerCallContext
from a2a.server.tasks.copying_task_store import CopyingTaskStoreAdapter
from a2a.server.tasks.task_store import TaskStore
from a2a.types.a2a_pb2 import ListTasksRequest, ListTasksResponse, Task

from a2a_lifecycle.conformance.guard import database
from a2a_lifecycle.conformance.guard.locks import TaskLocks
from a2a_lifecycle.conformance.guard.memory import kept_by
from a2a_lifecycle.conformance.guard.refusals import by_trigger

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.guard.guard import Guard

Save = Callable[[Task, ServerCallContext], Awaitable[None]]


class GuardedTaskStore(TaskStore):
    """Another store, guarded: a write outside the table raises, and what is stored stays as it was.

    To check and to write is one step: for a `DatabaseTaskStore` in one transaction, which holds the task's row (and so
    against every guarded writer anywhere); for an `InMemoryTaskStore` under its own lock; for all others under a lock
    of the task (against every writer through this object, in any thread). Unguarded writers to the same database, and
    writers on several nodes through another kind of store, are stopped by the triggers of `a2a-lifecycle export sql`
    alone; what such a trigger refuses raises the same error here.

    Attributes of the store that is guarded are reached through this one.

    Parameters:
        store: the store to guard. One that keeps the very object it is given is given copies.
        guard: the guard.
    """

    def __init__(self, store: TaskStore, guard: Guard) -> None:
        self._guard = guard
        self._locks = TaskLocks()
        self._inner = self._store = store
        self._kept = kept_by(store)
        self._save: Save = self._save_locked
        if database.is_atomic(store):
            self._save = database.AtomicSave(store, guard)
        elif self._kept is None and not isinstance(store, CopyingTaskStoreAdapter):
            self._store = CopyingTaskStoreAdapter(store)

    def __getattr__(self, name: str) -> Any:
        if name == "_inner":  # not there yet: this is being copied or read back
            raise AttributeError(name)
        return getattr(self._inner, name)

    async def save(self, task: Task, context: ServerCallContext) -> None:
        """Write `task`; raises `WriteRefusedError` where that would leave the table."""
        kept = self._kept
        if kept is not None:
            copy = Task()
            copy.CopyFrom(task)
            with kept.lock:
                owned = kept.tasks.get(kept.owner_resolver(context))
                self._guard.check_write(owned.get(task.id) if owned else None, task)
                await kept.save(copy, context)
            return
        try:
            await self._save(task, context)
        except Exception as error:
            self._guard.refuse_write(by_trigger(error), task.id)
            raise

    async def _save_locked(self, task: Task, context: ServerCallContext) -> None:
        task_id = task.id
        await self._locks.acquire(task_id)
        try:
            self._guard.check_write(await self._store.get(task_id, context), task)
            await self._store.save(task, context)
        finally:
            self._locks.release(task_id)

    async def get(self, task_id: str, context: ServerCallContext) -> Task | None:
        """The stored task, or None."""
        return await self._store.get(task_id, context)

    async def list(self, params: ListTasksRequest, context: ServerCallContext) -> ListTasksResponse:
        """The stored tasks that `params` ask for."""
        return await self._store.list(params, context)

    async def delete(self, task_id: str, context: ServerCallContext) -> None:
        """Delete the task."""
        await self._store.delete(task_id, context)

"""To check and to write in one transaction of the database, for the SDK's own store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from a2a.server.context import ServerCallContext
from a2a.server.tasks.task_store import TaskStore
from a2a.types.a2a_pb2 import Task

if TYPE_CHECKING:
    from a2a.server.tasks.database_task_store import DatabaseTaskStore

    from a2a_lifecycle.conformance.guard.guard import Guard

_ATTEMPTS = 2
"""Two writers may create one task at once; the loser finds it there when it tries again."""


def is_atomic(store: TaskStore) -> TypeGuard[DatabaseTaskStore]:
    """Whether `store` is the SDK's `DatabaseTaskStore`, its way to save not overridden."""
    try:
        from a2a.server.tasks.database_task_store import DatabaseTaskStore
    except ImportError:  # without a database driver there is no such store
        return False
    return isinstance(store, DatabaseTaskStore) and type(store).save is DatabaseTaskStore.save


class AtomicSave:
    """`DatabaseTaskStore.save`, which reads the row, judges, and writes while it holds the row.

    Parameters:
        store: the store to write to.
        guard: the guard to ask.
    """

    def __init__(self, store: DatabaseTaskStore, guard: Guard) -> None:
        self._store, self._guard = store, guard

    async def __call__(self, task: Task, context: ServerCallContext) -> None:
        """Write `task`; raises `WriteRefusedError` where that would leave the table."""
        from sqlalchemy.exc import IntegrityError

        await self._store.initialize()
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._once(task, self._store.owner_resolver(context))
            except IntegrityError:
                if attempt == _ATTEMPTS:
                    raise
        return None

    async def _once(self, task: Task, owner: str) -> None:
        from sqlalchemy import false, update

        store, model = self._store, self._store.task_model
        written: Any = store._to_orm(task, owner)
        async with store.async_session_maker.begin() as session:
            if store.engine.dialect.name == "sqlite":
                # It has no FOR UPDATE, but one writer: whose transaction begins with a write keeps all others out.
                await session.execute(update(model).where(false()).values(kind=model.kind))
            row: Any = await session.get(model, task.id, with_for_update=True)
            if row is None:
                self._guard.refuse_write(self._guard.law.creation(task.status.state), task.id)
                # Never a merge: it would read again, find the row that another writer has committed meanwhile, and
                # overwrite it unjudged. An insert fails there, and the next attempt finds the row and judges.
                session.add(written)
                return
            before, artifacts_changed = self._compare(row, written, task)
            self._guard.check_state(before, task.status.state, task.id, artifacts_changed=artifacts_changed)
            # The row is in the session already, so that this reads nothing again.
            await session.merge(written)

    def _compare(self, row: Any, written: Any, task: Task) -> tuple[str | int, bool]:
        """The stored state, and whether the artifacts differ."""
        if self._store.model_to_core_conversion is not None:
            stored = self._store.model_to_core_conversion(row)
            return stored.status.state, stored.artifacts != task.artifacts
        return (row.status or {}).get("state") or 0, (row.artifacts or []) != (written.artifacts or [])

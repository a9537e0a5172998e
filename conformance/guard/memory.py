"""To check and to write in one step, for the SDK's in-memory store."""

from __future__ import annotations

from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.tasks.inmemory_task_store import InMemoryTaskStore
from a2a.server.tasks.task_store import TaskStore
from a2a.types.a2a_pb2 import Task


class Memory:
    """What an `InMemoryTaskStore` keeps, looked at without a copy.

    Its lock is held by a thread while the store writes, which never waits for anything else; so whoever holds it may
    look and write in one step.

    Attributes:
        lock: the store's own lock.
    """

    def __init__(self, kept: Any) -> None:
        self.lock = kept.lock
        self._tasks: dict[str, dict[str, Task]] = kept.tasks
        self._owner = kept.owner_resolver

    def stored(self, task_id: str, context: ServerCallContext) -> Task | None:
        """The very task that is stored, not to be changed, or None."""
        owned = self._tasks.get(self._owner(context))
        return owned.get(task_id) if owned else None


def memory_of(store: TaskStore) -> Memory | None:
    """What `store` keeps, or None where it is no in-memory store of the SDK that copies what it is given.

    One that does not copy keeps a task that others may change, and so knows no stored state. Nor is one taken that
    looks otherwise inside than the SDK's does today; it is guarded as any other store is.
    """
    kept = getattr(store, "_impl", None)
    known = all(hasattr(kept, name) for name in ("lock", "tasks", "owner_resolver"))
    if type(store) is not InMemoryTaskStore or not known or getattr(store, "_store", kept) is kept:
        return None
    return Memory(kept)

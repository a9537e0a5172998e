"""What the SDK's in-memory store keeps, so that a guard can check and write in one step."""

from __future__ import annotations

from typing import Any

from a2a.server.tasks.inmemory_task_store import InMemoryTaskStore
from a2a.server.tasks.task_store import TaskStore


def kept_by(store: TaskStore) -> Any:
    """The store inside an `InMemoryTaskStore`, which keeps what it is given; None for every other store.

    It has `lock`, `tasks` by owner and id, and `owner_resolver`. It writes under its lock and never waits for anything
    meanwhile, so that whoever holds the lock may look at a task and write it in one step.

    Taken is only what looks inside as the SDK's does today, and copies what it is given: one that does not keeps a
    task that others may change, and knows no stored state. Those are guarded as any other store is.
    """
    kept = getattr(store, "_impl", None)
    known = all(hasattr(kept, name) for name in ("lock", "tasks", "owner_resolver"))
    copies = getattr(store, "_store", kept) is not kept
    return kept if type(store) is InMemoryTaskStore and known and copies else None

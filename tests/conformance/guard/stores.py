"""The SDK's stores, each fresh, and what tests need to look into them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.tasks import DatabaseTaskStore, InMemoryTaskStore
from a2a.types.a2a_pb2 import Artifact, Message, Part, Role, Task, TaskState, TaskStatus
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tests import postgres

CONTEXT = ServerCallContext()


def state(name: str) -> int:
    """The number of a state of the v1.0 enumeration, such as `working`."""
    return TaskState.Value(f"TASK_STATE_{name.upper()}")


def task(task_id: str, name: str, artifacts: int = 0, text: str = "") -> Task:
    """A task as an executor would make it."""
    status = TaskStatus(state=state(name))
    if text:
        status.message.CopyFrom(Message(message_id=text, role=Role.ROLE_AGENT, parts=[Part(text=text)]))
    made = [Artifact(artifact_id=str(n), parts=[Part(text=str(n))]) for n in range(artifacts)]
    return Task(id=task_id, context_id="c", status=status, artifacts=made)


@dataclass
class Kind:
    """One kind of store.

    Attributes:
        name: what to call it.
        make: a fresh store.
        engine: the database's engine, or None where there is none.
    """

    name: str
    make: Callable[[], Any]
    engine: AsyncEngine | None = None

    async def close(self) -> None:
        if self.engine is not None:
            await self.engine.dispose()

    def run(self, work: Callable[[Any], Any]) -> Any:
        """Run `work` on a fresh store in an event loop of its own."""

        async def all_of_it() -> Any:
            try:
                return await work(self.make())
            finally:
                await self.close()

        return asyncio.run(all_of_it())


def memory() -> Kind:
    return Kind("memory", InMemoryTaskStore)


def database(url: str, name: str) -> Kind:
    engine = create_async_engine(url)
    return Kind(name, lambda: DatabaseTaskStore(engine), engine)


def postgresql_url(address: str) -> str:
    """The URL of the database of the server at `address`, emptied."""
    import asyncpg

    host, port = address.split(":")

    async def empty() -> None:
        connection = await asyncpg.connect(host=host, port=int(port), user=postgres.USER, database=postgres.DATABASE)
        await connection.execute(postgres.EMPTY)
        await connection.close()

    asyncio.run(empty())
    return f"postgresql+asyncpg://{postgres.USER}@{address}/{postgres.DATABASE}"

"""One of many writers to one database: run as a program, it prints a line for every write that was acknowledged.

    python writers.py URL MODE SEED WRITES

MODE is `bare`, the SDK's store as it is, or `guarded`. Each write puts a task into a state chosen at random; what is
refused or fails is no line.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from collections.abc import Callable

from a2a.server.tasks import DatabaseTaskStore
from a2a.types.a2a_pb2 import TaskState
from sqlalchemy.ext.asyncio import create_async_engine

from a2a_lifecycle.conformance.guard import Guard
from tests.conformance.guard.stores import CONTEXT, task

TASKS = 12
NAMES = [name.removeprefix("TASK_STATE_").lower() for name, number in TaskState.items() if number]


async def write(url: str, mode: str, seed: int, writes: int, acknowledge: Callable[[str, str, str], None]) -> None:
    """Write `writes` times, and call `acknowledge` with the task, the state and a mark for each that succeeded."""
    engine = create_async_engine(url)
    bare = DatabaseTaskStore(engine, create_table=False)
    store = Guard().store(bare) if mode == "guarded" else bare
    chance = random.Random(seed)
    try:
        for number in range(writes):
            task_id, name, mark = str(chance.randrange(TASKS)), chance.choice(NAMES), f"{seed}-{number}"
            # More often than not a state that does not end the task, so that there is something to race for.
            if chance.random() < 0.7:
                name = "working"
            try:
                await store.save(task(task_id, name, text=mark), CONTEXT)
            except Exception:
                continue
            acknowledge(task_id, name, mark)
    finally:
        await engine.dispose()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    url, mode, seed, writes = sys.argv[1:]
    asyncio.run(write(url, mode, int(seed), int(writes), lambda *fields: print(*fields, flush=True)))

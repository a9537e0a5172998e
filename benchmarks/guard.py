"""The guard's cost per event, as a ratio to the same work unguarded, measured side by side in one run.

    python benchmarks/guard.py [--rounds N]

An event is what it is to the SDK: a status update that its task manager applies and stores; `server` is its whole way
from the agent's executor to the subscriber's stream. `store` is the store's `save` alone, which no event is: in memory
it takes three microseconds, and is there to show what the guard itself takes. Short rounds of both kinds take turns, so
that what else the machine does meets both; what is shown is the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from a2a.server.agent_execution import AgentExecutor
from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import DatabaseTaskStore, InMemoryTaskStore, TaskManager, TaskStore
from a2a.types.a2a_pb2 import (
    Artifact,
    Message,
    Part,
    Role,
    SendMessageRequest,
    Task,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from sqlalchemy.ext.asyncio import create_async_engine

from a2a_lifecycle.conformance.guard import Guard
from a2a_lifecycle.conformance.guard.trial import agent_card

TARGET = 1.3
CONTEXT = ServerCallContext()
OPEN = [TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_INPUT_REQUIRED]


def a_task() -> Task:
    """A task as they are: some messages, an artifact."""
    history = [Message(message_id=str(n), role=Role.ROLE_USER, parts=[Part(text="word " * 20)]) for n in range(4)]
    artifact = Artifact(artifact_id="a", parts=[Part(text="word " * 100)])
    status = TaskStatus(state=TaskState.TASK_STATE_WORKING)
    return Task(id=uuid4().hex, context_id="c", status=status, history=history, artifacts=[artifact])


def update(task: Task, number: int) -> TaskStatusUpdateEvent:
    """The `number`-th of a series of updates, each to another state than the one before."""
    status = TaskStatus(state=OPEN[number % 2])
    status.timestamp.GetCurrentTime()
    return TaskStatusUpdateEvent(task_id=task.id, context_id=task.context_id, status=status)


async def in_store(store: TaskStore, events: int, guard: Guard | None) -> float:
    """Seconds for each `save`."""
    task = a_task()
    await store.save(task, CONTEXT)
    began = time.perf_counter()
    for number in range(events):
        task.status.CopyFrom(update(task, number).status)
        await store.save(task, CONTEXT)
    return (time.perf_counter() - began) / events


async def in_manager(store: TaskStore, events: int, guard: Guard | None) -> float:
    """Seconds for each event that the SDK's task manager applies and stores."""
    task = a_task()
    await store.save(task, CONTEXT)
    manager = TaskManager(store, CONTEXT, task.id, task.context_id, None)
    updates = [update(task, number) for number in range(events)]
    began = time.perf_counter()
    for event in updates:
        await manager.process(event)
    return (time.perf_counter() - began) / events


class Busy(AgentExecutor):
    """An agent that publishes many updates."""

    def __init__(self, events: int) -> None:
        self._events = events

    async def execute(self, context: Any, event_queue: Any) -> None:
        task = a_task()
        task.id, task.context_id = context.task_id, context.context_id
        await event_queue.enqueue_event(task)
        for number in range(self._events):
            await event_queue.enqueue_event(update(task, number))

    async def cancel(self, context: Any, event_queue: Any) -> None:
        raise NotImplementedError


async def in_server(store: TaskStore, events: int, guard: Guard | None) -> float:
    """Seconds for each event from the executor to the subscriber."""
    executor = Busy(events) if guard is None else guard.executor(Busy(events))
    handler = DefaultRequestHandler(executor, store, agent_card())
    request = SendMessageRequest(message=Message(message_id="m", role=Role.ROLE_USER, parts=[Part(text="go")]))
    began, seen = time.perf_counter(), 0
    async for _ in handler.on_message_send_stream(request, CONTEXT):
        seen += 1
    taken = (time.perf_counter() - began) / events
    assert seen == events + 1
    await handler.aclose()
    return taken


Measure = Callable[[TaskStore, int, Guard | None], Awaitable[float]]
WAYS: dict[str, Measure] = {"store": in_store, "event": in_manager, "server": in_server}


async def compare(measure: Measure, make: Callable[[], TaskStore], events: int, rounds: int) -> float:
    """The median of the ratios, guarded to unguarded."""
    guard = Guard()
    bare: list[float] = []
    guarded: list[float] = []
    for number in range(rounds + 1):
        pairs: list[tuple[list[float], TaskStore, Guard | None]] = [
            (bare, make(), None),
            (guarded, guard.store(make()), guard),
        ]
        for taken, store, used in pairs if number % 2 else reversed(pairs):
            seconds = await measure(store, events, used)
            if number:  # the first round warms up
                taken.append(seconds)
    assert not guard.refusals
    return statistics.median(one / other for one, other in zip(guarded, bare, strict=True))


async def run(rounds: int) -> int:
    """Measure, print, and return how many of the ratios are above the target."""
    above = 0
    print("What is done with the guard, in multiples of the same without it.")
    print(f"{'store':10}{'way':10}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        engine = create_async_engine(f"sqlite+aiosqlite:///{folder}/tasks.db")
        stores: list[tuple[str, Callable[[], TaskStore], int]] = [
            ("memory", InMemoryTaskStore, 300),
            ("sqlite", lambda: DatabaseTaskStore(engine), 10),
        ]
        for name, make, events in stores:
            for way, measure in WAYS.items():
                ratio = await compare(measure, make, events, rounds)
                above += way != "store" and ratio > TARGET
                print(f"{name:10}{way:10}{ratio:>8.2f}")
        await engine.dispose()
    return above


def main() -> int:
    """Exit status 1 where an event costs more than the target lets it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60, help="how many rounds of each kind")
    logging.disable(logging.WARNING)
    above = asyncio.run(run(parser.parse_args().rounds))
    print(f"Target: an event and its way through a server at most {TARGET}: {'missed' if above else 'met'}.")
    return int(above > 0)


if __name__ == "__main__":
    sys.exit(main())

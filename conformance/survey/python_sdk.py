"""Drives `a2a-sdk` with the vectors: a real executor, the SDK's event queue, request handler, store and stream."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import a2a_pb2 as pb

from a2a_lifecycle.conformance.survey.cases import WAYS, Case, Name
from a2a_lifecycle.conformance.survey.python_client import read_names
from a2a_lifecycle.conformance.survey.results import Observation, Survey, outcome

SDK = "a2a-sdk"
DEADLINE = 10.0
"""Seconds after which a stream that says nothing more is given up; a healthy run takes milliseconds."""

QUIET_TURNS = 200
"""Turns of the event loop that the SDK is given, after the client has its answer, to work off what the agent said."""

_MARK = "2001-01-01T00:00:00Z"
"""The time of the attempt's status, by which it is known in the stream and in the store; no other status has one."""

Said = tuple[str, Any, bool]
"""What an agent says: as a `task` or an `update`, the state's number, and whether it is the attempt."""


def survey(cases: Iterable[Case], names: Iterable[Name]) -> Survey:
    """Try every case in every way, and have the client read every name."""
    with _silent():
        return asyncio.run(_survey(list(cases), list(names)))


async def _survey(cases: Sequence[Case], names: Sequence[Name]) -> Survey:
    observations = [await _observe(case, way) for case in cases for way in WAYS]
    return Survey(SDK, version(SDK), tuple(observations), await read_names(name.value for name in names))


@contextmanager
def _silent() -> Iterator[None]:
    # The SDK logs each misbehaviour of the agent, which is all this agent does.
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _script(case: Case, way: str) -> list[list[Said]]:
    """What the agent says in each of its runs."""
    first, *rest = case.path
    led: list[Said] = [("task", first, False), *(("update", state, False) for state in rest)]
    at_once: list[Said] = [("task", case.path[-1], False)]
    as_update, as_task = ("update", case.attempt, True), ("task", case.attempt, True)
    scripts: dict[str, list[list[Said]]] = {
        "update, update": [[*led, as_update]],
        "update, task": [[*led, as_task]],
        "task, update": [[*at_once, as_update]],
        "task, task": [[*at_once, as_task]],
        "later update": [led, [*at_once, as_update]],
        "send: update": [[*led, as_update]],
        "send: task": [[*at_once, as_task]],
        "updater": [[*led, as_update]],
    }
    return scripts[way]


class _Agent:
    """An executor that says what its script says, one run for each request, and keeps the error it gets."""

    def __init__(self, script: list[list[Said]], *, updater: bool) -> None:
        self._script, self._updater = script, updater
        self.error: str | None = None
        self.task_id = ""

    async def execute(self, context: Any, queue: Any) -> None:
        self.task_id = context.task_id
        updater = TaskUpdater(queue, context.task_id, context.context_id)
        for kind, state, attempt in self._script.pop(0):
            status = pb.TaskStatus(state=state)
            if attempt:
                status.timestamp.FromJsonString(_MARK)
            ids = {"context_id": context.context_id, "status": status}
            try:
                if kind == "task":
                    await queue.enqueue_event(pb.Task(id=context.task_id, **ids))
                elif self._updater:
                    await updater.update_status(state, timestamp=_MARK if attempt else None)
                else:
                    await queue.enqueue_event(pb.TaskStatusUpdateEvent(task_id=context.task_id, **ids))
            except Exception as error:
                self.error = type(error).__name__

    async def cancel(self, context: Any, queue: Any) -> None:
        raise NotImplementedError("no case asks for a cancel")


async def _observe(case: Case, way: str) -> Observation:
    if not case.speakable:
        return Observation(case.name, way, "cannot say", None, None)
    script = _script(case, way)
    agent: Any = _Agent(list(script), updater=way == "updater")
    store = InMemoryTaskStore()
    capabilities = pb.AgentCapabilities(streaming=True)
    card = pb.AgentCard(name="survey", description="survey", version="1", capabilities=capabilities)
    handler = DefaultRequestHandler(agent_executor=agent, task_store=store, agent_card=card)
    context, shown, error = ServerCallContext(), list[Any](), None
    for number, _ in enumerate(script):
        message = pb.Message(message_id=f"m{number}", role=pb.Role.ROLE_USER, task_id=agent.task_id)
        message.parts.add(text="go")
        request = pb.SendMessageRequest(message=message)
        ask = _send if way.startswith("send") else _listen
        error = await _within(ask(handler, request, context, shown)) or error
    for _ in range(QUIET_TURNS):
        await asyncio.sleep(0)
    task = await store.get(agent.task_id, context)
    if hasattr(handler, "aclose"):  # since 1.1
        await _within(handler.aclose())
    held = task.status.state if task else None
    stored = _is_attempt(task) and held == case.attempt
    seen = any(map(_is_attempt, shown))
    error = agent.error or error
    word = outcome(shown=seen, stored=stored, error=error, unmoved=held == case.path[-1])
    return Observation(case.name, way, word, held, error)


def _is_attempt(said: Any) -> bool:
    """Whether a task or an update has the status of the attempt."""
    status = getattr(said, "status", None)
    return status is not None and status.HasField("timestamp") and bool(status.timestamp.ToJsonString() == _MARK)


async def _listen(handler: Any, request: Any, context: Any, shown: list[Any]) -> None:
    async for event in handler.on_message_send_stream(request, context):
        shown.append(event)


async def _send(handler: Any, request: Any, context: Any, shown: list[Any]) -> None:
    shown.append(await handler.on_message_send(request, context))


async def _within(step: Awaitable[None]) -> str | None:
    """Await `step`; the class of the error it ended with, if any. Raises `TimeoutError` after the deadline."""
    try:
        await asyncio.wait_for(step, DEADLINE)
    except TimeoutError:
        raise
    except Exception as error:
        return type(error).__name__
    return None

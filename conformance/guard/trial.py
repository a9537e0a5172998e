"""A server and a client over real HTTP, whose agent does as it is told: to see what a server does with its tasks."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

import httpx
import uvicorn
from a2a.client import Client, ClientConfig, ClientFactory
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events.event_queue import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler, RequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.types.a2a_pb2 import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    Artifact,
    CancelTaskRequest,
    GetTaskRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from a2a.utils.errors import A2AError
from starlette.applications import Starlette

START_SECONDS = 20
SETTLE_SECONDS, SETTLE_STEPS = 0.02, 500


class ToldExecutor(AgentExecutor):
    """An agent that does, word by word, what the client's message says, whatever any table says of it.

    The words: `task:STATE` publishes a whole Task, `STATE` a status update, `artifact` an artifact; `sleep` waits for
    a moment, `wait` for ever. A state is one of the v1.0 enumeration.

    Parameters:
        on_cancel: the words to do when it is asked to cancel.
    """

    def __init__(self, on_cancel: str = TaskState.Name(TaskState.TASK_STATE_CANCELED)) -> None:
        self._on_cancel = on_cancel

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Do what the message says."""
        await self._do(context.get_user_input(), context, event_queue)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Do what a cancel request asks for."""
        await self._do(self._on_cancel, context, event_queue)

    async def _do(self, words: str, context: RequestContext, queue: EventQueue) -> None:
        task, conversation = context.task_id, context.context_id
        for word in words.split():
            kind, _, state = word.rpartition(":")
            if word == "sleep":
                await asyncio.sleep(0.05)
            elif word == "wait":
                await asyncio.Event().wait()
            elif word == "artifact":
                artifact = Artifact(artifact_id=uuid4().hex, parts=[Part(text="made")])
                await queue.enqueue_event(
                    TaskArtifactUpdateEvent(task_id=task, context_id=conversation, artifact=artifact)
                )
            elif kind:
                status = _status(state)
                await queue.enqueue_event(Task(id=task, context_id=conversation, status=status))
            else:
                await queue.enqueue_event(
                    TaskStatusUpdateEvent(task_id=task, context_id=conversation, status=_status(state))
                )


def _status(name: str) -> TaskStatus:
    status = TaskStatus(state=TaskState.Value(name))
    status.timestamp.GetCurrentTime()
    return status


def agent_card(url: str = "http://127.0.0.1/") -> AgentCard:
    """The card of an agent at `url`."""
    return AgentCard(
        name="told",
        description="does as it is told",
        version="1",
        supported_interfaces=[AgentInterface(url=url, protocol_binding="JSONRPC", protocol_version="1.0")],
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="obey", name="obey", description="does as it is told", tags=["test"])],
    )


@contextmanager
def serving(handler: RequestHandler, close: Callable[[], Awaitable[None]] | None = None) -> Iterator[str]:
    """The URL of a server of `handler`, by uvicorn on a free port of this machine alone, in a thread of its own.

    Parameters:
        handler: the request handler.
        close: what to await at the end, on the server's own event loop.

    Raises:
        RuntimeError: the server did not start.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        if isinstance(handler, DefaultRequestHandler):
            await handler.aclose()
        if close is not None:
            await close()

    card = agent_card()
    routes = [*create_agent_card_routes(card), *create_jsonrpc_routes(handler, "/")]
    application = Starlette(routes=routes, lifespan=lifespan)
    server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        began = time.monotonic()
        while not server.started:
            if not thread.is_alive() or time.monotonic() - began > START_SECONDS:
                raise RuntimeError("the server did not start")
            time.sleep(0.01)
        url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
        card.supported_interfaces[0].url = url
        yield url
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)


@asynccontextmanager
async def connected(url: str, *, streaming: bool = True) -> AsyncIterator[Client]:
    """A client of the server at `url`."""
    async with httpx.AsyncClient(timeout=START_SECONDS) as http:
        factory = ClientFactory(ClientConfig(streaming=streaming, httpx_client=http))
        async with await factory.create_from_url(url) as client:
            yield client


@dataclass
class Observed:
    """What a client saw of one task.

    Attributes:
        task_id: the task.
        streamed: the state of each event that came, in order; an artifact's is `artifact`.
        error: the error that ended the stream or the call, if one did.
        stored: the state the server gave when asked for the task afterwards.
        artifacts: how many artifacts the task then had.
        cancelled: the state after a cancel request sent then, or the error it was answered with.
    """

    task_id: str = ""
    streamed: list[str] = field(default_factory=list)
    error: A2AError | None = None
    stored: str = ""
    artifacts: int = 0
    cancelled: str | A2AError | None = None


async def observe(
    client: Client,
    words: str,
    *,
    cancel: bool = True,
    task_id: str = "",
    settled: Callable[[str], bool] = lambda stored: True,
) -> Observed:
    """Tell the agent `words`, read all that comes, ask for the task, and ask to cancel it.

    Parameters:
        client: the client.
        words: what to tell the agent.
        cancel: whether to ask to cancel it at the end.
        task_id: the task to go on with; a new one where it is empty.
        settled: whether the state the server gives is the one to take; else it is asked again, for some seconds. A
            blocking call returns while its agent still works.
    """
    seen = Observed(task_id)
    message = Message(message_id=uuid4().hex, role=Role.ROLE_USER, parts=[Part(text=words)], task_id=task_id)
    try:
        async for response in client.send_message(SendMessageRequest(message=message)):
            if response.HasField("task"):
                seen.task_id = response.task.id
                seen.streamed.append(TaskState.Name(response.task.status.state))
            elif response.HasField("status_update"):
                seen.task_id = response.status_update.task_id
                seen.streamed.append(TaskState.Name(response.status_update.status.state))
            else:
                seen.streamed.append("artifact")
    except A2AError as error:
        seen.error = error
    if seen.task_id:
        for _ in range(SETTLE_STEPS):
            stored = await client.get_task(GetTaskRequest(id=seen.task_id))
            if settled(TaskState.Name(stored.status.state)):
                break
            await asyncio.sleep(SETTLE_SECONDS)
        seen.stored, seen.artifacts = TaskState.Name(stored.status.state), len(stored.artifacts)
        if cancel:
            try:
                after = await client.cancel_task(CancelTaskRequest(id=seen.task_id))
                seen.cancelled = TaskState.Name(after.status.state)
            except A2AError as error:
                seen.cancelled = error
    return seen

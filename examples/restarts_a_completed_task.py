"""An agent of the real a2a-sdk whose executor enqueues `completed` and then `working`, and how that is caught.

    pip install 'a2a-lifecycle[sdk]'
    python examples/restarts_a_completed_task.py

The SDK streams both and stores the second. The recording that this example makes is what `a2a-lifecycle check` reads.
"""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from copy import deepcopy
from typing import Any

import httpx
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, Task, TaskState, TaskStatus, TaskStatusUpdateEvent
from starlette.applications import Starlette

from a2a_lifecycle.conformance import check
from a2a_lifecycle.conformance.reports import FORMATS, Options


class Restarting(AgentExecutor):
    """Works, completes, and, if told to, works again."""

    def __init__(self, restart: bool, events: list[Any]) -> None:
        self._restart, self._events = restart, events

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Send the task and its states."""
        names = {"task_id": context.task_id, "context_id": context.context_id}
        submitted = TaskStatus(state=TaskState.TASK_STATE_SUBMITTED)
        await self._send(event_queue, Task(id=context.task_id, context_id=context.context_id, status=submitted))
        states = [TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED]
        for state in [*states, *states[: int(self._restart)]]:
            await self._send(event_queue, TaskStatusUpdateEvent(**names, status=TaskStatus(state=state)))

    async def _send(self, event_queue: EventQueue, event: Any) -> None:
        self._events.append(deepcopy(event))  # the SDK goes on to change the task it was given
        await event_queue.enqueue_event(event)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Not asked for here."""


async def record(restart: bool) -> tuple[list[str], list[Any]]:
    """Run the agent once: the data that its client got as server-sent events, and the events that the executor sent."""
    events: list[Any] = []
    card = AgentCard(
        name="Restarting",
        description="completes, and works again",
        version="1",
        default_input_modes=["text"],
        default_output_modes=["text"],
        capabilities=AgentCapabilities(streaming=True),
        supported_interfaces=[AgentInterface(url="http://agent/", protocol_binding="JSONRPC", protocol_version="1.0")],
    )
    handler = DefaultRequestHandler(
        agent_executor=Restarting(restart, events), task_store=InMemoryTaskStore(), agent_card=card
    )
    application = Starlette(routes=create_jsonrpc_routes(handler, "/"))
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "SendStreamingMessage",
        "params": {"message": {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "parts": [{"text": "go"}]}},
    }
    transport = httpx.ASGITransport(app=application)
    async with httpx.AsyncClient(transport=transport, base_url="http://agent", timeout=20) as client:
        response = await client.post("/", json=request, headers={"A2A-Version": "1.0"})
    lines = [line.removeprefix("data:").strip() for line in response.text.splitlines() if line.startswith("data:")]
    return [line for line in lines if line], events


def main() -> int:
    """Record the agent, print what it sent, and what is wrong with it."""
    lines, _ = asyncio.run(record(restart=True))
    for line in lines:
        print(json.dumps(json.loads(line), separators=(",", ":")))
    report = check(lines)
    print("\n".join(FORMATS["text"](report, Options())))
    return report.exit_status()


if __name__ == "__main__":
    sys.exit(main())

"""Drives `a2a-sdk`'s own client with the names of the vectors: a real transport, and answers that carry each name."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import httpx
from a2a.client.transports.jsonrpc import JsonRpcTransport
from a2a.types import a2a_pb2 as pb

from a2a_lifecycle.conformance.survey.results import NameRead


async def read_names(values: Iterable[object]) -> tuple[NameRead, ...]:
    """What the client makes of each of `values` as the state of a task that the agent answers with."""
    return tuple([await _read(value) for value in values])


async def _read(value: object) -> NameRead:
    def answer(request: httpx.Request) -> httpx.Response:
        task = {"id": "t", "contextId": "c", "status": {"state": value}}
        return httpx.Response(200, json={"jsonrpc": "2.0", "id": json.loads(request.content)["id"], "result": task})

    shown = json.dumps(value, ensure_ascii=False)
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        transport: Any = JsonRpcTransport(client, pb.AgentCard(), "http://agent.invalid/")
        try:
            task = await transport.get_task(pb.GetTaskRequest(id="t"))
        except Exception as error:
            return NameRead(shown, None, type(error).__name__)
    return NameRead(shown, int(task.status.state), None)

"""A task that comes back from its end, on a server without the guard and on one with it."""

from __future__ import annotations

import asyncio
from collections import Counter

from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore
from a2a.types.a2a_pb2 import TaskState

from a2a_lifecycle.conformance.guard.guard import Guard
from a2a_lifecycle.conformance.guard.trial import Observed, ToldExecutor, agent_card, connected, observe, serving
from a2a_lifecycle.spec import Edition


def resurrection(edition: Edition) -> list[str]:
    """The states of a task that ends and then goes back to where it was, by the names the SDK gives them.

    Raises:
        LookupError: no terminal state of the edition can be reached by states that the protocol numbers.
    """
    for last in edition.edges:
        path = edition.path(edition.initial.id, last.source)
        if last.target in edition.outcomes and last.source != edition.initial.id and path:
            states = [edition.initial.id, *(edge.target for edge in path), last.target, last.source]
            numbers = [edition.state(state).number for state in states]
            if None not in numbers:
                return [TaskState.Name(number or 0) for number in numbers]
    raise LookupError(f"{edition.id} has no way to a terminal state by states that the protocol numbers")


def demonstrate(edition: Edition) -> tuple[Observed, Observed, Counter[str]]:
    """What a client sees of a task that comes back from its end, without the guard and with it, and the refusals.

    Raises:
        LookupError: as `resurrection`.
        RuntimeError: the server did not start.
    """
    first, *later = resurrection(edition)
    words = " ".join([f"task:{first}", *later])
    guard = Guard(edition)

    async def tell(url: str) -> Observed:
        async with connected(url) as client:
            return await observe(client, words)

    seen = []
    for handler in (
        DefaultRequestHandler(ToldExecutor(), InMemoryTaskStore(), agent_card()),
        guard.request_handler(ToldExecutor(), InMemoryTaskStore(), agent_card()),
    ):
        with serving(handler) as url:
            seen.append(asyncio.run(tell(url)))
    return seen[0], seen[1], guard.refusals

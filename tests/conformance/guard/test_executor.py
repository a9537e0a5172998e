"""The guarded executor by itself: what reaches the queue, whatever the executor does at once."""

from __future__ import annotations

import asyncio

import pytest

from tests import needs

needs.module("a2a.server.tasks", "sdk")

from a2a.server.agent_execution import AgentExecutor, RequestContext  # noqa: E402
from a2a.server.events.event_queue import EventQueue  # noqa: E402
from a2a.types.a2a_pb2 import Message, TaskState, TaskStatus, TaskStatusUpdateEvent  # noqa: E402
from a2a.utils.errors import UnsupportedOperationError  # noqa: E402

from a2a_lifecycle.conformance.guard import Guard  # noqa: E402
from tests.conformance.guard.stores import CONTEXT, state, task  # noqa: E402


class SlowQueue(EventQueue):
    """A queue that is full for a moment each time."""

    def __init__(self):
        self.published = []

    async def enqueue_event(self, event):
        await asyncio.sleep(0.01)
        self.published.append(event)

    def states(self):
        return [TaskState.Name(event.status.state).removeprefix("TASK_STATE_").lower() for event in self.published]


def update(name):
    return TaskStatusUpdateEvent(task_id="t", context_id="c", status=TaskStatus(state=state(name)))


class Doing(AgentExecutor):
    """An executor that does what the test says."""

    def __init__(self, execute, cancel=None):
        self._execute, self._cancel = execute, cancel

    async def execute(self, context, event_queue):
        await self._execute(event_queue)

    async def cancel(self, context, event_queue):
        await self._cancel(event_queue)


def context(current="working"):
    return RequestContext(CONTEXT, task_id="t", context_id="c", task=current and task("t", current))


def test_of_events_published_at_once_the_first_counts():
    queue, guard = SlowQueue(), Guard()

    async def execute(inner):
        names = ["completed", "working", "failed", "canceled"]
        outcomes = await asyncio.gather(*(inner.enqueue_event(update(n)) for n in names), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None)] + [UnsupportedOperationError] * 3

    asyncio.run(guard.executor(Doing(execute)).execute(context(), queue))
    assert queue.states() == ["completed"]
    assert guard.refusals == {"terminal-left": 3}


def test_execute_and_cancel_know_of_each_other():
    queue, guard = SlowQueue(), Guard()

    async def execute(inner):
        await asyncio.sleep(0.05)
        with pytest.raises(UnsupportedOperationError):
            await inner.enqueue_event(update("completed"))

    async def cancel(inner):
        await inner.enqueue_event(update("canceled"))

    async def both():
        executor = guard.executor(Doing(execute, cancel))
        await asyncio.gather(executor.execute(context(), queue), executor.cancel(context(), queue))
        assert executor._progress == {}

    asyncio.run(both())
    assert queue.states() == ["canceled"]


def test_an_executor_may_catch_a_refusal_and_go_on():
    queue, guard = SlowQueue(), Guard("guide-v1.0")

    async def execute(inner):
        with pytest.raises(UnsupportedOperationError) as caught:
            await inner.enqueue_event(update("submitted"))
        assert caught.value.data == {"code": "not-in-table", "task": "t", "from": "working", "to": "submitted"}
        await inner.enqueue_event(update("completed"))

    asyncio.run(guard.executor(Doing(execute)).execute(context(), queue))
    assert queue.states() == ["completed"]


def test_a_refusal_that_escapes_fails_the_task_where_the_table_lets_it():
    async def execute(inner):
        await inner.enqueue_event(update("submitted"))

    for current, published in [("working", ["failed"]), ("input_required", []), ("completed", [])]:
        queue = SlowQueue()
        with pytest.raises(UnsupportedOperationError):
            asyncio.run(Guard("guide-v1.0").executor(Doing(execute)).execute(context(current), queue))
        assert queue.states() == published


def test_an_error_of_the_executor_itself_is_passed_on_as_it_is():
    async def execute(inner):
        raise UnsupportedOperationError("no such thing")

    queue = SlowQueue()
    with pytest.raises(UnsupportedOperationError, match="no such thing"):
        asyncio.run(Guard().executor(Doing(execute)).execute(context(), queue))
    assert queue.published == []


def test_what_was_not_published_does_not_count():
    queue, guard = SlowQueue(), Guard()

    async def execute(inner):
        dropped = asyncio.ensure_future(inner.enqueue_event(update("completed")))
        await asyncio.sleep(0)
        dropped.cancel()
        await asyncio.gather(dropped, return_exceptions=True)
        await inner.enqueue_event(update("failed"))

    asyncio.run(guard.executor(Doing(execute)).execute(context(), queue))
    assert queue.states() == ["failed"]


def test_a_message_is_no_business_of_the_guard():
    queue = SlowQueue()

    async def execute(inner):
        await inner.enqueue_event(Message(message_id="m"))

    asyncio.run(Guard("guide-v1.0").executor(Doing(execute)).execute(context(None), queue))
    assert len(queue.published) == 1

"""Over real HTTP, with the SDK's own server and client: what a server does without the guard, and with it."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests import needs

needs.module("a2a.server.tasks.database_task_store", "sdk")
needs.module("uvicorn", "sdk")

import httpx  # noqa: E402
from a2a.server.request_handlers import DefaultRequestHandler, LegacyRequestHandler  # noqa: E402
from a2a.server.tasks import InMemoryTaskStore  # noqa: E402
from a2a.types.a2a_pb2 import CancelTaskRequest, GetTaskRequest, ListTasksRequest, TaskState  # noqa: E402
from a2a.utils.errors import TaskNotCancelableError, UnsupportedOperationError  # noqa: E402

from a2a_lifecycle.conformance.guard import Guard  # noqa: E402
from a2a_lifecycle.conformance.guard.trial import ToldExecutor, agent_card, connected, observe, serving  # noqa: E402


def words(short: str) -> str:
    """`submitted working artifact` as the executor is told it: the first state is published as a whole Task."""
    kept = ("artifact", "sleep", "wait")
    named = [word if word in kept else f"TASK_STATE_{word.removeprefix('task:').upper()}" for word in short.split()]
    marked = [
        f"task:{name}" if index == 0 or word.startswith("task:") else name
        for index, (word, name) in enumerate(zip(short.split(), named, strict=True))
    ]
    return " ".join(marked)


def short(names):
    return [name.removeprefix("TASK_STATE_").lower() for name in names]


def run(handler, told, *, streaming=True, close=None, **options):
    """What a client of a server with `handler` sees when its agent is told `told`."""

    async def client(url):
        async with connected(url, streaming=streaming) as connection:
            return await observe(connection, words(told), **options)

    with serving(handler, close) as url:
        return asyncio.run(client(url))


def bare(store, executor=None):
    return DefaultRequestHandler(executor or ToldExecutor(), store, agent_card())


RESURRECTION = "submitted working completed working"


@pytest.mark.parametrize("streaming", [True, False], ids=["streaming", "blocking"])
def test_without_the_guard_a_completed_task_works_again_and_can_be_cancelled(kind, streaming):
    again = "TASK_STATE_WORKING".__eq__
    seen = run(bare(kind.make()), RESURRECTION, streaming=streaming, close=kind.close, settled=again)
    assert short(seen.streamed)[-1] == ("working" if streaming else "completed")
    assert short([seen.stored]) == ["working"]
    assert short([seen.cancelled]) == ["canceled"]


@pytest.mark.parametrize("edition", [None, "guide-v1.0"])
@pytest.mark.parametrize("streaming", [True, False], ids=["streaming", "blocking"])
def test_with_the_guard_a_completed_task_stays_completed(kind, streaming, edition):
    guard = Guard(edition)
    handler = guard.request_handler(ToldExecutor(), kind.make(), agent_card())
    seen = run(handler, RESURRECTION, streaming=streaming, close=kind.close, settled=lambda _: bool(guard.refusals))
    assert short(seen.streamed) == (["submitted", "working", "completed"] if streaming else ["completed"])
    assert short([seen.stored]) == ["completed"]
    assert isinstance(seen.cancelled, TaskNotCancelableError)
    assert guard.refusals == {"terminal-left": 1}
    if streaming:
        assert isinstance(seen.error, UnsupportedOperationError)
        assert seen.error.data["code"] == "terminal-left"


def test_the_error_on_the_wire_is_the_protocols():
    guard = Guard()
    body = {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "SendStreamingMessage",
        "params": {
            "message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": words(RESURRECTION)}]},
        },
    }
    with serving(guard.request_handler(ToldExecutor(), InMemoryTaskStore(), agent_card())) as url:
        answer = httpx.post(url, json=body, headers={"A2A-Version": "1.0"}, timeout=20)
    assert answer.headers["content-type"].startswith("text/event-stream")
    frames = [json.loads(line[5:]) for line in answer.text.splitlines() if line.startswith("data:")]
    states = [(f["result"].get("task") or f["result"]["statusUpdate"])["status"]["state"] for f in frames[:-1]]
    assert short(states) == ["submitted", "working", "completed"]
    assert frames[-1]["error"]["code"] == -32004
    assert frames[-1]["error"]["data"][0]["reason"] == "UNSUPPORTED_OPERATION"
    assert frames[-1]["error"]["data"][0]["metadata"]["from"] == "completed"


def test_artifacts_after_the_end_are_refused():
    assert run(bare(InMemoryTaskStore()), "submitted working completed artifact").artifacts == 1
    guard = Guard()
    handler = guard.request_handler(ToldExecutor(), InMemoryTaskStore(), agent_card())
    seen = run(handler, "submitted working artifact completed artifact")
    assert short(seen.streamed) == ["submitted", "working", "artifact", "completed"]
    assert seen.artifacts == 1
    assert guard.refusals == {"artifact-after-terminal": 1}


def test_a_whole_task_that_would_be_streamed_and_not_stored_is_refused():
    told = "submitted working task:completed"
    seen = run(bare(InMemoryTaskStore()), told, cancel=False)
    assert (short(seen.streamed)[-1], short([seen.stored])) == ("completed", ["working"])
    guard = Guard()
    seen = run(guard.request_handler(ToldExecutor(), InMemoryTaskStore(), agent_card()), told, cancel=False)
    assert short(seen.streamed) == ["submitted", "working", "failed"]
    assert short([seen.stored]) == ["failed"]
    assert guard.refusals == {"task-replaced": 1}


def test_the_store_alone_guarded_keeps_the_stream_inside_the_table_too():
    guard = Guard()
    seen = run(bare(guard.store(InMemoryTaskStore())), RESURRECTION)
    assert short(seen.streamed) == ["submitted", "working", "completed", "completed"]
    assert short([seen.stored]) == ["completed"]
    assert isinstance(seen.cancelled, TaskNotCancelableError)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("submitted completed", "not-in-table"),
        ("submitted working submitted", "not-in-table"),
        ("submitted working input_required completed", "not-in-table"),
        ("submitted rejected", "not-in-table"),
        ("submitted working completed completed", "terminal-repeated"),
        ("working", "late-start"),
        ("submitted working unspecified", "unknown-state"),
    ],
)
def test_strict_mode_refuses_what_the_published_table_lets_pass(told, code):
    guard = Guard("guide-v1.0")
    seen = run(guard.request_handler(ToldExecutor(), InMemoryTaskStore(), agent_card()), told)
    assert isinstance(seen.error, UnsupportedOperationError)
    assert guard.refusals[code] >= 1
    # What was streamed is what is stored, refusal or not.
    assert seen.stored == (seen.streamed[-1] if seen.streamed else "")
    lenient = Guard()
    run(lenient.request_handler(ToldExecutor(), InMemoryTaskStore(), agent_card()), told)
    assert lenient.refusals == ({"unknown-state": 1} if code == "unknown-state" else {})


@pytest.mark.parametrize("edition", [None, "guide-v1.0"])
@pytest.mark.parametrize(
    "told",
    [
        "submitted working completed",
        "submitted working artifact working artifact failed",
        "submitted working canceled",
        "submitted working auth_required working completed",
        "submitted canceled",
        "submitted working task:working completed",
    ],
)
def test_what_the_table_allows_passes_as_if_there_were_no_guard(kind, told, edition):
    guard = Guard(edition)
    seen = run(guard.request_handler(ToldExecutor(), kind.make(), agent_card()), told, close=kind.close)
    assert short(seen.streamed) == [word.removeprefix("task:") for word in told.split()]
    assert seen.stored == seen.streamed[-1]
    assert seen.artifacts == told.split().count("artifact")
    assert seen.error is None
    assert not guard.refusals


def test_a_task_goes_on_after_its_client_has_answered(kind):
    guard = Guard("guide-v1.0")

    async def converse(url):
        async with connected(url) as client:
            first = await observe(client, words("submitted working input_required"), cancel=False)
            answer = "TASK_STATE_WORKING TASK_STATE_COMPLETED"
            return first, await observe(client, answer, task_id=first.task_id)

    with serving(guard.request_handler(ToldExecutor(), kind.make(), agent_card()), kind.close) as url:
        first, second = asyncio.run(converse(url))
    assert short([first.stored, second.stored]) == ["input_required", "completed"]
    assert not guard.refusals


def test_an_executor_that_goes_on_after_a_cancel_is_refused():
    async def cancelling(url):
        async with connected(url) as client:
            stream = asyncio.ensure_future(observe(client, words("submitted working wait"), cancel=False))
            await asyncio.sleep(0.3)
            task_id = (await client.list_tasks(ListTasksRequest())).tasks[0].id
            try:
                answer = TaskState.Name((await client.cancel_task(CancelTaskRequest(id=task_id))).status.state)
            except TaskNotCancelableError as error:
                answer = error
            await stream
            return answer, TaskState.Name((await client.get_task(GetTaskRequest(id=task_id))).status.state)

    too_late = ToldExecutor(on_cancel="TASK_STATE_CANCELED TASK_STATE_COMPLETED")
    with serving(bare(InMemoryTaskStore(), too_late)) as url:
        assert short([asyncio.run(cancelling(url))[1]]) == ["completed"]
    guard = Guard()
    with serving(guard.request_handler(too_late, InMemoryTaskStore(), agent_card())) as url:
        answer, stored = asyncio.run(cancelling(url))
    # The executor's own cancel was refused, so the request is; but the task was cancelled, and stays so.
    assert isinstance(answer, TaskNotCancelableError)
    assert short([stored]) == ["canceled"]
    assert guard.refusals["terminal-left"] >= 1


@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
def test_a_cancel_on_another_server_is_not_overwritten(database_url):
    from tests.conformance.guard import stores

    async def race(first, second):
        async with connected(first) as client, connected(second) as other:
            told = words("submitted working") + " sleep" * 20 + " TASK_STATE_COMPLETED"
            stream = asyncio.ensure_future(observe(client, told))
            working = ListTasksRequest(status=stores.state("working"))
            for _ in range(100):
                await asyncio.sleep(0.02)
                found = (await other.list_tasks(working)).tasks
                if found:
                    break
            await other.cancel_task(CancelTaskRequest(id=found[0].id))
            return await stream

    async def create_table():
        kind = stores.database(database_url, "zero")
        await kind.make().initialize()
        await kind.close()

    asyncio.run(create_table())

    def both(make):
        kinds = [stores.database(database_url, "one"), stores.database(database_url, "two")]
        handlers = [make(kind.make()) for kind in kinds]
        with serving(handlers[0], kinds[0].close) as first, serving(handlers[1], kinds[1].close) as second:
            return asyncio.run(race(first, second))

    assert short([both(bare).stored]) == ["completed"]
    guard = Guard()
    seen = both(lambda store: guard.request_handler(ToldExecutor(), store, agent_card()))
    assert short([seen.stored]) == ["canceled"]
    assert short(seen.streamed)[-1] == "canceled"
    assert guard.refusals == {"terminal-left": 1}


@pytest.mark.parametrize("streaming", [True, False], ids=["streaming", "blocking"])
@pytest.mark.parametrize(
    ("told", "stored", "code"),
    [
        ("submitted working completed", "completed", None),
        (RESURRECTION, "completed", "terminal-left"),
        ("submitted working submitted", "failed", "not-in-table"),
        ("submitted completed", "submitted", "not-in-table"),
    ],
)
def test_the_older_request_handler_is_guarded_too(told, stored, code, streaming):
    guard, store = Guard("guide-v1.0"), InMemoryTaskStore()
    handler = LegacyRequestHandler(guard.executor(ToldExecutor()), guard.store(store), agent_card())
    settled = (lambda _: bool(guard.refusals)) if code else (lambda _: True)
    seen = run(handler, told, streaming=streaming, cancel=False, settled=settled)
    assert guard.refusals == ({code: 1} if code else {})
    if seen.stored:
        assert short([seen.stored]) == [stored]
        assert seen.streamed[-1] == seen.stored
    else:
        assert isinstance(seen.error, UnsupportedOperationError)


def test_every_refusal_is_logged(caplog):
    guard = Guard()
    seen = run(guard.request_handler(ToldExecutor(), InMemoryTaskStore(), agent_card()), RESURRECTION)
    logged = [record for record in caplog.records if record.name == "a2a_lifecycle.guard"]
    assert [record.levelname for record in logged] == ["WARNING"]
    assert seen.task_id in logged[0].getMessage()
    assert "terminal-left" in logged[0].getMessage()

"""The guarded stores themselves: what they write, what they refuse, and what is stored afterwards."""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress

import pytest

from tests import needs

needs.module("a2a.server.tasks.database_task_store", "sdk")

from a2a.auth.user import User  # noqa: E402
from a2a.server.cluster import TaskVersion, VersionedDatabaseTaskStore  # noqa: E402
from a2a.server.cluster.task_store import ConcurrentTaskModificationError, VersionedTaskStore  # noqa: E402
from a2a.server.context import ServerCallContext  # noqa: E402
from a2a.server.tasks import DatabaseTaskStore, InMemoryTaskStore, TaskStore  # noqa: E402
from a2a.types.a2a_pb2 import ListTasksResponse, TaskState  # noqa: E402
from a2a.utils.errors import UnsupportedOperationError  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from a2a_lifecycle.conformance.export import export  # noqa: E402
from a2a_lifecycle.conformance.guard import Guard, WriteRefusedError  # noqa: E402
from a2a_lifecycle.spec import NoSuchEditionError, load  # noqa: E402
from tests.conformance.guard.stores import CONTEXT, Kind, database, state, task  # noqa: E402


def written(*states):
    """A task taken through `states`, and what is stored at the end."""

    async def work(store):
        for number, (name, artifacts) in enumerate(states):
            await store.save(task("t", name, artifacts, text=str(number)), CONTEXT)
        return await store.get("t", CONTEXT)

    return work


def test_a_lawful_life_is_stored_as_it_is(kind):
    guard = Guard("guide-v1.0")
    life = [("submitted", 0), ("working", 0), ("working", 1), ("input_required", 1), ("working", 1), ("completed", 2)]
    stored = kind.run(lambda store: written(*life)(guard.store(store)))
    assert stored == task("t", "completed", 2, text="5")
    assert not guard.refusals


def test_a_refused_write_leaves_what_is_stored(kind):
    guard = Guard()

    async def work(inner):
        store = guard.store(inner)
        await written(("working", 0), ("completed", 1))(store)
        before = await inner.get("t", CONTEXT)
        for attempt in [
            task("t", "working", 1),
            task("t", "failed", 1),
            task("t", "completed", 2),
            task("t", "rejected"),
        ]:
            with pytest.raises(WriteRefusedError) as caught:
                await store.save(attempt, CONTEXT)
            assert isinstance(caught.value, UnsupportedOperationError)
            assert isinstance(caught.value, ConcurrentTaskModificationError)
            assert caught.value.task_id == "t"
            assert await inner.get("t", CONTEXT) == before == await store.get("t", CONTEXT)
        with pytest.raises(WriteRefusedError):
            await store.save(task("u", "unspecified"), CONTEXT)
        assert await inner.get("u", CONTEXT) is None

    kind.run(work)
    assert guard.refusals == {"terminal-left": 3, "artifact-after-terminal": 1, "unknown-state": 1}


def test_a_final_task_may_be_saved_again_as_it_is(kind):
    guard = Guard("guide-v1.0")
    life = [("submitted", 0), ("working", 1), ("completed", 1), ("completed", 1)]
    stored = kind.run(lambda store: written(*life)(guard.store(store)))
    assert stored.status.message.message_id == "3"
    assert not guard.refusals


def test_a_refusal_is_logged_with_its_task_and_reason(caplog):
    with caplog.at_level(logging.WARNING, logger="a2a_lifecycle.guard"), pytest.raises(WriteRefusedError):
        asyncio.run(written(("completed", 0), ("working", 0))(Guard().store(InMemoryTaskStore())))
    assert "refused on task t: terminal-left: a task in completed is final" in caplog.text


def test_an_edition_that_is_not_there_is_named():
    with pytest.raises(NoSuchEditionError, match=r"did you mean 'guide-v1\.0'"):
        Guard("guide-v1")


class Named(User):
    def __init__(self, name):
        self._name = name

    @property
    def is_authenticated(self):
        return True

    @property
    def user_name(self):
        return self._name


def test_two_owners_tasks_of_one_id_are_two_tasks():
    async def work():
        store = Guard().store(InMemoryTaskStore())
        ada, bob = (ServerCallContext(user=Named(name)) for name in ("ada", "bob"))
        await store.save(task("t", "completed"), ada)
        await store.save(task("t", "working"), bob)
        with pytest.raises(WriteRefusedError):
            await store.save(task("t", "working"), ada)

    asyncio.run(work())


def test_another_owner_cannot_restart_a_task_that_shares_the_databases_row(tmp_path):
    async def work(inner):
        store = Guard().store(inner)
        ada, bob = (ServerCallContext(user=Named(name)) for name in ("ada", "bob"))
        await store.save(task("t", "completed"), ada)
        with pytest.raises(WriteRefusedError):
            await store.save(task("t", "working"), bob)

    database(f"sqlite+aiosqlite:///{tmp_path}/t.db", "sqlite").run(work)


class Keeping(TaskStore):
    """A store of one's own, which keeps the very objects it is given, and takes its time."""

    def __init__(self):
        self.tasks = {}
        self.history = []

    async def save(self, task, context):
        await asyncio.sleep(0)
        self.history.append(task.status.state)
        self.tasks[task.id] = task

    async def get(self, task_id, context):
        await asyncio.sleep(0)
        return self.tasks.get(task_id)

    async def list(self, params, context):
        return ListTasksResponse()

    async def delete(self, task_id, context):
        self.tasks.pop(task_id, None)


class Own(InMemoryTaskStore):
    """The SDK's store with something of one's own: nothing is taken for granted of what it keeps."""


@pytest.mark.parametrize("make", [InMemoryTaskStore, Own, Keeping])
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(list(load().editions)), st.lists(st.sampled_from(sorted(TaskState.values())), max_size=12))
def test_whatever_is_written_the_history_stays_inside_the_edition(make, edition_id, attempts):
    guard, edition = Guard(edition_id), load().edition(edition_id)
    by_number = {s.number: s.id for s in edition.states if s.number is not None and not s.fallback}
    final = {number for number, name in by_number.items() if name in edition.terminal}

    async def work():
        store, now, refused = guard.store(make()), None, 0
        for number in attempts:
            if now is None:
                starts = by_number if edition.source == "published" else {edition.initial.number}
                lawful = number in starts
            else:
                step = number in by_number and edition.allows(by_number[now], by_number[number])
                lawful = number == now or (now not in final and step)
            attempt = task("t", "working")
            attempt.status.state = number
            try:
                await store.save(attempt, CONTEXT)
                assert lawful, (now, number)
                now = number
            except WriteRefusedError:
                assert not lawful, (now, number)
                refused += 1
            stored = await store.get("t", CONTEXT)
            assert (stored.status.state if stored else None) == now
        assert sum(guard.refusals.values()) == refused

    asyncio.run(work())


@pytest.mark.parametrize("make", [Keeping, lambda: InMemoryTaskStore(use_copying=False)])
def test_a_store_that_keeps_the_object_it_is_given_is_guarded_too(make):
    async def work():
        store = Guard().store(make())
        kept = task("t", "completed")
        await store.save(kept, CONTEXT)
        kept.status.state = state("working")
        with pytest.raises(WriteRefusedError):
            await store.save(kept, CONTEXT)
        assert (await store.get("t", CONTEXT)).status.state == state("completed")

    asyncio.run(work())


def test_what_else_a_store_has_is_reached_through_the_guarded_one(tmp_path):
    async def work(inner):
        assert Guard().store(inner).engine is inner.engine

    database(f"sqlite+aiosqlite:///{tmp_path}/t.db", "sqlite").run(work)


def test_of_two_writers_in_one_process_one_wins():
    async def race(guarded):
        inner = Keeping()
        store = Guard().store(inner) if guarded else inner
        await store.save(task("t", "working"), CONTEXT)

        async def write(name):
            # What every unguarded handler does: it looks, and then it writes.
            if (await store.get("t", CONTEXT)).status.state == state("working"):
                await store.save(task("t", name), CONTEXT)

        await asyncio.gather(*(write(name) for name in ("completed", "canceled", "failed")), return_exceptions=True)
        return inner.history

    assert len(asyncio.run(race(guarded=False))) == 4
    assert len(asyncio.run(race(guarded=True))) == 2


def test_of_many_threads_one_wins():
    inner = Keeping()
    store = Guard().store(inner)
    asyncio.run(store.save(task("t", "working"), CONTEXT))
    won = []

    def writer(name):
        async def write():
            await store.save(task("t", name), CONTEXT)
            won.append(state(name))

        with suppress(WriteRefusedError):
            asyncio.run(write())

    threads = [threading.Thread(target=writer, args=(name,)) for name in ["completed", "failed", "canceled"] * 5]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The winner's state may be saved again, for that changes nothing; no other is.
    assert len(inner.history) == 1 + len(won)
    assert set(inner.history[1:]) == set(won)
    assert len(set(won)) == 1


@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
@pytest.mark.parametrize("own_conversions", [False, True])
def test_what_a_trigger_refuses_is_the_guards_refusal(database_url, own_conversions):
    guard = Guard()
    kind = database(database_url, "db")

    async def work(inner):
        if own_conversions:
            plain = DatabaseTaskStore(inner.engine)
            inner = DatabaseTaskStore(
                inner.engine, core_to_model_conversion=plain._to_orm, model_to_core_conversion=plain._from_orm
            )
        await inner.initialize()
        script = export("sql", load().edition("guide-v1.0"), dialect=inner.engine.dialect.name)
        async with inner.engine.connect() as connection:
            raw = (await connection.get_raw_connection()).driver_connection
            await (raw.executescript if inner.engine.dialect.name == "sqlite" else raw.execute)(script)
        store = guard.store(inner)
        # Lawful to the guard, which enforces the published table; the trigger enforces the guide's.
        await store.save(task("t", "submitted"), CONTEXT)
        with pytest.raises(WriteRefusedError) as caught:
            await store.save(task("t", "completed", text="a2a-lifecycle: terminal-left: not this"), CONTEXT)
        assert caught.value.refusal.code == "not-in-table"
        await store.save(task("t", "working"), CONTEXT)
        await store.save(task("t", "completed"), CONTEXT)
        with pytest.raises(WriteRefusedError):
            await store.save(task("t", "working"), CONTEXT)
        assert (await inner.get("t", CONTEXT)).status.state == state("completed")

    kind.run(work)
    assert guard.refusals == {"not-in-table": 1, "terminal-left": 1}


def test_another_error_of_the_database_is_passed_on(tmp_path):
    async def work(inner):
        def fail(task, owner):
            raise RuntimeError("a2a-lifecycle is not to blame")

        store = Guard().store(DatabaseTaskStore(inner.engine, core_to_model_conversion=fail))
        with pytest.raises(RuntimeError, match="not to blame"):
            await store.save(task("t", "working"), CONTEXT)

    database(f"sqlite+aiosqlite:///{tmp_path}/t.db", "sqlite").run(work)


@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
def test_a_versioned_store_is_guarded(database_url):
    guard = Guard("guide-v1.0")
    engine = database(database_url, "db").engine

    async def work(inner):
        store = guard.store(inner)
        assert isinstance(store, VersionedTaskStore)
        version = TaskVersion.MISSING
        for name in ("submitted", "working"):
            version = await store.save(task("t", name), event=None, prev=None, prev_version=version, context=CONTEXT)
        stale = version
        version = await store.save(task("t", "completed"), event=None, prev=None, prev_version=version, context=CONTEXT)
        with pytest.raises(WriteRefusedError):
            await store.save(task("t", "working"), event=None, prev=None, prev_version=version, context=CONTEXT)
        with pytest.raises(WriteRefusedError):
            await store.save(task("t", "canceled"), event=None, prev=None, prev_version=version, context=CONTEXT)
        with pytest.raises(ConcurrentTaskModificationError):
            await store.save(task("t", "completed"), event=None, prev=None, prev_version=stale, context=CONTEXT)
        assert (await store.get("t", CONTEXT)).task.status.state == state("completed")

    Kind("versioned", lambda: VersionedDatabaseTaskStore(engine), engine).run(work)
    assert guard.refusals == {"terminal-left": 2}

"""Many writers to one database, in processes and in threads: no illegal history, no acknowledged write lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests import needs

needs.module("a2a.server.tasks.database_task_store", "sdk")

from a2a.server.tasks import DatabaseTaskStore  # noqa: E402
from sqlalchemy.ext.asyncio import create_async_engine  # noqa: E402

from a2a_lifecycle.conformance.export import export  # noqa: E402
from a2a_lifecycle.conformance.guard import Guard, WriteRefusedError  # noqa: E402
from a2a_lifecycle.conformance.law import Law  # noqa: E402
from a2a_lifecycle.spec import load  # noqa: E402
from tests.conformance.guard.stores import CONTEXT, database, task  # noqa: E402
from tests.conformance.guard.writers import write  # noqa: E402

ROOT = Path(__file__).parents[3]
WRITERS, WRITES = 4, 60

# What really happened, in the order it happened: the database itself writes it down, in the writer's own transaction.
HISTORY = {
    "sqlite": """
CREATE TABLE history (number INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT, state TEXT, mark TEXT);
CREATE TRIGGER history_insert AFTER INSERT ON tasks BEGIN
  INSERT INTO history (task, state, mark) VALUES (NEW.id, NEW.status ->> 'state', NEW.status ->> '$.message.messageId');
END;
CREATE TRIGGER history_update AFTER UPDATE ON tasks BEGIN
  INSERT INTO history (task, state, mark) VALUES (NEW.id, NEW.status ->> 'state', NEW.status ->> '$.message.messageId');
END;
""",
    "postgresql": """
CREATE TABLE history (number BIGSERIAL, task TEXT, state TEXT, mark TEXT);
CREATE FUNCTION write_history() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO history (task, state, mark) VALUES (NEW.id, NEW.status ->> 'state', NEW.status #>> '{message,messageId}');
  RETURN NULL;
END $$;
CREATE TRIGGER history AFTER INSERT OR UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION write_history();
""",
}


async def script(engine, *texts):
    async with engine.connect() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        for text in texts:
            await (raw.executescript if engine.dialect.name == "sqlite" else raw.execute)(text)


async def prepare(url, *, trigger):
    kind = database(url, "setup")
    await kind.make().initialize()
    dialect = kind.engine.dialect.name
    guards = [export("sql", load().edition("published-v1.0"), dialect=dialect)] if trigger else []
    await script(kind.engine, HISTORY[dialect], *guards)
    if dialect == "sqlite":
        await script(kind.engine, "PRAGMA journal_mode = WAL")
    await kind.close()


async def history(url):
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        rows = (await connection.exec_driver_sql("SELECT task, state, mark FROM history ORDER BY number")).all()
    await engine.dispose()
    return [tuple(row) for row in rows]


def in_processes(url, mode):
    command = [sys.executable, "-m", "tests.conformance.guard.writers", url, mode]
    started = [
        subprocess.Popen([*command, str(seed), str(WRITES)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for seed in range(WRITERS)
    ]
    printed = [process.communicate(timeout=120)[0] for process in started]
    assert [process.returncode for process in started] == [0] * WRITERS
    return [tuple(line.split()) for text in printed for line in text.splitlines()]


def in_threads(url, mode):
    acknowledged = []

    def run(seed):
        asyncio.run(write(url, mode, seed, WRITES, lambda *fields: acknowledged.append(fields)))

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return acknowledged


def illegal(rows):
    """The changes of state in `rows` that the published table does not have."""
    law, last, found = Law(), {}, []
    for task_id, state, _ in rows:
        refusal = law.change(last[task_id], state) if task_id in last else law.creation(state)
        if refusal is not None:
            found.append(refusal)
        last[task_id] = state
    return found


@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("writers", "mode", "trigger"),
    [
        pytest.param(in_processes, "bare", True, id="processes-trigger"),
        pytest.param(in_processes, "guarded", False, id="processes-guard"),
        pytest.param(in_threads, "bare", False, id="threads-unguarded"),
        pytest.param(in_threads, "bare", True, id="threads-trigger"),
        pytest.param(in_threads, "guarded", False, id="threads-guard"),
        pytest.param(in_threads, "guarded", True, id="threads-guard-and-trigger"),
    ],
)
def test_no_illegal_history_and_no_acknowledged_write_lost(database_url, writers, mode, trigger):
    asyncio.run(prepare(database_url, trigger=trigger))
    acknowledged = writers(database_url, mode)
    rows = asyncio.run(history(database_url))
    marks = [mark for _, _, mark in rows]
    assert len(acknowledged) > 20
    assert {mark for _, _, mark in acknowledged} <= set(marks)
    if mode == "bare" and not trigger:
        # The same writers do break the table where nothing keeps them from it: the check can fail.
        assert illegal(rows)
        return
    assert illegal(rows) == []
    # And nothing is there that was not acknowledged, or twice.
    assert sorted(marks) == sorted(mark for _, _, mark in acknowledged)


class Slow(Guard):
    """A guard that thinks for a while after it has read the stored state, and before the write."""

    def check_state(self, before, after, task_id, **options):
        super().check_state(before, after, task_id, **options)
        time.sleep(0.3)

    def check_write(self, stored, task):
        super().check_write(stored, task)
        time.sleep(0.3)


class Overridden(DatabaseTaskStore):
    """A store whose `save` is its own, so that the guard cannot do it in one transaction."""

    async def save(self, task, context):
        await super().save(task, context)


@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
@pytest.mark.parametrize("kind", [DatabaseTaskStore, Overridden])
def test_of_two_nodes_that_look_at_once_one_writes(database_url, kind):
    asyncio.run(prepare(database_url, trigger=False))
    outcomes = []

    async def node(name):
        engine = create_async_engine(database_url)
        try:
            await Slow().store(kind(engine, create_table=False)).save(task("t", name), CONTEXT)
            outcomes.append(name)
        except WriteRefusedError:
            outcomes.append(None)
        finally:
            await engine.dispose()

    asyncio.run(node("working"))
    threads = [threading.Thread(target=asyncio.run, args=(node(name),)) for name in ("completed", "canceled")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    won = [name for name in outcomes[1:] if name]
    # Without one transaction both look, and then both write: on several nodes, such a store needs the trigger.
    assert len(won) == (1 if kind is DatabaseTaskStore else 2)
    assert len(illegal(asyncio.run(history(database_url)))) == len(won) - 1


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_task_that_appears_between_the_look_and_the_write_is_not_overwritten(database_url, monkeypatch):
    asyncio.run(prepare(database_url, trigger=False))

    def ends_elsewhere():
        async def save():
            kind = database(database_url, "elsewhere")
            await kind.make().save(task("t", "canceled"), CONTEXT)
            await kind.close()

        asyncio.run(save())

    async def create():
        kind, guard = database(database_url, "here"), Guard()
        creation = guard.law.creation

        def looked(state):
            # No row was there; now another node writes one, and commits it, before this one writes.
            thread = threading.Thread(target=ends_elsewhere)
            thread.start()
            thread.join()
            return creation(state)

        monkeypatch.setattr(type(guard.law), "creation", lambda law, state: looked(state))
        with pytest.raises(WriteRefusedError):
            await guard.store(kind.make()).save(task("t", "submitted"), CONTEXT)
        await kind.close()

    asyncio.run(create())
    assert [state for _, state, _ in asyncio.run(history(database_url))] == ["TASK_STATE_CANCELED"]

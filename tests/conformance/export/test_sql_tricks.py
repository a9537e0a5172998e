"""Ways around the triggers, and names that try to be SQL."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from a2a_lifecycle.conformance.export import ExportError, export
from a2a_lifecycle.spec import load
from tests import postgres
from tests.conformance.export.databases import Postgresql, RefusedError, Sqlite

TABLE = load()
PUBLISHED, GUIDE = TABLE.edition("published-v1.0"), TABLE.edition("guide-v1.0")
SCHEMA = "CREATE TABLE tasks (id VARCHAR(36) PRIMARY KEY, status JSON NOT NULL, artifacts JSON)"


def status(state):
    return json.dumps({"state": f"TASK_STATE_{state}"})


@pytest.fixture
def done(db):
    """A database with one completed task `t`, guarded."""
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect=db.dialect))
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("WORKING"))
    db.run("UPDATE tasks SET status = ?", status("COMPLETED"))
    return db


def refused(db, statement, *values):
    with pytest.raises(RefusedError) as caught:
        db.run(statement, *values)
    return caught.value.code


def test_delete_and_insert_is_judged_as_the_change_it_is(done):
    done.run("DELETE FROM tasks")
    assert refused(done, "INSERT INTO tasks VALUES ('t', ?, '[]')", status("WORKING")) == "terminal-left"
    done.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    assert refused(done, "UPDATE tasks SET status = ?", status("WORKING")) == "terminal-left"


def test_the_id_cannot_be_lent(done):
    assert refused(done, "UPDATE tasks SET id = 'u'") == "id-changed"


def test_an_upsert_is_judged_as_the_update_it_is(done):
    upsert = "INSERT INTO tasks VALUES ('t', ?, '[]') ON CONFLICT (id) DO UPDATE SET status = excluded.status"
    assert refused(done, upsert, status("WORKING")) == "terminal-left"
    done.run(upsert, status("COMPLETED"))


def test_the_last_of_many_rows_in_one_statement_is_judged_too(done):
    done.run("INSERT INTO tasks VALUES ('u', ?, '[]')", status("WORKING"))
    assert refused(done, "UPDATE tasks SET status = ?", status("WORKING")) == "terminal-left"
    assert len(done.run("SELECT 1 FROM tasks WHERE id = 't'")) == 1


def test_artifacts_of_a_final_task_stay_as_they_are(done):
    assert refused(done, "UPDATE tasks SET artifacts = '[1]'") == "artifact-after-terminal"
    done.run("UPDATE tasks SET artifacts = '[]', status = ?", status("COMPLETED"))


def test_a_snapshot_saved_again_passes(done):
    again = json.dumps({"state": "TASK_STATE_COMPLETED", "timestamp": "2026-08-01T00:00:00Z"})
    done.run("UPDATE tasks SET status = ?", again)
    assert "2026" in str(done.run("SELECT status FROM tasks"))


def test_installing_again_changes_nothing_but_the_edition(done):
    for edition in (PUBLISHED, GUIDE, GUIDE):
        done.script(export("sql", edition, dialect=done.dialect))
    assert refused(done, "INSERT INTO tasks VALUES ('u', ?, '[]')", status("WORKING")) == "late-start"
    assert refused(done, "UPDATE tasks SET status = ?", status("WORKING")) == "terminal-left"


def test_uninstalling_leaves_no_trace(db):
    catalogue = {
        "sqlite": "SELECT name FROM sqlite_master WHERE name LIKE 'a2a%'",
        "postgresql": "SELECT relname FROM pg_class WHERE relname LIKE 'a2a%' UNION ALL "
        "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'a2a%' UNION ALL "
        "SELECT proname FROM pg_proc WHERE proname LIKE 'a2a%'",
    }[db.dialect]
    db.script(SCHEMA)
    for deleted in ("remember", "refuse", "forget"):
        db.script(export("sql", PUBLISHED, dialect=db.dialect, deleted=deleted))
        assert db.run(catalogue)
        for _ in range(2):
            db.script(export("sql", PUBLISHED, dialect=db.dialect, action="uninstall"))
            assert db.run(catalogue) == []
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    db.run("UPDATE tasks SET status = ?", status("WORKING"))


def test_deletion_may_be_refused(db):
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect=db.dialect, deleted="refuse"))
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    assert refused(db, "DELETE FROM tasks") == "deleted"
    if db.dialect == "postgresql":
        assert refused(db, "TRUNCATE tasks") == "deleted"


def test_deletion_may_be_forgotten(db):
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect=db.dialect, deleted="forget"))
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    db.run("DELETE FROM tasks")
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("WORKING"))


def test_replace_is_judged_as_the_change_it_is():
    db = Sqlite()
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect="sqlite"))
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    for recursive in ("OFF", "ON"):
        db.run(f"PRAGMA recursive_triggers = {recursive}")
        assert refused(db, "REPLACE INTO tasks VALUES ('t', ?, '[]')", status("WORKING")) == "terminal-left"
        assert refused(db, "INSERT OR REPLACE INTO tasks VALUES ('t', ?, '[]')", status("FAILED")) == "terminal-left"
        assert (
            refused(db, "REPLACE INTO tasks VALUES ('t', ?, '[1]')", status("COMPLETED")) == "artifact-after-terminal"
        )
        for verb in ("IGNORE", "FAIL", "REPLACE"):
            assert refused(db, f"UPDATE OR {verb} tasks SET status = ?", status("WORKING")) == "terminal-left"
        db.run("REPLACE INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    db.close()


def test_truncate_is_remembered(postgres_db):
    db = postgres_db
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect="postgresql"))
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    db.run("TRUNCATE tasks")
    assert refused(db, "INSERT INTO tasks VALUES ('t', ?, '[]')", status("WORKING")) == "terminal-left"


@pytest.mark.parametrize("level", ["READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"])
def test_an_old_snapshot_does_not_hide_a_deletion(postgres_db, postgres_address, level):
    import asyncpg

    db = postgres_db
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect="postgresql"))
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    with closing(Postgresql(postgres_address, postgres.USER, postgres.DATABASE)) as other:
        other.script(f"BEGIN ISOLATION LEVEL {level}")
        other.run("SELECT 1 FROM tasks")
        db.run("DELETE FROM tasks")
        with pytest.raises((RefusedError, asyncpg.SerializationError)):
            other.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("WORKING"))
        other.script("ROLLBACK")
        other.script(f"BEGIN ISOLATION LEVEL {level}")
        other.run("INSERT INTO tasks VALUES ('u', ?, '[]')", status("WORKING"))
        other.script("COMMIT")
    assert [row[0] for row in db.run("SELECT id FROM tasks")] == ["u"]
    assert [row[0] for row in db.run("SELECT id FROM a2a_lifecycle_tasks_deleted")] == ["t"]


def test_a_worker_needs_no_right_but_those_on_its_table(postgres_db):
    import asyncpg

    db = postgres_db
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect="postgresql"))
    db.script("DROP ROLE IF EXISTS worker; CREATE ROLE worker; GRANT ALL ON tasks TO worker; SET ROLE worker")
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    db.run("DELETE FROM tasks")
    # A table of its own by the memory's name does not get in the way.
    db.script("CREATE TEMPORARY TABLE a2a_lifecycle_tasks_deleted (id text PRIMARY KEY, state text)")
    assert refused(db, "INSERT INTO tasks VALUES ('t', ?, '[]')", status("WORKING")) == "terminal-left"
    # Nor can it have its own table write to the memory, and so forget.
    db.script("CREATE TABLE decoy (id text PRIMARY KEY, status json, artifacts json)")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        db.script(
            "CREATE TRIGGER decoy AFTER INSERT ON decoy FOR EACH ROW EXECUTE FUNCTION a2a_lifecycle_tasks_change()"
        )
    db.script("RESET ROLE; REVOKE ALL ON tasks FROM worker; DROP OWNED BY worker")


def test_another_trigger_cannot_change_the_state_behind_ours(postgres_db):
    db = postgres_db
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect="postgresql"))
    db.script(
        "CREATE FUNCTION zz() RETURNS trigger LANGUAGE plpgsql AS "
        """$$ BEGIN NEW.status := '{"state": "TASK_STATE_WORKING"}'; RETURN NEW; END $$;"""
        "CREATE TRIGGER zz BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION zz()"
    )
    db.run("INSERT INTO tasks VALUES ('t', ?, '[]')", status("COMPLETED"))
    assert refused(db, "UPDATE tasks SET artifacts = '[]'") == "terminal-left"


def test_a_nul_in_a_message_is_no_obstacle(postgres_db):
    db = postgres_db
    db.script(SCHEMA)
    db.script(export("sql", PUBLISHED, dialect="postgresql"))
    for number, text in enumerate([r"\u0000", r"\u0000\u0000", r"\\\u0000", r"\\u0000\"\u0000", r"\\\\"]):
        written = '{"state": "TASK_STATE_%s", "message": {"parts": [{"text": "' + text + '"}]}}'
        assert json.loads(written)
        db.run("INSERT INTO tasks VALUES (?, ?, '[]')", str(number), written % "COMPLETED")
        assert refused(db, "UPDATE tasks SET status = ?", written % "WORKING") == "terminal-left"
    hidden = '{"state": "TASK_STATE_WORKING\\u0000"}'
    assert refused(db, "INSERT INTO tasks VALUES ('u', ?, '[]')", hidden) == "unknown-state"


HOSTILE = [
    'tasks"; DROP TABLE victim; --',
    "tasks'; DROP TABLE victim; --",
    "a\nb; DROP TABLE victim; --",
    "$a2a$; DROP TABLE victim; $a2a$",
    "a\\'; DROP TABLE victim; --",
    "*/ DROP TABLE victim; /*",
    "select",
    "任务",
    "%s ? $1 :x",
]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def attack(db, table, key, state, artifacts):
    """Guard a table of these names, and see that it is guarded and that nothing else has happened."""
    columns = f"{quoted(key)} VARCHAR(36) PRIMARY KEY, {quoted(state)} TEXT, {quoted(artifacts)} TEXT"
    db.script(f"CREATE TABLE {quoted(table)} ({columns}); CREATE TABLE victim (x INTEGER)")
    names = {"table_name": table, "id_column": key, "state_column": state, "artifacts_column": artifacts}
    db.script(export("sql", GUIDE, dialect=db.dialect, **names))
    db.run(f"INSERT INTO {quoted(table)} VALUES ('t', 'submitted', 'a')")
    for value in ("working", "completed"):
        db.run(f"UPDATE {quoted(table)} SET {quoted(state)} = '{value}'")
    assert refused(db, f"UPDATE {quoted(table)} SET {quoted(state)} = 'working'") == "terminal-left"
    assert refused(db, f"UPDATE {quoted(table)} SET {quoted(artifacts)} = 'b'") == "artifact-after-terminal"
    db.run(f"DELETE FROM {quoted(table)}")
    assert refused(db, f"INSERT INTO {quoted(table)} VALUES ('t', 'submitted', '')") == "terminal-left"
    assert db.run("SELECT * FROM victim") == []
    db.script(export("sql", GUIDE, dialect=db.dialect, action="uninstall", **names))
    db.run(f"INSERT INTO {quoted(table)} VALUES ('t', 'nonsense', '')")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_name(db, name):
    attack(db, name, f"k{name}", f"s{name}", f"a{name}")


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)


@settings(max_examples=50, deadline=None)
@given(NAMES, st.lists(NAMES, min_size=3, max_size=3, unique_by=lambda name: name.lower()))
@example("x", ["A", "ab", "a b"])
def test_any_name_is_a_name(table, columns):
    db = Sqlite()
    if table.lower().startswith("sqlite_") or table.lower() == "victim":
        return
    attack(db, table, *columns)
    db.close()


def test_two_long_names_that_begin_alike_do_not_meet(postgres_db):
    db = postgres_db
    for table in ("t" * 62 + "a", "t" * 62 + "b"):
        db.script(f"CREATE TABLE {table} (id TEXT PRIMARY KEY, state TEXT)")
        db.script(export("sql", GUIDE, dialect="postgresql", table_name=table, state_column="state"))
        db.run(f"INSERT INTO {table} VALUES ('t', 'submitted')")
        db.run(f"DELETE FROM {table}")
    # Each remembers its own: the other's deletion of `t` in another state does not count.
    assert len(db.run("SELECT relname FROM pg_class WHERE relname LIKE 'a2a%deleted'")) == 2


def test_a_table_in_a_schema(postgres_db):
    db = postgres_db
    db.script('CREATE SCHEMA "my ""schema"; CREATE TABLE "my ""schema".tasks (id text PRIMARY KEY, state text)')
    options = {"dialect": "postgresql", "schema_name": 'my "schema', "state_column": "state"}
    db.script(export("sql", GUIDE, **options))
    table = '"my ""schema".tasks'
    assert refused(db, f"INSERT INTO {table} VALUES ('t', 'completed')") == "late-start"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"table_name": ""}, "--table-name is empty; give a name"),
        ({"id_column": "a\0b"}, "--id-column 'a\\x00b' holds a NUL character, which no SQL name can"),
        ({"state_key": 'a"b'}, '--state-key may hold no " and no \\, for SQLite has no way to quote them'),
        ({"state_column": "\ud800"}, "--state-column '\\ud800' is not Unicode text"),
        ({"dialect": "mysql"}, "--dialect 'mysql' is none of: sqlite, postgresql"),
        ({"dialect": None}, "sql needs the option --dialect"),
        ({"colour": "red"}, "sql takes no option 'colour'"),
    ],
)
def test_what_no_sql_can_hold_is_refused_in_one_line(options, message):
    with pytest.raises(ExportError) as caught:
        export("sql", GUIDE, **({"dialect": "sqlite"} | options))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_state_outside_the_schema_of_the_sdk_may_be_a_key_in_json():
    db = Sqlite()
    db.script("CREATE TABLE jobs (job TEXT PRIMARY KEY, body TEXT)")
    names = {"table_name": "jobs", "id_column": "job", "state_column": "body", "state_key": "the state's name"}
    db.script(export("sql", GUIDE, dialect="sqlite", **names))
    db.run("INSERT INTO jobs VALUES ('t', ?)", json.dumps({"the state's name": "submitted"}))
    body = json.dumps({"the state's name": "completed"})
    assert refused(db, "UPDATE jobs SET body = ?", body) == "not-in-table"
    with pytest.raises(sqlite3.OperationalError, match="malformed JSON"):
        db.run("UPDATE jobs SET body = 'no json'")

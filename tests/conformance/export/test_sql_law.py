"""The triggers refuse what the law refuses, and say the same of it, in either database and either schema."""

from __future__ import annotations

import json
from itertools import product

import pytest

from a2a_lifecycle.conformance.export import export
from a2a_lifecycle.conformance.law import Law
from a2a_lifecycle.spec import load
from tests.conformance.export.databases import Database, RefusedError

TABLE = load()
VALUES = [*Law().names, "TASK_STATE_UNSPECIFIED", "TASK_STATE_UNKNOWN", "paused", "", "9"]
"""Every name of a state, and values that no table knows."""

SDK_SCHEMA = "CREATE TABLE tasks (id VARCHAR(36) PRIMARY KEY, status JSON NOT NULL, artifacts JSON)"
PLAIN_SCHEMA = "CREATE TABLE tasks (id VARCHAR(36) PRIMARY KEY, state TEXT)"


class Tasks:
    """The table of tasks in one of two schemas."""

    def __init__(self, db: Database, plain: bool) -> None:
        self.db, self.plain = db, plain
        db.script(PLAIN_SCHEMA if plain else SDK_SCHEMA)

    def guard(self, edition: str, **options: str) -> None:
        column = {"state_column": "state"} if self.plain else {}
        self.db.script(export("sql", TABLE.edition(edition), dialect=self.db.dialect, **column, **options))

    def _written(self, value: str) -> str:
        return value if self.plain else json.dumps({"state": value} if value else {})

    def insert(self, task: str, value: str) -> None:
        column = "state" if self.plain else "status"
        self.db.run(f"INSERT INTO tasks (id, {column}) VALUES (?, ?)", task, self._written(value))

    def update(self, task: str, value: str) -> None:
        column = "state" if self.plain else "status"
        self.db.run(f"UPDATE tasks SET {column} = ? WHERE id = ?", self._written(value), task)

    def verdict(self, write, *arguments: str) -> str | None:
        try:
            write(*arguments)
        except RefusedError as error:
            return error.code
        return None


@pytest.fixture(params=["sdk", "plain"])
def tasks(request, db):
    return Tasks(db, request.param == "plain")


@pytest.mark.parametrize("edition", list(TABLE.editions))
def test_a_change_is_refused_exactly_where_the_law_refuses_it(tasks, edition):
    pairs = {f"{i}-{j}": (VALUES[i], VALUES[j]) for i, j in product(range(len(VALUES)), repeat=2)}
    tasks.db.run("BEGIN")
    for task, (before, _) in pairs.items():
        tasks.insert(task, before)
    tasks.db.run("COMMIT")
    tasks.guard(edition)
    law = Law(TABLE.edition(edition))
    refused = 0
    for task, (before, after) in pairs.items():
        expected = law.change(before, after)
        assert tasks.verdict(tasks.update, task, after) == (expected and expected.code), (before, after)
        refused += expected is not None
    assert refused > 100


@pytest.mark.parametrize("edition", list(TABLE.editions))
def test_a_creation_is_refused_exactly_where_the_law_refuses_it(tasks, edition):
    tasks.guard(edition)
    law = Law(TABLE.edition(edition))
    for value in VALUES:
        expected = law.creation(value)
        assert tasks.verdict(tasks.insert, value or "none", value) == (expected and expected.code), value


@pytest.mark.parametrize("edition", ["guide-v1.0", "published-v1.0"])
def test_a_deleted_task_goes_on_where_it_was(tasks, edition):
    tasks.guard(edition)
    law = Law(TABLE.edition(edition))
    paths = {"submitted": [], "working": ["working"], "completed": ["working", "completed"]}
    for number, ((at, path), again) in enumerate(product(paths.items(), VALUES)):
        tasks.insert(str(number), "submitted")
        for state in path:
            tasks.update(str(number), state)
        tasks.db.run("DELETE FROM tasks WHERE id = ?", str(number))
        expected = law.change(at, again)
        assert tasks.verdict(tasks.insert, str(number), again) == (expected and expected.code), (at, again)


def test_a_refused_write_changes_nothing(tasks):
    tasks.guard("published-v1.0")
    tasks.insert("t", "working")
    tasks.update("t", "completed")
    before = tasks.db.run("SELECT * FROM tasks")
    assert tasks.verdict(tasks.update, "t", "working") == "terminal-left"
    assert tasks.verdict(tasks.insert, "u", "paused") == "unknown-state"
    assert tasks.db.run("SELECT * FROM tasks") == before


def test_an_integer_column_holds_protobuf_numbers(db):
    db.script("CREATE TABLE tasks (id INTEGER PRIMARY KEY, state INTEGER)")
    db.script(export("sql", TABLE.edition("guide-v1.0"), dialect=db.dialect, state_column="state"))
    db.run("INSERT INTO tasks VALUES (1, 1)")
    db.run("UPDATE tasks SET state = 2")
    db.run("UPDATE tasks SET state = 3")
    with pytest.raises(RefusedError) as refused:
        db.run("UPDATE tasks SET state = 2")
    assert refused.value.code == "terminal-left"

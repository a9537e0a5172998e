"""A fresh database for each test, of either kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import needs, postgres
from tests.conformance.export.databases import Database, Postgresql, Sqlite


@pytest.fixture
def postgres_db(request: pytest.FixtureRequest) -> Iterator[Postgresql]:
    """An empty PostgreSQL database; the test is skipped where there is no server to be had."""
    needs.module("asyncpg", "sdk")
    address = request.getfixturevalue("postgres_address")
    opened = Postgresql(address, postgres.USER, postgres.DATABASE)
    opened.script(postgres.EMPTY)
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest) -> Iterator[Database]:
    """A fresh database of either kind."""
    if request.param == "sqlite":
        opened = Sqlite()
        yield opened
        opened.close()
    else:
        yield request.getfixturevalue("postgres_db")

"""A store of each kind the guard works with."""

from __future__ import annotations

import pytest

from tests import needs


@pytest.fixture
def database_url(request, tmp_path):
    """The URL of a fresh database; which kind, the parameter says."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/tasks.db"
    needs.module("asyncpg", "sdk")
    from tests.conformance.guard.stores import postgresql_url

    return postgresql_url(request.getfixturevalue("postgres_address"))


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def kind(request, tmp_path):
    """A kind of store, its database fresh."""
    from tests.conformance.guard import stores

    if request.param == "memory":
        return stores.memory()
    if request.param == "sqlite":
        return stores.database(f"sqlite+aiosqlite:///{tmp_path}/tasks.db", "sqlite")
    return stores.database(stores.postgresql_url(request.getfixturevalue("postgres_address")), "postgresql")

"""A PostgreSQL server for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import postgres


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """The `host:port` of a PostgreSQL server that lives as long as the test run."""
    with postgres.server() as address:
        yield address

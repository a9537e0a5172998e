from collections.abc import Callable

import pytest

from a2a_lifecycle.model import Task
from a2a_lifecycle.spec import Table, loads
from tests.model.support import OWN_TABLE, StoppedClock


@pytest.fixture
def make_task() -> Callable[..., Task]:
    """A task with a known id and a clock that tests can read."""

    def make(edition: str | None = None, **options: object) -> Task:
        return Task(edition, **{"id": "task-1", "clock": StoppedClock(), **options})

    return make


@pytest.fixture
def own_table() -> Callable[..., Table]:
    """A table of one's own, whose first trigger can be named."""
    return lambda trigger="send": loads(OWN_TABLE % trigger, file="own.toml")

"""SQLite and PostgreSQL, as the tests of the triggers use them: the same few calls on either."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Database(Protocol):
    """One database, empty at first."""

    dialect: str

    def script(self, text: str) -> None:
        """Run many statements."""

    def run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run one statement, its values at `?`, and return its rows. Raises `RefusedError` where a trigger refuses."""

    def close(self) -> None: ...


class RefusedError(Exception):
    """A trigger of ours refused the statement; `code` says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.code = message.split(": ")[1]


class Sqlite:
    dialect = "sqlite"

    def __init__(self, path: str = ":memory:") -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)

    def script(self, text: str) -> None:
        self.connection.executescript(text)

    def run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self.connection.execute(statement, values).fetchall()
        except sqlite3.IntegrityError as error:
            if "a2a-lifecycle" in str(error):
                raise RefusedError(str(error)) from None
            raise

    def close(self) -> None:
        self.connection.close()


class Postgresql:
    dialect = "postgresql"

    def __init__(self, address: str, user: str, database: str) -> None:
        import asyncpg

        self._loop = asyncio.new_event_loop()
        host, port = address.split(":")
        self._violation = asyncpg.CheckViolationError
        self._connection = self._do(asyncpg.connect(host=host, port=int(port), user=user, database=database))

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)

    def script(self, text: str) -> None:
        self._do(self._connection.execute(text))

    def run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        for number in range(1, len(values) + 1):
            statement = statement.replace("?", f"${number}", 1)
        try:
            return [tuple(row) for row in self._do(self._connection.fetch(statement, *values))]
        except self._violation as error:
            raise RefusedError(str(error)) from None

    def close(self) -> None:
        self._do(self._connection.close())
        self._loop.close()


def written(statement: Sequence[str], dialect: str) -> str:
    """The one of two spellings, SQLite's and PostgreSQL's, that `dialect` reads."""
    return statement[0] if dialect == "sqlite" else statement[1]

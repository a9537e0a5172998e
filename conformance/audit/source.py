"""What a log is, by its name: files of one format, a table in a DuckDB file, or a table in PostgreSQL."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from glob import glob, has_magic
from pathlib import Path

from a2a_lifecycle.conformance.audit.errors import LogError

SEPARATOR = "::"
"""Stands between a database and the table in it."""


class Format(StrEnum):
    """How a file holds a log."""

    PARQUET = "parquet"
    CSV = "csv"
    ROWS = "json rows"
    """JSON lines, one object with a field for each column."""
    EVENTS = "protocol events"
    """A recording as `check` reads it: what went over the wire."""


@dataclass(frozen=True, slots=True)
class Files:
    """Files of one format, read in this order."""

    name: str
    paths: tuple[str, ...]
    format: Format


@dataclass(frozen=True, slots=True)
class DuckDBTable:
    """A table, perhaps `schema.table`, in a DuckDB database file; None: its only one."""

    name: str
    path: str
    table: str | None


@dataclass(frozen=True, slots=True)
class PostgresTable:
    """A table, perhaps `schema.table`, behind a connection URL."""

    name: str
    url: str
    table: str


Source = Files | DuckDBTable | PostgresTable

_ENDINGS = {
    Format.PARQUET: (".parquet", ".pq"),
    Format.CSV: (".csv", ".tsv", ".csv.gz", ".tsv.gz"),
    Format.ROWS: (".jsonl", ".ndjson", ".json", ".jsonl.gz", ".ndjson.gz", ".json.gz"),
    Format.EVENTS: (".sse", ".sse.gz"),
}
_DATABASES = (".duckdb", ".ddb", ".db")
_POSTGRES = re.compile(r"postgres(?:ql)?://")
_REMOTE = re.compile(r"[a-z][a-z0-9+.-]+://")
_PEEK = 1 << 16
# A line of a recording has one of these; a line of rows does not, or has no object there.
_WIRE_FIELDS = frozenset({"jsonrpc", "result", "statusUpdate", "status_update", "artifactUpdate", "artifact_update"})
_WIRE_OBJECTS = frozenset({"task", "message", "msg", "status", "artifact"})


def source_of(names: Sequence[str], *, rows: bool = False) -> Source:
    """What the log called `names` is.

    Parameters:
        names: files of one format, folders or patterns of them; or one `FILE.duckdb::TABLE`; or one
            `postgresql://…::TABLE`.
        rows: JSON lines are rows, whatever they look like, for the caller names their columns.

    Raises:
        LogError: there is no such file, or nothing tells what it is.
    """
    for name in names:
        if _POSTGRES.match(name) or SEPARATOR in name or name.lower().endswith(_DATABASES):
            if len(names) > 1:
                raise LogError(without_password(name), "a database table is audited by itself; leave the others out")
            return _database(name)
    # A file that is named twice, by a pattern and by itself, is still one.
    paths = tuple({os.path.realpath(path): path for name in names for path in _paths(name)}.values())
    formats = {_format(path, rows) for path in paths}
    called = names[0] if len(names) == 1 or len(paths) == 1 else f"{len(paths)} files"
    if len(formats) > 1:
        kinds = " and ".join(sorted(formats))
        raise LogError(called, f"the files are of several formats ({kinds}); audit those of one format at a time")
    return Files(called, paths, formats.pop())


def without_password(url: str) -> str:
    """`url` as a message may show it."""
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:***@", url)


def is_remote(path: str) -> bool:
    """Whether `path` is a URL that an engine opens by itself, such as `s3a://…`."""
    return bool(_REMOTE.match(path))


def _database(name: str) -> Source:
    where, _, table = name.partition(SEPARATOR)
    if _POSTGRES.match(name):
        shown = without_password(where)
        if not table:
            raise LogError(shown, f"say which table: {shown}{SEPARATOR}TABLE")
        return PostgresTable(f"{shown}{SEPARATOR}{table}", where, table)
    path = Path(where)
    if not path.is_file():
        raise LogError(where, "there is no such file" if not path.exists() else "is no file")
    with path.open("rb") as file:
        if file.read(12)[8:] != b"DUCK":
            raise LogError(where, "is no DuckDB database file")
    return DuckDBTable(name, where, table or None)


def _paths(name: str) -> list[str]:
    if is_remote(name):
        return [name]
    path = Path(name)
    if path.is_dir():
        found = sorted(str(file) for file in path.rglob("*") if file.is_file() and not file.name.startswith(("_", ".")))
        if not found:
            raise LogError(name, "the folder holds no file")
        return found
    if path.exists():
        return [name]
    found = sorted(glob(name, recursive=True)) if has_magic(name) else []
    if not found:
        raise LogError(name, "there is no such file")
    return found


def _format(path: str, rows: bool) -> Format:
    lower = path.lower()
    format_ = next((kind for kind, endings in _ENDINGS.items() if lower.endswith(endings)), None)
    if is_remote(path):
        if format_ is None:
            raise LogError(path, f"its name does not tell its format; known endings: {_known_endings()}")
        return format_
    first = peek(path)
    if format_ is None and first.startswith(b"PAR1"):
        return Format.PARQUET
    if format_ is None and first.lstrip()[:1] in (b"{", b"["):
        format_ = Format.ROWS
    if format_ is None:
        raise LogError(path, f"neither its name nor its beginning tells its format; known endings: {_known_endings()}")
    if format_ is Format.ROWS and not rows and _looks_like_wire(first):
        return Format.EVENTS
    return format_


def _known_endings() -> str:
    return ", ".join(endings[0] for endings in _ENDINGS.values()) + ", .duckdb"


def peek(path: str) -> bytes:
    """The beginning of the file at `path`, unpacked where it is packed; raises `LogError`."""
    try:
        with open(path, "rb") as file:
            first = file.read(_PEEK)
        if first.startswith(b"\x1f\x8b"):
            with gzip.open(path) as unpacked:
                return unpacked.read(_PEEK)
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LogError(path, f"cannot be read: {reason.lower()}") from None
    return first


def _looks_like_wire(first: bytes) -> bool:
    """Whether the lines are events of the protocol; where none can be read, `check`'s reader is the one to say so."""
    lines = [line for line in first.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()]
    objects = []
    for line in lines[:50]:
        try:
            objects.append(json.loads(line))
        except ValueError:
            continue
    rows = [one for one in objects if isinstance(one, dict)]
    if not rows:
        return bool(lines)
    return any(
        not _WIRE_FIELDS.isdisjoint(row) or any(isinstance(row.get(field), dict) for field in _WIRE_OBJECTS)
        for row in rows
    )

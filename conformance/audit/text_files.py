"""What the beginning of a text file tells of its columns: of CSV the header, of JSON lines the fields of objects."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from a2a_lifecycle.conformance.audit.errors import LogError
from a2a_lifecycle.conformance.audit.source import Files, Format, is_remote, peek

_DELIMITERS = ",\t;|"


@dataclass(frozen=True, slots=True)
class TextColumns:
    """The columns of text files.

    Attributes:
        names: their names, in order.
        delimiter: what stands between them, in CSV.
        samples: column → some of its values, as text.
    """

    names: tuple[str, ...]
    delimiter: str
    samples: Mapping[str, Sequence[str]]


def columns_of(files: Files) -> TextColumns:
    """The columns of `files`, as the first of them has them; raises `LogError` where it has none."""
    path = files.paths[0]
    if is_remote(path):
        raise LogError(path, f"{files.format} is read from local files only; use Parquet there")
    first = peek(path).decode("utf-8-sig", "replace")
    found = _of_csv(first) if files.format is Format.CSV else _of_json(first)
    if found is None:
        raise LogError(path, "is empty: it has no header, so no columns" if files.format is Format.CSV else "is empty")
    return found


def _of_csv(first: str) -> TextColumns | None:
    header = first.split("\n", 1)[0].rstrip("\r")
    if not header.strip():
        return None
    delimiter = max(_DELIMITERS, key=header.count)
    rows = list(csv.reader(io.StringIO(first), delimiter=delimiter))
    names = tuple(rows[0])
    whole = [row for row in rows[1:-1] or rows[1:] if len(row) == len(names)]
    return TextColumns(names, delimiter, {name: [row[at] for row in whole] for at, name in enumerate(names)})


def _of_json(first: str) -> TextColumns | None:
    samples: dict[str, list[str]] = {}
    for line in first.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        for name, value in row.items() if isinstance(row, dict) else ():
            shown = [] if value is None else [value if isinstance(value, str) else json.dumps(value)]
            samples.setdefault(name, []).extend(shown)
    return TextColumns(tuple(samples), "", samples) if samples else None

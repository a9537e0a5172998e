"""The vectors' files: their text, writing them, and what has drifted from the table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from a2a_lifecycle.conformance.vectors import cancels, names, pairs, traces, triggers, views
from a2a_lifecycle.conformance.vectors.schema import BANNER, FORMAT, json_schema
from a2a_lifecycle.spec import Edition, Table

SCHEMA = "vectors.schema.json"
"""The name of the schema's file."""


def files(table: Table) -> dict[str, str]:
    """The text of every file: file name, with `/` between folder and file → text.

    One folder for each edition, with one file for each kind of vector, and the schema beside the folders.
    """
    texts = {SCHEMA: json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"}
    for edition in table.editions.values():
        for kind, vectors in _by_kind(table, edition).items():
            texts[f"{_folder(edition)}/{kind}.json"] = _text(edition, kind, vectors)
    return texts


def _folder(edition: Edition) -> str:
    # An edition may be called anything, `../elsewhere` too; its folder is one name inside the vectors' own.
    name = quote(edition.id, safe="")
    return "%2E" + name[1:] if name.startswith(".") else name


def _by_kind(table: Table, edition: Edition) -> Mapping[str, list[dict[str, Any]]]:
    return {
        "pairs": pairs.vectors(edition),
        "triggers": triggers.vectors(edition),
        "traces": traces.vectors(edition),
        "cancels": cancels.vectors(edition),
        "names": names.vectors(table, edition),
        "views": views.vectors(table, edition),
    }


def _text(edition: Edition, kind: str, vectors: list[dict[str, Any]]) -> str:
    head = {
        "$comment": BANNER,
        "format": FORMAT,
        "kind": kind,
        "edition": {
            "id": edition.id,
            "protocol": edition.protocol,
            "source": edition.source,
            "title": edition.title.en,
        },
    }
    # One state and one vector a line: a difference then shows the vectors that differ, whole.
    opening = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
    sections = {"states": list(_states(edition)), "vectors": vectors}
    body = ",\n".join(f'  "{key}": [{_lines(items)}]' for key, items in sections.items())
    return f"{opening},\n{body}\n}}\n"


def _lines(items: list[dict[str, Any]]) -> str:
    lines = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in items)
    return f"\n{lines}\n  " if items else ""


def _states(edition: Edition) -> Iterator[dict[str, Any]]:
    for state in edition.states:
        yield {
            "id": state.id,
            "label": state.label.en,
            "class": state.state_class,
            "initial": state.initial,
            "fallback": state.fallback,
            "name": state.wire.get(edition.protocol),
            "number": state.number,
        }


def write(table: Table, folder: Path) -> list[Path]:
    """Write every file into `folder`; raises `OSError`. A file there that is none of these is left as it is."""
    written = []
    for name, text in files(table).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    return written


def drift(table: Table, folder: Path) -> list[str]:
    """What is wrong with the files in `folder`, one line each: missing, different from the table, or left over."""
    wanted = files(table)
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.json")} if folder.is_dir() else {}
    problems = [f"{folder / name}: is missing" for name in wanted if name not in found]
    for name, path in sorted(found.items()):
        if name not in wanted:
            problems.append(f"{path}: belongs to no edition of the table")
        elif path.read_bytes() != wanted[name].encode():
            problems.append(f"{path}: differs from the table")
    return problems

"""The words that descriptions are made of. They state what a task does, never what it should do."""

from __future__ import annotations

import json
from collections.abc import Sequence

from a2a_lifecycle.spec import Edge, State


def a_task(state: State) -> str:
    """`state` as a subject: "a completed task"."""
    label = state.label.en
    return f"{'an' if label[:1].lower() in 'aeiou' else 'a'} {label} task"


def when(edges: Sequence[Edge]) -> str:
    """On what occasion the first of `edges` is taken, as the end of a sentence; empty where its row does not say."""
    return f": {edges[0].row.when.en}" if edges and edges[0].row.when.en else ""


def shown(value: object) -> str:
    """A wire value as a description shows it: as JSON."""
    return json.dumps(value, ensure_ascii=False)

"""Traces: what a task does step by step. Together they cover every edge, every loop and every illegal pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from a2a_lifecycle.conformance.vectors.clauses import no_row
from a2a_lifecycle.conformance.vectors.loops import Loop, loops
from a2a_lifecycle.conformance.vectors.pairs import Verdict, pairs
from a2a_lifecycle.conformance.vectors.sentences import a_task, when
from a2a_lifecycle.spec import Edge, Edition

COVERS = ("edge", "loop", "update", "illegal")
"""What a trace is there for: an edge of the table, a loop of it, a repeated state, or a step that is refused."""

ROUNDS = 2
"""How often a trace goes round its loop: once more than it must, so that a task that comes round once only fails it."""


def vectors(edition: Edition) -> list[dict[str, Any]]:
    """The traces of `edition`: one for each edge, each loop, each repeated state and each illegal pair."""
    return [*_edges(edition), *_loops(edition), *_pairs(edition)]


def _to(edition: Edition, state: str) -> tuple[str, tuple[Edge, ...]]:
    """Where a trace to `state` begins, and the edges it takes: the initial state, or, out of its reach, `state`."""
    initial = edition.initial.id
    path = () if state == initial else edition.path(initial, state)
    return (state, ()) if path is None else (initial, path)


def _trace(
    name: str, sentence: str, clause: Sequence[str], covers: str, begin: str, steps: list[dict[str, Any]]
) -> dict[str, Any]:
    moved = [step["to"] for step in steps if step["verdict"] == "legal"]
    return {
        "id": name,
        "description": sentence,
        "clause": list(clause),
        "covers": covers,
        "begins_in": begin,
        "steps": steps,
        "ends_in": moved[-1] if moved else begin,
    }


def _step(edge: Edge) -> dict[str, Any]:
    return {"to": edge.target, "verdict": "legal", "trigger": edge.trigger, "actor": edge.row.actor}


def _claim(target: str, verdict: Verdict) -> dict[str, Any]:
    return {"to": target, "verdict": verdict, "trigger": None, "actor": None}


def _edges(edition: Edition) -> Iterator[dict[str, Any]]:
    for edge in edition.edges:
        begin, path = _to(edition, edge.source)
        source, target = edition.state(edge.source), edition.state(edge.target)
        sentence = f"{a_task(source)} becomes {target.label.en} on {edge.trigger}{when([edge])}"
        name = f"edge-{edge.source}-{edge.trigger}-{edge.target}"
        clause = edge.row.clause or (no_row(edition),)
        yield _trace(name, sentence, clause, "edge", begin, [_step(each) for each in (*path, edge)])


def _loops(edition: Edition) -> Iterator[dict[str, Any]]:
    for loop in loops(edition):
        begin, path = _to(edition, loop[0])
        around = [edition.edges_between(*step)[0] for step in zip(loop, (*loop[1:], loop[0]), strict=True)]
        clause = dict.fromkeys(clause for edge in around for clause in edge.row.clause) or (no_row(edition),)
        steps = [_step(edge) for edge in (*path, *around * ROUNDS)]
        yield _trace(f"loop-{'-'.join(loop)}", _round(edition, loop), tuple(clause), "loop", begin, steps)


def _round(edition: Edition, loop: Loop) -> str:
    labels = [edition.state(state).label.en for state in (*loop, loop[0])]
    return f"a task goes round from {', then '.join(labels)}, any number of times: here {ROUNDS}"


def _pairs(edition: Edition) -> Iterator[dict[str, Any]]:
    for pair in pairs(edition):
        if pair.verdict != "legal":
            begin, path = _to(edition, pair.source.id)
            steps = [*map(_step, path), _claim(pair.target.id, pair.verdict)]
            yield _trace(f"{pair.verdict}-{pair.name}", pair.sentence, pair.clause, pair.verdict, begin, steps)

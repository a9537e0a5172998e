"""What a counterexample shows: the shortest way to the fault, and the rows to blame."""

from __future__ import annotations

from collections.abc import Sequence

from a2a_lifecycle.proofs.trace import Refutation, table_trace
from a2a_lifecycle.spec import Edge, Edition


def blame(edge: Edge) -> str:
    """The row of `edge`, with the edge, as a refutation names it."""
    return f"{edge.row.origin}: {edge}"


def blame_state(edition: Edition, state: str) -> str:
    """The row of `state`, as a refutation names it."""
    return f"{edition.state(state).origin}: {state}"


def way_to(edition: Edition, state: str) -> tuple[str, tuple[Edge, ...]]:
    """Where a shortest run to `state` begins, and its edges: at the initial state, or there if it is out of reach."""
    initial = edition.initial.id
    if state == initial:
        return initial, ()
    path = edition.path(initial, state)
    return (initial, path) if path is not None else (state, ())


def by_step(edition: Edition, source: str, target: str, sentence: str) -> Refutation:
    """The way to `source`, then the step to `target`; `sentence` may name {source} and {target}."""
    edges = edition.edges_between(source, target)
    start, prefix = way_to(edition, source)
    rows = tuple(dict.fromkeys(map(blame, edges)))
    return Refutation(sentence.format(source=source, target=target), table_trace(start, (*prefix, edges[0])), rows)


def by_two_targets(edition: Edition, one: Edge, other: Edge) -> Refutation:
    """The way to the state from which one trigger takes both edges."""
    start, prefix = way_to(edition, one.source)
    sentence = f"{one.trigger} leads from {one.source} to {one.target} and to {other.target}"
    return Refutation(sentence, table_trace(start, (*prefix, one)), (blame(one), blame(other)))


def by_trap(edition: Edition, lost: Sequence[str], goal: str) -> Refutation:
    """The way to the first of `lost`, states from which `goal` is out of reach."""
    nearest = min(lost, key=lambda state: len(way_to(edition, state)[1]))
    start, path = way_to(edition, nearest)
    rows = [blame_state(edition, nearest), *map(blame, edition.edges_from(nearest))]
    sentence = f"a task in {nearest} never reaches {goal}"
    others = [state for state in lost if state != nearest]
    if others:
        sentence += f"; nor does one in {', '.join(others)}"
    return Refutation(sentence, table_trace(start, path), tuple(rows))


def by_state(edition: Edition, state: str, sentence: str) -> Refutation:
    """The row of `state`; `sentence` may name {state}."""
    return Refutation(sentence.format(state=state), blame=(blame_state(edition, state),))

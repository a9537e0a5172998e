"""The loops of an edition: where a task may come round again (G5.2)."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.spec import Edition

MOST = 1_000
"""How many simple loops are enumerated. A table may have exponentially many; beyond this, one loop for each edge."""

Loop = tuple[str, ...]
"""The states of a loop, each once, the first in the table's order at the front; the last leads back to it."""


def loops(edition: Edition) -> tuple[Loop, ...]:
    """Every simple loop of `edition`; where there are more than `MOST`, a shortest loop through each edge instead.

    Either way each edge that lies on a loop is on one of them.
    """
    found: list[Loop] = []
    for loop in _simple(edition):
        found.append(loop)
        if len(found) > MOST:
            return _through_each_edge(edition)
    return tuple(found)


def _successors(edition: Edition) -> dict[str, tuple[str, ...]]:
    return {
        state.id: tuple(dict.fromkeys(edge.target for edge in edition.edges_from(state.id))) for state in edition.states
    }


def _simple(edition: Edition) -> Iterator[Loop]:
    rank = {state.id: number for number, state in enumerate(edition.states)}
    successors = _successors(edition)
    for first in rank:
        # Only states after `first`, so that each loop is met once; only those that lead back, so that no walk is lost.
        later = {state for state in rank if rank[state] >= rank[first]}
        back = _leading_to(first, successors, later)
        stack = [(first, iter(successors[first]))]
        while stack:
            _, targets = stack[-1]
            on_path = [state for state, _ in stack]
            target = next(targets, None)
            if target is None:
                stack.pop()
            elif target == first:
                yield tuple(on_path)
            elif target in back and target not in on_path:
                stack.append((target, iter(successors[target])))


def _leading_to(goal: str, successors: dict[str, tuple[str, ...]], within: set[str]) -> set[str]:
    found = {goal}
    while True:
        more = {state for state in within - found if found & set(successors[state])}
        if not more:
            return found
        found |= more


def _through_each_edge(edition: Edition) -> tuple[Loop, ...]:
    rank = {state.id: number for number, state in enumerate(edition.states)}
    found: dict[Loop, None] = {}
    for source, target in sorted(edition.pairs, key=lambda pair: (rank[pair[0]], rank[pair[1]])):
        back = () if source == target else edition.path(target, source)
        if back is not None:
            states = (source, *(edge.source for edge in back))
            at = states.index(min(states, key=rank.__getitem__))
            found[states[at:] + states[:at]] = None
    return tuple(found)

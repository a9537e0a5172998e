"""Searches the table in Python for what Z3 then checks: distances, ranks, and the edges that prove them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from a2a_lifecycle.spec import Edge, Edition


def forward(edition: Edition, start: str) -> tuple[Mapping[str, Edge], Mapping[str, int]]:
    """For each state that `start` leads to: the last edge of a shortest path to it, and that path's length."""
    parent: dict[str, Edge] = {}
    distance = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for edge in edition.edges_from(at):
            if edge.target not in distance:
                distance[edge.target] = distance[at] + 1
                parent[edge.target] = edge
                queue.append(edge.target)
    return parent, distance


def backward(edition: Edition, goals: Iterable[str]) -> tuple[Mapping[str, Edge], Mapping[str, int]]:
    """For each state that leads to one of `goals`: the first edge of a shortest path there, and that path's length."""
    into: dict[str, list[Edge]] = {state.id: [] for state in edition.states}
    for edge in edition.edges:
        into[edge.target].append(edge)
    helpful: dict[str, Edge] = {}
    rank = dict.fromkeys(goals, 0)
    queue = deque(rank)
    while queue:
        at = queue.popleft()
        for edge in into[at]:
            if edge.source not in rank:
                rank[edge.source] = rank[at] + 1
                helpful[edge.source] = edge
                queue.append(edge.source)
    return helpful, rank

"""Merges the arrows that lead out of every open state into one, from the border around those states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from a2a_lifecycle.diagrams import words
from a2a_lifecycle.diagrams.picture import Arrow, Node
from a2a_lifecycle.spec import Language


def with_borders(nodes: Sequence[Node], arrows: Iterable[Arrow], language: Language) -> tuple[Arrow, ...]:
    """`arrows`, those that lead from every open state to one other by the same trigger merged into one.

    The merged arrow leaves the border of the open states, as a transition of a composite state does: it stands for one
    edge from each state inside. Where the arrows of one such group differ, the largest part that is alike is merged and
    the others stay alone; but in a difference, where most came or went, one arrow says so and names the others.
    """
    arrows = list(arrows)
    inside = {node.id: node for node in nodes if node.open}
    groups: dict[tuple[str, str], list[int]] = {}
    for number, arrow in enumerate(arrows):
        if arrow.target not in inside:
            groups.setdefault((arrow.trigger, arrow.target), []).append(number)
    for numbers in groups.values():
        if len(inside) < 2 or {arrows[n].source for n in numbers} != inside.keys():
            continue
        alike: dict[tuple[object, ...], list[int]] = {}
        for n in numbers:
            alike.setdefault((arrows[n].mark, arrows[n].basis, arrows[n].actor), []).append(n)
        largest = max(alike.values(), key=len)
        kept = [n for n in numbers if arrows[n].mark == "plain"]
        if len(largest) < 2:
            continue
        if arrows[largest[0]].mark in ("added", "removed") and len(largest) + len(kept) == len(numbers) and kept:
            labels = ", ".join(inside[arrows[n].source].label for n in kept)
            others = *words.FROM_OTHERS.of(language).split("\n"), words.IN_BOTH_FROM.of(language).format(states=labels)
            _merge(arrows, largest, kept, others)
        else:
            text = words.FROM_ANY if len(largest) == len(numbers) else words.FROM_OTHERS
            _merge(arrows, largest, [], tuple(text.of(language).split("\n")))
    return tuple(arrows)


def _merge(arrows: list[Arrow], alike: Sequence[int], besides: Sequence[int], details: tuple[str, ...]) -> None:
    hint = "\n".join(arrows[n].hint for n in (*alike, *besides))
    for n in (*alike, *besides):
        arrows[n] = replace(arrows[n], way="hidden", details=details)
    # The last of them in the table's order is the farthest from the initial state, so its arrow is the shortest.
    arrows[alike[-1]] = replace(arrows[alike[-1]], way="border", hint=hint)

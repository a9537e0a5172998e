"""Sound random tables of any size, to measure growth on."""

from __future__ import annotations

import random


def random_table(states: int, seed: int = 0) -> str:
    """A table of `states` states and about three edges an open state, in TOML: sound, so that every theorem holds.

    Parameters:
        states: how many states, at least 8; a quarter of them are terminal.
        seed: what the choice of edges depends on.
    """
    choose = random.Random(seed)
    last_open = states - states // 4
    names = [f"s{number}" for number in range(states)]
    lines = ["format = 1", "[[edition]]", 'id = "random"', 'protocol = "v1"', 'source = "random"']
    for number, name in enumerate(names):
        lines += ["[[state]]", f'id = "{name}"', f'class = "{"active" if number < last_open else "terminal"}"']
        lines += ["initial = true"] * (number == 0)
    edges: set[tuple[int, int]] = set()
    for number in range(1, states):  # every state is entered from an earlier open one
        edges.add((choose.randrange(max(0, min(number, last_open) - 8), min(number, last_open)), number))
    for number in range(last_open):  # every open state leads on, at the last to a terminal one
        edges.add((number, choose.randrange(number + 1, min(number + 8, states))))
        edges.add((number, choose.randrange(states)))
    edges -= {(source, target) for source, target in edges if source == target}
    for source, target in sorted(edges):
        lines += ["[[transition]]", f'trigger = "to_{names[target]}"', f'from = "{names[source]}"']
        lines += [f'to = "{names[target]}"']
    return "\n".join(lines) + "\n"

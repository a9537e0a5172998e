"""A drawing as Mermaid text: a `stateDiagram-v2`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from a2a_lifecycle.diagrams import style
from a2a_lifecycle.diagrams.markup import plain
from a2a_lifecycle.diagrams.picture import Arrow, Node, Picture, banner_of

RESERVED = frozenset(
    {
        *("as", "choice", "class", "classdef", "click", "default", "direction", "end", "fork"),
        *("hide", "join", "note", "scale", "state", "style"),
    }
)
"""Words of Mermaid's own. A state named by one is written with `_` behind it, which no state's id ends in."""

_SPECIAL = frozenset('"#;<>&{}[]\\`%:|~*')
"""What Mermaid, its Markdown or HTML take for more than a letter."""

_INDENT = "    "


def mermaid(picture: Picture) -> str:
    """`picture` as Mermaid, every edge by an arrow of its own.

    Merged arrows are Graphviz's alone: Mermaid draws those of a composite state behind other states.
    """
    names = Names(picture)
    body = [*_states(picture, names), *_edges(picture, names), *_classes(picture, names)]
    head = ["---", f"# {banner_of(picture)}", f"title: {json.dumps(plain(picture.title), ensure_ascii=False)}", "---"]
    return "\n".join([*head, "stateDiagram-v2", *(_INDENT + line for line in body), ""])


class Names:
    """The names of a picture's states in Mermaid: their ids, and made ones for states no edition has."""

    def __init__(self, picture: Picture) -> None:
        strangers = [node.id for node in picture.nodes if node.state_class is None]
        self._made = {stranger: f"Stranger{number}" for number, stranger in enumerate(strangers, 1)}

    def of(self, state: str) -> str:
        """The name of `state`."""
        return self._made.get(state) or (f"{state}_" if state in RESERVED else state)


def text(shown: str) -> str:
    """`shown` so that Mermaid prints it and nothing else comes of it."""
    return "".join(f"#{ord(glyph)};" if glyph in _SPECIAL else glyph for glyph in plain(shown))


def _label(label: str, details: tuple[str, ...]) -> str:
    return "<br/>".join(text(line) for line in (label, *details) if plain(line))


def _states(picture: Picture, names: Names) -> Iterator[str]:
    yield "direction TB"
    for node in picture.nodes:
        yield _state(node, names)


def _state(node: Node, names: Names) -> str:
    return f'state "{_label(node.label, node.details) or names.of(node.id)}" as {names.of(node.id)}'


def _edges(picture: Picture, names: Names) -> Iterator[str]:
    for node in picture.nodes:
        if node.initial:
            yield f"[*] --> {names.of(node.id)}"
    for arrow in picture.arrows:
        yield _edge(arrow, names, picture)
    entered = {arrow.target for arrow in picture.arrows}
    for node in picture.nodes:
        if node.role == "terminal" and node.id in entered:
            yield f"{names.of(node.id)} --> [*]"


def _edge(arrow: Arrow, names: Names, picture: Picture) -> str:
    details = arrow.details if arrow.way == "own" and picture.kind != "difference" else ()
    label = _label(arrow.label, details)
    return f"{names.of(arrow.source)} --> {names.of(arrow.target)}" + (f" : {label}" if label else "")


def _classes(picture: Picture, names: Names) -> Iterator[str]:
    looks: dict[str, tuple[str, list[str]]] = {}
    for node in picture.nodes:
        look: str = node.role if node.mark == "plain" else node.mark
        css = f"fill:{style.fill_of_node(node)},stroke:{style.line_of_node(node)},color:{style.INK}"
        if node.role == "terminal":
            css += ",stroke-width:4px"
            look = f"{look}End"
        if style.dashed_node(node.role, node.mark):
            css += ",stroke-dasharray:5 4"
            look = f"{look}Apart"
        looks.setdefault(look, (css, []))[1].append(names.of(node.id))
    for look, (css, members) in looks.items():
        yield f"classDef {look} {css}"
        yield f"class {','.join(members)} {look}"

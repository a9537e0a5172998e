"""A drawing as DOT text."""

from __future__ import annotations

from typing import Any, Literal

import graphviz

from a2a_lifecycle.diagrams import style, words
from a2a_lifecycle.diagrams.legend import header
from a2a_lifecycle.diagrams.markup import Place, cell, lines, plain, table
from a2a_lifecycle.diagrams.picture import Arrow, Node, Picture, banner_of

START = "initial marker"
"""The name of the dot before the initial state: no state's, for it is not snake_case."""

OPEN_CLUSTER, TERMINAL_CLUSTER = "cluster non-terminal", "cluster terminal"


def dot(picture: Picture, *, whole: bool = True) -> str:
    """`picture` as DOT. Every edge of the table is an edge of the graph, with its `trigger` as an attribute.

    Where one arrow stands for several, the others are there too, invisible, so that whoever reads the graph back finds
    them all. Without `whole` they are not: a layout would keep their room free.
    """
    graph = graphviz.Digraph(
        name="lifecycle",
        comment=banner_of(picture),
        graph_attr={
            "rankdir": "TB",
            "compound": "true",
            "fontname": style.FONT,
            "bgcolor": "white",
            "pad": "0.2",
            "nodesep": "0.45",
            "ranksep": "0.55",
            "label": header(picture),
            "labelloc": "t",
            "tooltip": _hint(picture.title),
        },
        node_attr={"shape": "box", "style": "rounded,filled", "fontname": style.FONT, "margin": "0.15,0.06"},
        edge_attr={"fontname": style.FONT, "arrowsize": "0.8"},
    )
    names = _names(picture)
    _cluster(graph, OPEN_CLUSTER, words.OPEN.of(picture.language), [n for n in picture.nodes if n.open], side="t")
    _cluster(
        graph, TERMINAL_CLUSTER, words.TERMINAL.of(picture.language), [n for n in picture.nodes if _final(n)], side="b"
    )
    for node in picture.nodes:
        if not node.open and not _final(node):
            _node(graph, node, names[node.id])
    nodes = {node.id: node for node in picture.nodes}
    for arrow in picture.arrows:
        if arrow.way == "hidden" and not whole:
            continue
        ends = nodes[arrow.source], nodes[arrow.target]
        _arrow(graph, arrow, names[arrow.source], names[arrow.target], _direction(arrow, *ends))
    return str(graph.source)


def _names(picture: Picture) -> dict[str, str]:
    """State → the name of its node: its id, and for a state no edition has, which may hold anything, a made one."""
    strangers = [node.id for node in picture.nodes if node.state_class is None]
    return {node.id: node.id for node in picture.nodes} | {
        stranger: f"stranger {number}" for number, stranger in enumerate(strangers, 1)
    }


def _final(node: Node) -> bool:
    return node.role == "terminal" or (node.role == "fallback" and node.state_class == "terminal")


def _hint(text: str) -> str:
    """`text` as the value of a tooltip: no escape and no character entity of Graphviz's comes of it."""
    shown = "\n".join(plain(line) for line in text.split("\n")).replace("&", "&amp;")
    return str(graphviz.escape(shown)).replace("\n", "\\n")


def _cluster(graph: Any, name: str, label: str, nodes: list[Node], *, side: str) -> None:
    """Add the border around `nodes`; its label is at its top (`t`) or its bottom (`b`), where no arrow comes in."""
    if not nodes:
        return
    with graph.subgraph(name=name) as inner:
        inner.attr(
            label=table([cell(label, style.EDGE_SIZE, colour=style.QUIET)]),
            labeljust="l",
            labelloc=side,
            style="rounded",
            color=style.NEUTRAL,
            margin="14",
            tooltip=_hint(label),
        )
        for node in nodes:
            _node(inner, node, node.id)


def _node(graph: Any, node: Node, name: str) -> None:
    colour = style.line_of_node(node)
    ink = style.QUIET if node.mark == "faint" else style.INK
    if node.initial:
        graph.node(START, label="", shape="circle", style="filled", fillcolor=ink, color=ink, width="0.16", margin="0")
        graph.edge(START, name, color=ink, tooltip=" ")
    attributes = {"peripheries": "2"} if node.state_class == "terminal" and node.role == "terminal" else {}
    if style.dashed_node(node.role, node.mark):
        attributes["style"] = "rounded,filled,dashed"
    graph.node(
        name,
        label=lines(node.label, node.details, style.STATE_SIZE, ink, style.QUIET, bold=True),
        color=colour,
        fillcolor=style.fill_of_node(node),
        penwidth="2.2" if node.mark in ("taken", "wrong", "added", "removed", "changed") else "1.2",
        tooltip=_hint(node.hint or node.label),
        **attributes,
    )


_Direction = Literal["level", "free", "down"]
"""How an arrow runs: between two states side by side; so that its states stand as they would without it; or from one
row to a lower one."""


def _direction(arrow: Arrow, source: Node, target: Node) -> _Direction:
    if source.role == target.role == "interrupted":
        return "level"
    if arrow.mark == "wrong" and not (_final(source) and _final(target)):
        return "free"
    return "down"


def _arrow(graph: Any, arrow: Arrow, source: str, target: str, direction: _Direction) -> None:
    attributes = {"trigger": str(graphviz.escape(arrow.trigger))} if arrow.trigger else {}
    if direction in ("level", "free") or arrow.way == "hidden":
        attributes["constraint"] = "false"
    if arrow.way == "hidden":
        graph.edge(source, target, style="invis", **attributes)
        return
    if arrow.way == "border":
        attributes["ltail"] = OPEN_CLUSTER
    colour = style.line_of_arrow(arrow)
    quiet = colour if arrow.mark == "faint" else style.QUIET
    strong = arrow.mark in ("taken", "wrong", "added", "removed")
    hint = _hint(arrow.hint or arrow.label)
    place: Place = "above" if direction == "level" else "beside"
    graph.edge(
        source,
        target,
        label=lines(arrow.label, arrow.details, style.EDGE_SIZE, colour, quiet, bold=strong, place=place),
        color=colour,
        penwidth="2.2" if strong else "1.1",
        style="dashed" if style.dashed(arrow) else "solid",
        tooltip=hint,
        labeltooltip=hint,
        **attributes,
    )

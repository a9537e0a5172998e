"""What the tasks of a log did, drawn over the table: the width of an edge by its count, what is no edge in red."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import Any, Literal

import graphviz

from a2a_lifecycle.diagrams import style
from a2a_lifecycle.diagrams.markup import lines
from a2a_lifecycle.diagrams.nodes import node_of
from a2a_lifecycle.diagrams.render import Engine, svg
from a2a_lifecycle.spec import Edition, State, Table

Wrong = Literal["deviation", "violation"]

MOST_WRONG = 10
"""So many steps that are no edge are drawn, the most frequent ones; more would hide the table."""

_COLOUR: Mapping[Wrong | None, str] = {None: style.ACTOR["agent"], "deviation": style.CHANGED, "violation": style.WRONG}
_START, _ELSEWHERE = "start marker", "no known state"


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """Steps from one state to another.

    Attributes:
        source: the state they leave; None where the task began with them.
        target: the state they enter, or a value that is no state.
        count: how many there are.
        wrong: how grave it is that they are there; None where they may be.
    """

    source: str | None
    target: str
    count: int
    wrong: Wrong | None = None


def draw_flow(
    table: Table, edition: Edition, edges: Sequence[FlowEdge], endings: Mapping[str, int], *, engine: Engine = "pure"
) -> str:
    """The flow as SVG.

    Parameters:
        table: where the states are looked up that `edition` does not have.
        edition: the edition whose table is drawn below the flow.
        edges: the steps, counted.
        endings: state → how many tasks end in it.
        engine: what lays it out.

    Raises:
        RenderError: the layout program failed.
    """
    states = {state.id: state for state in reversed(table.states)} | dict(edition.by_id)
    used = {end for edge in edges for end in (edge.source, edge.target) if end is not None}
    shown = [
        state for state in states.values() if state.id in used or (state.id in edition.by_id and not state.fallback)
    ]
    order = {state.id: number for number, state in enumerate((*edition.states, *table.states))}
    shown.sort(key=lambda state: list(order).index(state.id))
    return svg(_dot(edition, shown, _merged(edges, states), endings), "A flow over the lifecycle", engine)


def left_out(edges: Sequence[FlowEdge]) -> int:
    """How many kinds of steps that are no edge are not drawn, for there are too many."""
    return max(0, len({(e.source, e.target) for e in edges if e.wrong and e.source != e.target}) - MOST_WRONG)


def _merged(edges: Sequence[FlowEdge], states: Mapping[str, State]) -> list[FlowEdge]:
    """The steps with what is no state in one place; of those that are no edge only the most frequent."""
    counts: dict[tuple[str | None, str, Wrong | None], int] = {}
    for edge in edges:
        target = edge.target if edge.target in states else _ELSEWHERE
        source = edge.source if edge.source is None or edge.source in states else _ELSEWHERE
        counts[source, target, edge.wrong] = counts.get((source, target, edge.wrong), 0) + edge.count
    merged = [FlowEdge(source, target, count, wrong) for (source, target, wrong), count in counts.items()]
    wrong = sorted(
        (e for e in merged if e.wrong and e.source != e.target), key=lambda e: (e.wrong != "violation", -e.count)
    )
    hidden = set(wrong[MOST_WRONG:])
    return [edge for edge in merged if edge not in hidden]


def _dot(edition: Edition, states: Sequence[State], edges: Sequence[FlowEdge], endings: Mapping[str, int]) -> str:
    graph = graphviz.Digraph(
        name="lifecycle",
        graph_attr={"rankdir": "LR", "fontname": style.FONT, "bgcolor": "transparent", "pad": "0.2", "nodesep": "0.55"}
        | {"ranksep": "0.95"},
        node_attr={"shape": "box", "style": "rounded,filled", "fontname": style.FONT, "margin": "0.16,0.07"},
        edge_attr={"fontname": style.FONT, "arrowsize": "0.8"},
    )
    most = max((edge.count for edge in edges if edge.source != edge.target), default=1)
    again = {(edge.source, bool(edge.wrong)): edge.count for edge in edges if edge.source == edge.target}
    graph.node(_START, label="", shape="circle", style="filled", fillcolor=style.INK, width="0.16", margin="0")
    for state in states:
        node = node_of(edition, state, "en")
        details = [f"{again[state.id, False]:,} repeated"] if (state.id, False) in again else []
        details += [f"{again[state.id, True]:,} repeated, wrongly"] if (state.id, True) in again else []
        details += [f"{endings[state.id]:,} tasks end here"] if endings.get(state.id) else []
        graph.node(
            state.id,
            label=lines(node.label, details, style.STATE_SIZE, style.INK, style.QUIET, bold=True),
            color=style.line_of_node(node),
            fillcolor=style.fill_of_node(node),
            peripheries="2" if state.terminal and not state.fallback else "1",
        )
    with graph.subgraph() as last:
        last.attr(rank="same")
        for state in states:
            if state.terminal and not state.fallback:
                last.node(state.id)
    if any(_ELSEWHERE in (edge.source, edge.target) for edge in edges):
        label = lines("no known state", (), style.STATE_SIZE, style.QUIET, style.QUIET, bold=True)
        graph.node(_ELSEWHERE, label=label, style="rounded,filled,dashed", fillcolor="white", color=style.QUIET)
    taken = {(edge.source, edge.target) for edge in edges}
    for source, target in sorted(edition.pairs - taken):
        if {source, target} <= {state.id for state in states}:
            graph.edge(source, target, color=style.FAINT, penwidth="0.8", tooltip=f"{source} to {target}: never")
    for edge in sorted(edges, key=lambda edge: (bool(edge.wrong), -edge.count)):
        if edge.source != edge.target:
            _edge(graph, edge, most)
    return str(graph.source)


def _edge(graph: Any, edge: FlowEdge, most: int) -> None:
    colour = _COLOUR[edge.wrong]
    hint = f"{edge.source or 'begins'} to {edge.target}: {edge.count:,}" + (f" ({edge.wrong})" if edge.wrong else "")
    # A step that is no edge must not move the states from where the table has them.
    aside = {"constraint": "false", "style": "dashed"} if edge.wrong else {}
    graph.edge(
        edge.source or _START,
        edge.target,
        label=lines(f"{edge.count:,}", (), style.EDGE_SIZE, colour, colour, bold=bool(edge.wrong), place="beside"),
        color=colour,
        penwidth=f"{0.8 + 5.2 * log10(edge.count + 1) / log10(most + 1):.2f}"
        if not edge.wrong
        else _wrong_width(edge, most),
        tooltip=graphviz.escape(hint),
        labeltooltip=graphviz.escape(hint),
        **aside,
    )


def _wrong_width(edge: FlowEdge, most: int) -> str:
    return f"{1.2 + 3.0 * log10(edge.count + 1) / log10(most + 1):.2f}"

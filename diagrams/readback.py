"""Reads a drawing's text back into the relation it draws, so that table and drawing can be compared."""

from __future__ import annotations

import html
import json
import re

from a2a_lifecycle.diagrams import render
from a2a_lifecycle.diagrams.mermaid import RESERVED

Relation = frozenset[tuple[str, str, str]]
"""Edges as (source, trigger, target)."""

_EDGE = re.compile(r"^(\w+) --> (\w+) : (.*)$")
_SIGNS = re.compile(r"^[+\N{MINUS SIGN}]\s|^\d+(, \d+)*: ")


def edges_of_dot(text: str) -> Relation:
    """The edges of a DOT text of ours, as Graphviz itself parses it; raises `RenderError` where it does not.

    An edge of the graph is one of the table where it names its `trigger`; the arrow to the initial state does not.
    """
    graph = json.loads(render.run(text, "dot_json"))
    names = {thing["_gvid"]: thing["name"] for thing in graph["objects"]}
    return frozenset(
        (names[edge["tail"]], edge["trigger"], names[edge["head"]])
        for edge in graph.get("edges", [])
        if edge.get("trigger")
    )


def edges_of_mermaid(text: str) -> Relation:
    """The edges of a Mermaid state diagram of ours.

    The first line of an arrow's label, without a difference's sign or a trace's numbers, is its trigger. The arrows
    from and to `[*]` have no label, and are no edges of the table.
    """
    found = (_EDGE.match(line.strip()) for line in text.splitlines())
    return frozenset((_id(edge[1]), _trigger(edge[3]), _id(edge[2])) for edge in found if edge)


def _id(name: str) -> str:
    return name[:-1] if name.endswith("_") and name[:-1] in RESERVED else name


def _trigger(label: str) -> str:
    first = re.sub(r"#(\d+);", lambda code: chr(int(code[1])), label.partition("<br/>")[0])
    return _SIGNS.sub("", html.unescape(first))

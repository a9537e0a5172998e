"""Colours, sizes and fonts, in one place for every format."""

from __future__ import annotations

from collections.abc import Mapping

from a2a_lifecycle.diagrams.picture import Arrow, Mark, Node, Role

FONT = "Helvetica"
"""The layout engine has metrics of its own for this one."""
FONT_STACK = (
    "Helvetica, Arial, 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', "
    "'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC', sans-serif"
)
"""What an SVG asks for: a face with the engine's metrics, then the Chinese faces of each system."""

STATE_SIZE, DETAIL_SIZE, EDGE_SIZE, TITLE_SIZE = 14, 9, 11, 17

INK, QUIET, NEUTRAL, FAINT = "#1f2937", "#6b7280", "#9ca3af", "#b6bcc6"
ADDED, REMOVED, CHANGED, TAKEN, WRONG = "#15803d", "#b91c1c", "#7e22ce", "#1d4ed8", "#c81e1e"
ACTOR: Mapping[str, str] = {"agent": "#374151", "client": "#0369a1"}

FILL: Mapping[str, str] = {
    "active": "#dbeafe",
    "interrupted": "#fef3c7",
    "terminal": "#e5e7eb",
    "indeterminate": "#ffffff",
    "fallback": "#ffffff",
}
LINE: Mapping[str, str] = {
    "active": "#2563eb",
    "interrupted": "#b45309",
    "terminal": "#374151",
    "indeterminate": "#6b7280",
    "fallback": "#6b7280",
}
MARKED: Mapping[str, str] = {
    "faint": FAINT,
    "added": ADDED,
    "removed": REMOVED,
    "changed": CHANGED,
    "taken": TAKEN,
    "wrong": WRONG,
}
MARKED_FILL: Mapping[str, str] = {
    "faint": "#f8f9fb",
    "added": "#dcfce7",
    "removed": "#fee2e2",
    "changed": "#f3e8ff",
    "taken": "#dbeafe",
    "wrong": "#fee2e2",
}


def line_of_node(node: Node) -> str:
    """The colour of a state's border."""
    return MARKED.get(node.mark, LINE[node.role])


def fill_of_node(node: Node) -> str:
    """The colour a state is filled with."""
    return MARKED_FILL.get(node.mark, FILL[node.role])


def line_of_arrow(arrow: Arrow) -> str:
    """The colour of an edge."""
    return MARKED.get(arrow.mark, ACTOR[arrow.actor])


def dashed_node(role: Role, mark: Mark = "plain") -> bool:
    """Whether a state's border is dashed: no server enters it, or it is not there."""
    return role in ("fallback", "indeterminate") or mark == "wrong"


def dashed(arrow: Arrow) -> bool:
    """Whether the edge is drawn dashed: no rule states it, or it is not, or no longer, there."""
    return arrow.mark in ("wrong", "removed") or (arrow.basis == "silent" and arrow.mark in ("plain", "faint"))

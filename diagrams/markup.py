"""Labels as Graphviz's HTML-like markup, with the room their glyphs need."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal

from a2a_lifecycle.diagrams.style import DETAIL_SIZE
from a2a_lifecycle.diagrams.width import room, wrap

LONGEST = 22.0
"""The most ems of a line in a label."""

_UNPRINTED = ("Cc", "Cs", "Cn", "Co")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of what follows, and so could make a label read as another."""

Place = Literal["inside", "above", "beside"]

NO_BREAK = "\N{NO-BREAK SPACE}"

_APART = 6
"""Points between a line and the label to the right of it: the engine bends lines by about so much."""

_LINE_HEIGHT = 1.3
"""The height of a line in multiples of its letters' size: a little more than the engine takes, so that it fits."""


_SIGNS = "+\N{MINUS SIGN}"
"""What a difference marks a label with."""


def plain(text: str) -> str:
    """`text` on one line, without control characters and what else XML cannot carry."""
    # A space that does not break is ours, behind a sign; others the engine takes for wider than they are.
    sign = text[:2] if text[1:2] == NO_BREAK and text[0] in _SIGNS else ""
    spaced = sign + "".join(" " if glyph.isspace() else glyph for glyph in text[len(sign) :])
    kept = (glyph for glyph in spaced if glyph not in _TURNING and unicodedata.category(glyph) not in _UNPRINTED)
    return "".join(kept).strip()


def escaped(text: str) -> str:
    """`text` so that markup shows it and nothing else comes of it."""
    special = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\\": "&#92;&#92;"}
    return "".join(special.get(glyph, glyph) for glyph in plain(text))


def styled(text: str, size: int, *, bold: bool = False, colour: str | None = None) -> str:
    """`text` in a size, in bold, in a colour."""
    inner = f"<B>{escaped(text)}</B>" if bold else escaped(text)
    paint = f' COLOR="{colour}"' if colour else ""
    return f'<FONT POINT-SIZE="{size}"{paint}>{inner}</FONT>'


def cell(text: str, size: int, *, bold: bool = False, colour: str | None = None) -> str:
    """A table cell with `text` in its middle, as wide as it needs."""
    shown = styled(text, size, bold=bold, colour=colour)
    needed = room(plain(text), size, bold=bold)
    if not plain(text):
        return "<TD></TD>"
    if not needed:
        return f"<TD>{shown}</TD>"
    # The engine centres the width it believes in, which is too small; so: a box of the true width, in the middle, and
    # the text from its left edge on.
    frame = 'BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE"'
    box = f'<TABLE {frame} WIDTH="{needed}" HEIGHT="{round(size * _LINE_HEIGHT)}">'
    return f'<TD>{box}<TR><TD ALIGN="LEFT">{shown}</TD></TR></TABLE></TD>'


def table(rows: Sequence[str], *, padding: int = 0, spacing: int = 0) -> str:
    """A table of `rows` without lines, as a label."""
    inner = "".join(f"<TR>{row}</TR>" for row in rows)
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="{padding}" CELLSPACING="{spacing}">{inner}</TABLE>>'


def lines(
    label: str, details: Sequence[str], size: int, colour: str, quiet: str, *, bold: bool, place: Place = "inside"
) -> str:
    """A label and its details below, smaller; what is too long for one line is wrapped.

    It stands inside a state, above a line, or beside one, and keeps its distance; beside one, it hides the borders
    behind it.
    """
    rows = [cell(line, size, bold=bold, colour=colour) for line in wrap(plain(label), LONGEST)]
    rows += [cell(line, DETAIL_SIZE, colour=quiet) for detail in details for line in wrap(plain(detail), LONGEST * 1.4)]
    if place != "beside":
        return table(rows, padding=3 if place == "above" else 1)
    text = table(rows, padding=1)[1:-1].replace("<TABLE", '<TABLE BGCOLOR="white"', 1)
    return table([f'<TD WIDTH="{_APART}"></TD><TD>{text}</TD>'])

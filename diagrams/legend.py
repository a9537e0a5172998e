"""The heading of a drawing, and what its colours and lines mean: only those that occur in it."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.diagrams import style, words
from a2a_lifecycle.diagrams.markup import LONGEST, cell, plain, styled, table
from a2a_lifecycle.diagrams.picture import Picture
from a2a_lifecycle.diagrams.width import room, wrap

_MARK_ORDER = ("plain", "added", "removed", "changed", "taken", "wrong", "faint")


def header(picture: Picture) -> str:
    """The title and, below it, the legend, as markup."""
    legend = "".join(_cells(picture))
    titles = wrap(plain(picture.title), LONGEST * 2)
    rows = [cell(line, style.TITLE_SIZE, bold=True, colour=style.INK) for line in titles]
    if legend:
        inner = f'<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="2" CELLSPACING="2"><TR>{legend}</TR></TABLE>'
        rows.append(f"<TD>{inner}</TD>")
    return table(rows, padding=3)


def _cells(picture: Picture) -> Iterator[str]:
    language = picture.language
    if picture.kind == "edition":
        present = {node.role for node in picture.nodes}
        for role, text in words.ROLES.items():
            if role in present:
                yield _box(style.FILL[role], style.LINE[role]) + _words(text.of(language))
        for actor, text in words.ACTORS.items():
            if any(arrow.actor == actor for arrow in picture.arrows):
                yield _line(style.ACTOR[actor], dashed=False) + _words(text.of(language))
    else:
        a, b = (*picture.compared, "", "")[:2]
        present_marks = {arrow.mark for arrow in picture.arrows} | {node.mark for node in picture.nodes}
        for mark in _MARK_ORDER:
            if mark in present_marks and (mark, picture.kind) != ("plain", "trace"):
                colour = style.MARKED.get(mark, style.ACTOR["agent"])
                yield _line(colour, dashed=mark in ("removed", "wrong"))
                yield _words(words.MARKS[mark].of(language).format(a=a, b=b))
    bases = {arrow.basis for arrow in picture.arrows}
    if "silent" in bases and picture.kind == "edition":
        for basis, dashed in (("stated", False), ("silent", True)):
            if basis in bases:
                yield _line(style.INK, dashed=dashed) + _words(words.BASES[basis].of(language))


def _swatch(width: int, height: int, fill: str, border: int, line: str) -> str:
    size = f'FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{height}"'
    frame = f'BORDER="{border}" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" COLOR="{line}" BGCOLOR="{fill}"'
    return f"<TD><TABLE {frame} {size}><TR><TD></TD></TR></TABLE></TD>"


def _box(fill: str, line: str) -> str:
    return _swatch(18, 11, fill, 1, line)


def _line(colour: str, *, dashed: bool) -> str:
    swatches = _swatch(6, 2, colour, 0, colour) * 3 if dashed else _swatch(24, 2, colour, 0, colour)
    frame = f'BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="{3 if dashed else 0}"'
    return f"<TD><TABLE {frame}><TR>{swatches}</TR></TABLE></TD>"


def _words(text: str) -> str:
    needed = room(plain(text), style.EDGE_SIZE)
    width = f' WIDTH="{needed}"' if needed else ""
    text_cell = f'<TD ALIGN="LEFT"{width}>{styled(text, style.EDGE_SIZE, colour=style.QUIET)}</TD>'
    return f'{text_cell}<TD WIDTH="6"></TD>'

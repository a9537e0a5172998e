"""The heading of a drawing, and what its colours and lines mean: only those that occur in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from a2a_lifecycle.diagrams import style, words
from a2a_lifecycle.diagrams.markup import LONGEST, cell, plain, styled, table
from a2a_lifecycle.diagrams.picture import Picture
from a2a_lifecycle.diagrams.width import ems, room, wrap

_MARK_ORDER = ("plain", "added", "removed", "taken", "wrong", "faint")


def header(picture: Picture) -> str:
    """The title and, below it, the legend, as markup: a row for the states, and one for the edges."""
    titles = wrap(plain(picture.title), LONGEST * 2)
    rows = [cell(line, style.TITLE_SIZE, bold=True, colour=style.INK) for line in titles]
    rows += [_row(entries) for entries in (list(states(picture)), list(edges(picture))) if entries]
    return table(rows, padding=3)


Entry = tuple[str, int, str]
"""A swatch, how wide it is, and what it means."""


def states(picture: Picture) -> Iterator[Entry]:
    """What the boxes of states are filled and framed with."""
    present = {node.role for node in picture.nodes if node.mark == "plain"}
    for role, text in words.ROLES.items():
        if role in present:
            yield (
                _box(style.FILL[role], style.LINE[role], dashed=style.dashed_node(role)),
                _BOX,
                text.of(picture.language),
            )
    if any(node.mark == "changed" for node in picture.nodes):
        box = _box(style.MARKED_FILL["changed"], style.MARKED["changed"], dashed=False)
        yield box, _BOX, words.MARKS["changed"].of(picture.language)


def edges(picture: Picture) -> Iterator[Entry]:
    """What the colours and lines of edges mean."""
    language = picture.language
    if picture.kind == "edition":
        for actor, text in words.ACTORS.items():
            if any(arrow.actor == actor for arrow in picture.arrows):
                yield _line(style.ACTOR[actor], dashed=False), _LINE, text.of(language)
        bases = {arrow.basis for arrow in picture.arrows}
        for basis, text in words.BASES.items():
            if "silent" in bases and basis in bases:
                # In no edge's colour: whose step it is and what it rests on are two questions.
                yield _line(style.NEUTRAL, dashed=basis == "silent"), _LINE, text.of(language)
        return
    a, b = (*picture.compared, "", "")[:2]
    present = {arrow.mark for arrow in picture.arrows} | {node.mark for node in picture.nodes} - {"plain", "changed"}
    for mark in _MARK_ORDER:
        if mark in present:
            line = _line(style.MARKED.get(mark, style.ACTOR["agent"]), dashed=mark in ("removed", "wrong"))
            yield line, _LINE, words.MARKS[mark].of(language).format(a=a, b=b)


def _row(entries: Sequence[Entry]) -> str:
    """The entries beside each other, no farther apart than they need be: the engine would spread them under a title."""
    inner = "".join(f'{swatch}{_words(text)}<TD WIDTH="{_GAP}"></TD>' for swatch, _, text in entries)
    needed = sum(wide + _width(text) + _GAP + 3 * _SPACING for _, wide, text in entries)
    frame = f'BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="{_SPACING}" FIXEDSIZE="TRUE"'
    return f'<TD><TABLE {frame} WIDTH="{round(needed) + _SPACING}" HEIGHT="{_HEIGHT}"><TR>{inner}</TR></TABLE></TD>'


_BOX, _LINE, _GAP, _SPACING, _HEIGHT = 18, 30, 8, 4, 22
"""Points: how wide a swatch is, what is free behind an entry and between cells, and how high a row is."""


def _swatch(width: int, height: int, fill: str, border: int, line: str, *, dashed: bool = False) -> str:
    size = f'FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{height}"' + (' STYLE="DASHED"' if dashed else "")
    frame = f'BORDER="{border}" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0" COLOR="{line}" BGCOLOR="{fill}"'
    return f"<TD><TABLE {frame} {size}><TR><TD></TD></TR></TABLE></TD>"


def _box(fill: str, line: str, *, dashed: bool) -> str:
    return _swatch(_BOX, 11, fill, 1, line, dashed=dashed)


def _line(colour: str, *, dashed: bool) -> str:
    swatches = _swatch(6, 2, colour, 0, colour) * 3 if dashed else _swatch(24, 2, colour, 0, colour)
    frame = f'BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="{3 if dashed else 0}"'
    return f"<TD><TABLE {frame}><TR>{swatches}</TR></TABLE></TD>"


def _width(text: str) -> float:
    return room(plain(text), style.EDGE_SIZE) or ems(plain(text)) * style.EDGE_SIZE + 1


def _words(text: str) -> str:
    needed = room(plain(text), style.EDGE_SIZE)
    width = f' WIDTH="{needed}"' if needed else ""
    return f'<TD ALIGN="LEFT"{width}>{styled(text, style.EDGE_SIZE, colour=style.QUIET)}</TD>'

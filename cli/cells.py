"""Text in columns: aligned, wrapped to a width, with Chinese characters counted as the two cells they take."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

GAP = "  "


def cells(text: str) -> int:
    """How many cells of a terminal `text` takes."""
    wide = sum(unicodedata.east_asian_width(glyph) in "WF" for glyph in text)
    return len(text) + wide - sum(unicodedata.category(glyph) in ("Mn", "Me", "Cf") for glyph in text)


Painter = Callable[[int, int, str], str]
"""Colours a cell: (row from 0, column from 0, the cell's text, padded) → what to print."""


def widths(rows: Iterable[Sequence[str]]) -> tuple[int, ...]:
    """How many cells each column of `rows` takes."""
    return tuple(max(map(cells, column)) for column in zip(*rows, strict=True))


def aligned(
    rows: Sequence[Sequence[str]],
    width: int,
    columns: Sequence[int] | None = None,
    indent: str = "  ",
    paint: Painter = lambda row, column, text: text,
) -> Iterator[str]:
    """`rows` as lines of at most `width` cells where that can be; the last column is wrapped to what is left.

    Where too little is left for it, it goes below its row. The columns are as wide as `columns` says, the `widths` of
    all the rows of which these are some, so that groups printed one after the other are aligned.
    """
    if not rows:
        return
    last = len(rows[0]) - 1
    *firsts, longest = columns or widths(rows)
    start = len(indent) + sum(firsts) + len(GAP) * len(firsts)
    beside = width - start >= min(_LEAST, longest)
    for number, row in enumerate(rows):
        padded = [text + " " * (size - cells(text)) for text, size in zip(row, firsts, strict=False)]
        line = indent + "".join(paint(number, column, text) + GAP for column, text in enumerate(padded))
        if beside:
            first, *rest = wrapped(row[-1], width - start)
            yield (line + paint(number, last, first)).rstrip()
            yield from (" " * start + paint(number, last, more) for more in rest)
        else:
            yield line.rstrip()
            inset = indent * 2 or GAP * 2
            below = wrapped(row[-1], width - len(inset))
            yield from (inset + paint(number, last, more) for more in below if more)


_LEAST = 12
"""The fewest cells that a wrapped column is worth; what fits whole needs no more than it takes."""


def wrapped(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` cells, broken at spaces and between wide characters."""
    lines, line = [], ""
    for piece in _pieces(text):
        if line and cells(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str) -> Iterator[str]:
    word = ""
    for glyph in text:
        wide = unicodedata.east_asian_width(glyph) in "WF" and unicodedata.category(glyph) == "Lo"
        if wide and word:
            yield word
            word = ""
        word += glyph
        if glyph == " ":
            yield word
            word = ""
    yield word

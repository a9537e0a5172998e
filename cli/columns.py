"""Text in aligned columns, the last one wrapped to the width there is."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

Painter = Callable[[int, int, str], str]
"""Colours a cell: (row from 0, column from 0, padded text) → what to print."""


def columns(
    rows: Sequence[Sequence[str]], width: int, paint: Painter = lambda row, column, text: text
) -> Iterator[str]:
    """The lines that show `rows`, two spaces between columns; only the last column is wrapped, at `width`."""
    if not rows:
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    indent = sum(widths) + 2 * len(widths)
    for number, row in enumerate(rows):
        cells = [paint(number, column, text.ljust(widths[column])) for column, text in enumerate(row[:-1])]
        wrapped = textwrap.wrap(row[-1], max(width - indent, 20), break_long_words=False) or [""]
        yield "  ".join([*cells, paint(number, len(widths), wrapped[0])]).rstrip()
        for line in wrapped[1:]:
            yield " " * indent + paint(number, len(widths), line)

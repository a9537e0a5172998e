"""Which line of a TOML text a row, or a column of it, stands on.

The standard TOML reader keeps no positions, and an error without a line is half an error.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from itertools import islice

_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*(?P<section>[A-Za-z0-9_-]+)[ \t]*\]\]", re.MULTILINE)


class Lines:
    """The lines of one TOML text.

    Parameters:
        text: the text.
        counts: section → how many rows the TOML reader found there. Where the headers seen here are not as many (one
            stood inside a long string, or the rows are written inline), no line is better than a wrong one.
    """

    def __init__(self, text: str, counts: Mapping[str, int]) -> None:
        self._text = text
        self._ends = [end.start() for end in re.finditer("\n", text)]
        headers = list(_HEADER.finditer(text))
        ends = [*(header.start() for header in headers[1:]), len(text)]
        self._rows: dict[str, list[tuple[int, int]]] = {section: [] for section in counts}
        for header, end in zip(headers, ends, strict=False):
            self._rows.setdefault(header["section"], []).append((header.start("section"), end))
        for section, spans in self._rows.items():
            if len(spans) != counts.get(section):
                spans.clear()

    def _line(self, offset: int) -> int:
        return bisect_left(self._ends, offset) + 1

    def row(self, section: str, number: int) -> int | None:
        """The line of the header of row `number`, from 1, of `section`."""
        spans = self._rows.get(section, [])
        return self._line(spans[number - 1][0]) if number <= len(spans) else None

    def column(self, section: str, number: int, column: str) -> int | None:
        """The line on which row `number` of `section` gives `column`; the header's where it does not."""
        spans = self._rows.get(section, [])
        if number > len(spans):
            return None
        start, end = spans[number - 1]
        given = re.compile(rf"^[ \t]*[\"']?{re.escape(column)}[\"']?[ \t]*[=.]", re.MULTILINE)
        found = list(islice(given.finditer(self._text, start, end), 2))
        # A row gives a column once: of two lines that look so, one is inside a long string.
        return self._line(found[0].end() - 1 if len(found) == 1 else start)

    def top(self, key: str) -> int | None:
        """The line on which the file gives `key` outside any row."""
        found = re.compile(rf"^[ \t]*\[*[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[=.\]]", re.MULTILINE).search(
            self._text
        )
        return self._line(found.end() - 1) if found else None

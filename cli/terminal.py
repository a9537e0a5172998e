"""Colour and width, on a terminal only."""

from __future__ import annotations

import os
import shutil
from typing import TextIO

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class Terminal:
    """What `stream` can show.

    Parameters:
        stream: where the output goes. It gets colour when it is a terminal and `NO_COLOR` is not set.
    """

    def __init__(self, stream: TextIO) -> None:
        self.interactive = stream.isatty()
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        self._colour = self.interactive and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def paint(self, text: str, *styles: str) -> str:
        """`text` in `styles` (bold, dim, red, green, yellow, cyan), or as it is where there is no colour."""
        if not self._colour or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"

    def can_show(self, text: str) -> bool:
        """Whether the stream's encoding has all of `text`."""
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    @property
    def width(self) -> int:
        """How many columns a line may take: the terminal's, and 80 where there is none; never more than 120."""
        return min(shutil.get_terminal_size((80, 24)).columns, 120) if self.interactive else 80

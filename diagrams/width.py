"""How much room a text takes.

The layout engine measures Latin text by built-in metrics and takes every other glyph for as wide as a space. What it
cannot measure is measured here, generously, and given to it as a width.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_WIDE = frozenset("WFA")
"""East Asian widths drawn as a full square; ambiguous ones are, in a Chinese font."""

_LATIN: Mapping[str, float] = {
    glyph: width
    for width, glyphs in {
        0.222: "ijl'|",
        0.278: " \N{NO-BREAK SPACE}.,:;!/\\ftI[]",
        0.333: "r()-`{}",
        0.389: '*"',
        0.5: "ckvxyzsJ^",
        0.556: "abdeghnopquL0123456789_#$?",
        0.584: "+<=>~",
        0.611: "FTZ",
        0.667: "ABEKPSVXY&",
        0.722: "CDHNRUw",
        0.778: "GOQ",
        0.833: "mM",
        0.889: "%",
        0.944: "W",
        1.015: "@",
    }.items()
    for glyph in glyphs
}
"""Ems of the Latin letters of Helvetica, and so of Arial and of the faces made to replace them."""

_BLANKS = re.compile(r"[^\S\N{NO-BREAK SPACE}]+")

_BOLD = 1.1
"""How much wider a bold Latin letter is. A Chinese one is not."""
_SLACK = 3
"""Points more than a text needs, so that the engine never finds it too wide for its own metrics."""


def ems(text: str) -> float:
    """The width of `text` in ems, never less than a sans serif font draws it."""
    return sum(map(_glyph, text))


def _glyph(glyph: str) -> float:
    if glyph in _LATIN:
        return _LATIN[glyph]
    # The engine takes each byte for a space; what it finds wider than it is, must have that room too.
    return max(_true_width(glyph), _LATIN[" "] * len(glyph.encode("utf-8", "replace")))


def _true_width(glyph: str) -> float:
    if unicodedata.category(glyph) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(glyph) in _WIDE:
        return 1.0
    # Beyond Latin, Greek and Cyrillic no width is known; most scripts and signs stay within a square.
    return 0.8 if ord(glyph) < 0x530 else 1.0


def room(text: str, size: float, *, bold: bool = False) -> int:
    """The points that `text` needs at `size` points where the engine cannot measure it, and 0 where it can."""
    if text.isascii():
        return 0
    wider = _BOLD if bold else 1.0
    return round(sum(_glyph(glyph) * (wider if glyph in _LATIN else 1.0) for glyph in text) * size) + _SLACK


def wrap(text: str, limit: float) -> tuple[str, ...]:
    """`text` in lines of at most `limit` ems each; breaks at spaces, and between Chinese characters."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(_BLANKS.sub(" ", text).strip(" ")):
        if ems(piece) > limit:
            lines += [line.rstrip()] if line else []
            *full, line = _chopped(piece, limit)
            lines += full
            continue
        if line and ems((line + piece).rstrip()) > limit and not _hangs(piece):
            lines.append(line.rstrip())
            line = ""
        line = line + piece if line else piece.lstrip()
    return (*lines, line.rstrip()) if line.strip() or not lines else tuple(lines)


def _chopped(word: str, limit: float) -> list[str]:
    """`word` in parts of at most `limit` ems each, or of one glyph."""
    parts, width = [""], 0.0
    for glyph in word:
        if parts[-1] and width + _glyph(glyph) > limit:
            parts.append("")
            width = 0.0
        parts[-1] += glyph
        width += _glyph(glyph)
    return parts


def _pieces(text: str) -> list[str]:
    """`text` cut after each space and around each wide character."""
    pieces: list[str] = []
    word = ""
    for glyph in text:
        if unicodedata.east_asian_width(glyph) in "WF":
            pieces += [word, glyph] if word else [glyph]
            word = ""
        elif glyph == " ":
            pieces.append(word + glyph)
            word = ""
        else:
            word += glyph
    return [*pieces, word] if word else pieces


def _hangs(piece: str) -> bool:
    """Whether `piece` must not begin a line: closing punctuation."""
    return piece.strip() in set("，。、；：！？）」』》】,.;:!?)")

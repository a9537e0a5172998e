"""The files that a table's drawings are kept in: their names, their contents, and how they differ from a folder's."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from string import digits
from typing import get_args
from urllib.parse import quote

from a2a_lifecycle.diagrams.difference import picture_of_difference
from a2a_lifecycle.diagrams.draw import Format, rendered
from a2a_lifecycle.diagrams.edition import picture_of_edition
from a2a_lifecycle.diagrams.picture import BANNER, Picture
from a2a_lifecycle.diagrams.render import Engine, RenderError
from a2a_lifecycle.spec import Edition, Language, Table

EXTENSIONS: Mapping[Format, str] = {"dot": "dot", "svg": "svg", "png": "png", "mermaid": "mmd"}


@dataclass(frozen=True, slots=True)
class Drawing:
    """One file of drawings, not yet rendered.

    Attributes:
        name: the file's name.
        picture: what it shows.
        format: in which format.
    """

    name: str
    picture: Picture
    format: Format

    def content(self, engine: Engine = "pure") -> bytes:
        """What the file holds; raises `RenderError`."""
        content = rendered(self.picture, self.format, engine)
        return content if isinstance(content, bytes) else content.encode()


def drawings(table: Table, engine: Engine = "pure") -> Iterator[Drawing]:
    """Every drawing of `table`: each edition, and each difference worth one, in every language and format.

    Raises `RenderError` where two would be files of one name.
    """
    named: dict[str, str] = {}
    for drawing in _drawings(table, engine):
        other = named.setdefault(drawing.name, drawing.picture.subject)
        if other != drawing.picture.subject:
            both = f"the drawings of {other} and of {drawing.picture.subject}"
            raise RenderError(f"{both} are both called {drawing.name}; rename an edition")
        yield drawing


def _drawings(table: Table, engine: Engine) -> Iterator[Drawing]:
    for language in get_args(Language):
        for edition in table.editions.values():
            yield from _in_formats(_safe(edition.id), picture_of_edition(edition, language), engine)
        for a, b in compared(table):
            name = f"{_safe(a.id)}-to-{_safe(b.id)}"
            yield from _in_formats(name, picture_of_difference(a, b, language), engine)


def compared(table: Table) -> Iterator[tuple[Edition, Edition]]:
    """The pairs of editions whose difference is drawn.

    Those of one source from each protocol version to the next, and those of one protocol version from each source to
    the next, in the table's order.
    """
    editions = list(table.editions.values())
    for source in dict.fromkeys(edition.source for edition in editions):
        versions = [edition for edition in editions if edition.source == source]
        yield from pairwise(sorted(versions, key=lambda edition: _version(edition.protocol)))
    for protocol in dict.fromkeys(edition.protocol for edition in editions):
        yield from pairwise([edition for edition in editions if edition.protocol == protocol])


def _version(text: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts v0.9 before v0.10."""
    # By its length and then its digits, a number needs no arithmetic, however long it is.
    parts = ((part.lstrip("0"), part) for part in re.findall(r"[0-9]+|[^0-9]+", text))
    return tuple((len(number), number) if part[0] in digits else (-1, part) for number, part in parts)


def _in_formats(stem: str, picture: Picture, engine: Engine) -> Iterator[Drawing]:
    for form, extension in EXTENSIONS.items():
        # The engine that pip brings has no Chinese font for a PNG.
        if form != "png" or picture.language != "zh" or engine != "pure":
            yield Drawing(f"{stem}.{picture.language}.{extension}", picture, form)


def _safe(name: str) -> str:
    """`name` as part of a file's name; two names stay two, for each escape has two digits."""
    return "".join(c if c.isalnum() or c in "._-" else quote(c, safe="") for c in name)


def surplus(folder: Path, names: Collection[str]) -> list[Path]:
    """The files in `folder` that bear our banner and are none of `names`; one that cannot be read does not bear it."""
    suffixes = {f".{extension}" for extension in EXTENSIONS.values()}
    found = (path for path in sorted(folder.glob("*")) if path.suffix in suffixes and path.name not in names)
    return [path for path in found if path.is_file() and BANNER.encode() in _head(path)]


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


_HEAD = 1000
"""The banner stands within so many bytes."""

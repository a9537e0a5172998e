"""Reads an SVG as the XML it is."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

NS = "{http://www.w3.org/2000/svg}"


@dataclass
class Text:
    words: str
    left: float
    size: float
    anchor: str


@dataclass
class Part:
    name: str
    texts: list
    left: float
    right: float
    shapes: int


def root(svg):
    return ET.fromstring(svg)


def parts(svg, kind):
    """The nodes, edges or clusters (`kind`) of `svg`."""
    return [_part(g) for g in root(svg).iter(f"{NS}g") if g.get("class") == kind]


def _part(group):
    shapes = [*group.iter(f"{NS}path"), *group.iter(f"{NS}polygon")]
    across = [float(x) for s in shapes for x in re.findall(r"(-?[\d.]+),-?[\d.]+", s.get("d") or s.get("points"))]
    texts = [
        Text("".join(t.itertext()), float(t.get("x")), float(t.get("font-size")), t.get("text-anchor"))
        for t in group.iter(f"{NS}text")
    ]
    return Part(group.find(f"{NS}title").text, texts, min(across, default=0), max(across, default=0), len(shapes))


def least_width(text):
    """A width that `text` has in any face: a Chinese character is a square, a Latin letter half of one, roughly."""
    return sum(text.size if ord(glyph) > 0x2E80 else text.size * 0.45 for glyph in text.words)


def span(text):
    """From where to where `text` goes at the least."""
    start = text.left - (least_width(text) / 2 if text.anchor == "middle" else 0)
    return start, start + least_width(text)

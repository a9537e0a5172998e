"""No arrow runs through another's label: what the eye would trip over, measured."""

import re
from itertools import product

import pytest

from a2a_lifecycle.diagrams.files import drawings
from a2a_lifecycle.spec import load
from tests.diagrams import svgs

SVGS = [drawing for drawing in drawings(load()) if drawing.format == "svg"]
STEPS = 20


def points(path):
    """Points along a path of cubic curves."""
    ends = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d"))]
    for at in range(0, len(ends) - 3, 3):
        a, b, c, d = ends[at : at + 4]
        for step in range(STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
            yield tuple(sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))


def boxes(group):
    for text in group.iter(f"{svgs.NS}text"):
        left, top = float(text.get("x")), float(text.get("y"))
        size = float(text.get("font-size"))
        measured = svgs.Text("".join(text.itertext()), left, size, text.get("text-anchor"))
        start, end = svgs.span(measured)
        yield start, end, top - 0.7 * size, top


def struck(svg):
    """(edge, edge): the first runs through the label of the second."""
    edges = [group for group in svgs.root(svg).iter(f"{svgs.NS}g") if group.get("class") == "edge"]
    lines = [(group, [point for path in group.iter(f"{svgs.NS}path") for point in points(path)]) for group in edges]
    labels = [(group, list(boxes(group))) for group in edges]
    return [
        (line.find(f"{svgs.NS}title").text, label.find(f"{svgs.NS}title").text)
        for (line, along), (label, areas) in product(lines, labels)
        if any(left < x < right and top < y < bottom for x, y in along for left, right, top, bottom in areas)
    ]


@pytest.mark.parametrize("drawing", SVGS, ids=lambda drawing: drawing.name)
def test_no_label_is_struck_through(drawing):
    assert struck(drawing.content().decode()) == []


def test_a_label_put_on_an_arrow_is_seen():
    svg = SVGS[0].content().decode()
    (x, y) = list(points(svgs.root(svg).find(f".//{svgs.NS}g[@class='edge']//{svgs.NS}path")))[STEPS // 2]
    moved = re.sub(r'(<text [^>]*) x="[\d.]+" y="-?[\d.]+"([^>]*)>start<', rf'\1 x="{x - 5}" y="{y + 3}"\2>start<', svg)
    assert moved != svg
    assert struck(moved)

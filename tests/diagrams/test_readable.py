"""No arrow runs through a label, its own, another's or a border's: what the eye would trip over, measured."""

import re
from itertools import product
from pathlib import Path

import pytest

from a2a_lifecycle.diagrams import draw_edition, draw_trace
from a2a_lifecycle.diagrams.files import drawings
from a2a_lifecycle.diagrams.tracefile import trace_of_words
from a2a_lifecycle.diagrams.width import ems
from a2a_lifecycle.spec import load
from tests.diagrams import svgs

SVGS = [drawing for drawing in drawings(load()) if drawing.format == "svg"]
STEPS = 60
NEAR = 2
"""Points: a line so near a letter is read with it."""

OWN = load(Path(__file__).parents[2] / "docs" / "examples" / "review.toml")
TRACES = [
    (OWN, "review", "submit drop"),
    (OWN, "review", "submit ask answer publish"),
    (OWN, "review", "drop"),
    *(
        (load(), edition, trace)
        for edition in load().editions
        for trace in (
            "start cancel",
            "cancel",
            "start complete start",
            "start require_input provide_input complete",
            "start require_input cancel",
            "submitted working working unknown",
            "submitted working completed failed",
            "submitted completed working",
        )
    ),
]


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
    """Where the letters of each text of `group` are; those of the widest face that is asked for."""
    for text in group.iter(f"{svgs.NS}text"):
        words, size = "".join(text.itertext()), float(text.get("font-size"))
        width = ems(words) * size * (1.05 if text.get("font-weight") == "bold" else 1)
        left, top = float(text.get("x")), float(text.get("y"))
        start = left - (width / 2 if text.get("text-anchor") == "middle" else 0)
        yield start - NEAR, start + width + NEAR, top - 0.7 * size, top


def struck(svg):
    """(edge, thing): the edge runs through a label of the thing, an edge, itself perhaps, or a cluster."""
    groups = [group for group in svgs.root(svg).iter(f"{svgs.NS}g") if group.get("class") in ("edge", "cluster")]
    edges = [group for group in groups if group.get("class") == "edge"]
    lines = [(group, [point for path in group.iter(f"{svgs.NS}path") for point in points(path)]) for group in edges]
    labels = [(group, list(boxes(group))) for group in groups]
    return [
        (line.find(f"{svgs.NS}title").text, label.find(f"{svgs.NS}title").text)
        for (line, along), (label, areas) in product(lines, labels)
        if any(left < x < right and top < y < bottom for x, y in along for left, right, top, bottom in areas)
    ]


@pytest.mark.parametrize("drawing", SVGS, ids=lambda drawing: drawing.name)
def test_no_label_is_struck_through(drawing):
    assert struck(drawing.content().decode()) == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("table", "edition", "trace"), TRACES, ids=lambda part: part if isinstance(part, str) else "")
def test_no_label_of_a_trace_is_struck_through(table, edition, trace, language):
    edition = table.edition(edition)
    assert struck(draw_trace(edition, trace_of_words(edition, trace), "svg", language)) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_label_of_a_table_of_ones_own_is_struck_through(language):
    assert struck(draw_edition(OWN.edition(), "svg", language)) == []


def on_an_arrow(svg, edge, label):
    """`svg` with the text `label` put on the middle of the arrow `edge`."""
    (path,) = [
        group.find(f".//{svgs.NS}path")
        for group in svgs.root(svg).iter(f"{svgs.NS}g")
        if group.get("class") == "edge" and group.find(f"{svgs.NS}title").text == edge
    ]
    x, y = list(points(path))[STEPS // 2]
    where = rf'(<text [^>]*) x="[-\d.]+" y="[-\d.]+"([^>]*>{label}<)'
    moved, count = re.subn(where, rf'\1 x="{x - 5}" y="{y + 3}"\2', svg)
    assert count
    return moved


@pytest.mark.parametrize(
    ("label", "thing"),
    [
        ("fail", "working->failed"),
        ("start", "submitted->working"),
        ("non&#45;terminal", "cluster non-terminal"),
        ("terminal", "cluster terminal"),
    ],
)
def test_a_label_put_on_an_arrow_is_seen(label, thing):
    svg = draw_edition(load().edition("guide-v1.0"), "svg")
    assert struck(svg) == []
    assert ("submitted->working", thing) in struck(on_an_arrow(svg, "submitted->working", label))

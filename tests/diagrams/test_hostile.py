"""Whatever a table's labels hold, a drawing shows it and nothing else comes of it."""

import unicodedata
from dataclasses import replace

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from a2a_lifecycle.diagrams import draw_edition, edges_of_dot, edges_of_mermaid, render
from a2a_lifecycle.diagrams.width import ems, wrap
from a2a_lifecycle.spec import Text, loads
from tests.diagrams import svgs

NASTY = st.sampled_from(
    [
        '"',
        "<",
        ">",
        "&",
        "&amp;",
        "&#92;",
        "\\",
        "\\N",
        "\\G",
        "\\n",
        "\n",
        "\r",
        "\t",
        "]]>",
        "-->",
        "--",
        "#",
        ";",
        ":",
        "{",
        "}",
        "[",
        "]",
        "|",
        "`",
        "%%",
        "%%{init:{}}%%",
        "</TD></TR>",
        "</text>",
        "<script>",
        "<br/>",
        "'",
        "$x$",
        "*a*",
        "end",
        "状态",
        "，",
        "é",
        "😀",
        "👩\u200d👩\u200d👧",
        "שלום",
        "مرحبا",
        "\u202eabc",
        "\u200b",
        "\u2028",
        "x" * 300,
        " ",
        "a",
    ]
)
LABELS = st.lists(NASTY | st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).map("".join)

MERMAID_LINES = 4 + 2 + 2 + 3 + 4 + 1
"""Heading, kind and direction, states, arrows with those from and to [*], classes, and the end of the last line."""


def table_with(label, title, when):
    """An edition with these texts, whatever a table's file may hold."""
    said, named, told = (Text(f"{text}!", f"{text}!") for text in (label, title, when))
    edition = loads(
        """
        format = 1
        [[edition]]
        id = "own"
        protocol = "v1"
        source = "me"
        [[state]]
        id = "one"
        class = "active"
        initial = true
        [[state]]
        id = "two"
        class = "terminal"
        [[transition]]
        trigger = "go"
        from = "one"
        to = "two"
        """
    ).edition()
    one, two = edition.states
    states = (replace(one, wire={"v1": said.en}, label=said, meaning=told), replace(two, clause=(said.en,)))
    rows = tuple(replace(row, when=told) for row in edition.transitions)
    edges = tuple(replace(edge, row=rows[0]) for edge in edition.edges)
    return replace(edition, id=named.en, title=named, states=states, transitions=rows, edges=edges)


def visible(text):
    """What of `text` a person sees, spaces aside."""
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Cn", "Co"))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LABELS, LABELS, LABELS)
@example("\\N \\G \\E &d; &lt;", "--> <!-- &#45;", "a\nb")
def test_every_format_shows_it_and_keeps_the_relation(label, title, when):
    edition = table_with(label, title, when)
    expected = {("one", "go", "two")}
    dot = draw_edition(edition, "dot", "zh")
    assert edges_of_dot(dot) == expected
    assert render.layout(dot, "svg")[1] == ()

    mermaid = draw_edition(edition, "mermaid", "zh")
    assert edges_of_mermaid(mermaid) == expected
    assert len(mermaid.split("\n")) == MERMAID_LINES
    assert "<script" not in mermaid.split("\n---\n", 1)[1]

    svg = draw_edition(edition, "svg", "zh")
    (one,) = [part for part in svgs.parts(svg, "node") if part.name == "one"]
    shown = visible("".join(text.words for text in one.texts))
    assert shown.startswith(visible(edition.states[0].label.zh))
    assert {element.tag for element in svgs.root(svg).iter()} <= {
        f"{svgs.NS}{tag}" for tag in ("svg", "g", "a", "title", "text", "path", "polygon", "ellipse", "polyline")
    }


@given(LABELS, st.floats(2, 40))
def test_wrapping_loses_nothing_and_keeps_to_the_width(label, limit):
    lines = wrap(label, limit)
    assert visible("".join(lines)) == visible(label) or not label.strip()
    for line in lines:
        # A closing mark may hang over, and one glyph alone may be wider than all there is.
        assert ems(line) <= limit + 2 or len(line) == 1


def test_forty_states_still_draw():
    states = [f"s{n}" for n in range(40)]
    rows = ["format = 1", '[[edition]]\nid = "x"\nprotocol = "v1"\nsource = "me"']
    for n, name in enumerate(states):
        kind, initial = ("terminal" if n > 34 else "active"), str(n == 0).lower()
        rows.append(f'[[state]]\nid = "{name}"\nclass = "{kind}"\ninitial = {initial}')
    for n in range(35):
        rows.append(f'[[transition]]\ntrigger = "t{n}"\nfrom = "{states[n]}"\nto = "{states[n + 1]}"')
    sources = ", ".join(f'"{name}"' for name in states[:35])
    rows.append(f'[[transition]]\ntrigger = "abort"\nfrom = [{sources}]\nto = "{states[-1]}"')
    edition = loads("\n".join(rows)).edition()
    svg = draw_edition(edition, "svg")
    assert {part.name for part in svgs.parts(svg, "node")} == {*states, "initial marker"}
    assert len(svgs.parts(svg, "edge")) == 1 + 35 + 1
    assert edges_of_dot(draw_edition(edition, "dot")) == {(e.source, e.trigger, e.target) for e in edition.edges}

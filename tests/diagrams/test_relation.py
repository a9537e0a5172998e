"""A drawing is the relation it was drawn from: read its text back, and compare."""

import re

import pytest

from a2a_lifecycle.diagrams import draw_difference, draw_edition, edges_of_dot, edges_of_mermaid
from a2a_lifecycle.diagrams.files import compared
from a2a_lifecycle.diagrams.style import CHANGED
from a2a_lifecycle.spec import load, loads

EDITIONS = list(load().editions.values())
LANGUAGES = ("en", "zh")


def relation(edition):
    return frozenset((edge.source, edge.trigger, edge.target) for edge in edition.edges)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_dot_holds_every_edge_and_no_other(edition, language):
    assert edges_of_dot(draw_edition(edition, "dot", language)) == relation(edition)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_mermaid_holds_every_edge_and_no_other(edition, language):
    assert edges_of_mermaid(draw_edition(edition, "mermaid", language)) == relation(edition)


def test_reading_back_sees_an_edge_that_is_gone():
    edition = EDITIONS[0]
    dot, mermaid = draw_edition(edition, "dot"), draw_edition(edition, "mermaid")
    edge = edition.edges[0]
    fewer = re.sub(rf"\n\t{edge.source} -> {edge.target} .*", "", dot, count=1)
    assert relation(edition) - edges_of_dot(fewer) == {(edge.source, edge.trigger, edge.target)}
    fewer = re.sub(rf"\n *{edge.source} --> {edge.target} .*", "", mermaid, count=1)
    assert relation(edition) - edges_of_mermaid(fewer) == {(edge.source, edge.trigger, edge.target)}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_a_merged_arrow_stands_for_an_edge_from_every_open_state(edition):
    dot = draw_edition(edition, "dot")
    opened = {state.id for state in edition.states if state.open}
    edge_lines = [line for line in dot.splitlines() if "trigger=" in line]
    border = [line for line in edge_lines if "ltail=" in line]
    assert any(f"trigger={edition.cancel_trigger}" in line for line in border)
    for line in border:
        target, trigger = re.search(r"-> (\w+) ", line)[1], re.search(r"trigger=(\w+)", line)[1]
        assert {edge.source for edge in edition.edges if (edge.trigger, edge.target) == (trigger, target)} == opened
    hidden = [line for line in edge_lines if "style=invis" in line]
    assert len(hidden) == len(border) * (len(opened) - 1)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_the_trigger_a_reader_sees_is_the_one_the_edge_names(edition):
    for line in draw_edition(edition, "dot").splitlines():
        if "trigger=" in line and "style=invis" not in line:
            trigger = re.search(r"trigger=(\w+)", line)[1]
            assert f">{trigger}</FONT>" in line


def test_a_difference_draws_both_relations_and_tells_them_apart():
    table = load()
    a, b = table.edition("guide-v1.0"), table.edition("published-v1.0")
    dot, mermaid = draw_difference(a, b, "dot"), draw_difference(a, b, "mermaid")
    assert edges_of_dot(dot) == relation(a) | relation(b) == edges_of_mermaid(mermaid)
    added = [line for line in mermaid.splitlines() if " : +" in line]
    removed = [line for line in mermaid.splitlines() if " : \N{MINUS SIGN}" in line]
    assert len(added) == len(relation(b) - relation(a))
    assert not removed
    backwards = draw_difference(b, a, "mermaid")
    assert sum(" : \N{MINUS SIGN}" in line for line in backwards.splitlines()) == len(added)


def test_a_difference_shows_states_that_came_went_and_changed():
    table = load()
    a, b = table.edition("guide-v1.0"), table.edition("published-v1.0")
    mermaid = draw_difference(a, b, "mermaid")
    minus, plus, gap = "\N{MINUS SIGN}", "+", "\N{NO-BREAK SPACE}"
    for gone in a.by_id.keys() - b.by_id.keys():
        assert f'state "{minus}{gap}{gone}' in mermaid
    for new in b.by_id.keys() - a.by_id.keys():
        assert f'state "{plus}{gap}{new}' in mermaid
    assert f"{minus}{gap}TASK_STATE_CANCELLED<br/>{plus}{gap}TASK_STATE_CANCELED" in mermaid


def test_where_most_edges_of_a_trigger_came_one_arrow_says_so_and_names_the_others():
    table = load()
    a, b = table.edition("guide-v1.0"), table.edition("published-v1.0")
    lines = [line for line in draw_difference(a, b, "dot").splitlines() if "ltail=" in line]
    shown = {
        re.search(r"trigger=(\w+)", line)[1]: re.findall(r">([^<>]+)</FONT>|<B>([^<]+)</B>", line) for line in lines
    }
    texts = {trigger: [plain or bold for plain, bold in found] for trigger, found in shown.items()}
    gap = "\N{NO-BREAK SPACE}"
    assert texts == {
        "cancel": ["cancel", "from any", "non-terminal state"],
        "reject": [f"+{gap}reject", "from any", "non-terminal state"],
        "complete": [f"+{gap}complete", "from every other", "non-terminal state", "in both: from working"],
        "fail": [f"+{gap}fail", "from every other", "non-terminal state", "in both: from working"],
    }


def test_an_arrow_from_the_border_does_not_claim_the_edge_that_is_drawn_beside_it():
    table = load()
    dot = draw_difference(table.edition("guide-v0.3"), table.edition("guide-v1.0"), "dot")
    (border,) = [line for line in dot.splitlines() if "ltail=" in line]
    assert "from every other" in border
    assert "from any" not in dot
    (alone,) = [line for line in dot.splitlines() if "trigger=cancel" in line and "auth_required ->" in line]
    assert "+\N{NO-BREAK SPACE}cancel" in alone


def test_a_difference_colours_another_class_and_no_other_name():
    table = load()
    for a, b, changed in (
        ("guide-v0.3", "guide-v1.0", set()),
        ("guide-v1.0", "published-v1.0", set()),
        ("guide-v0.3", "published-v0.3", {"unknown"}),
    ):
        dot = draw_difference(table.edition(a), table.edition(b), "dot")
        lines = [line.split()[0] for line in dot.splitlines() if f' color="{CHANGED}"' in line]
        assert {name for name in lines if name in table.edition(b).by_id} == changed


def test_a_difference_has_no_colour_that_its_legend_does_not_explain():
    table = load()
    for a, b in compared(table):
        head, _, body = draw_difference(a, b, "dot").partition("subgraph")
        edges = {
            re.search(r' color="(#\w+)"', line)[1]
            for line in body.splitlines()
            if "trigger=" in line and "style=invis" not in line
        }
        assert edges
        assert all(f'COLOR="{colour}"' in head for colour in edges)


def test_a_table_of_mermaids_own_words_keeps_its_edges():
    table = loads(
        """
        format = 1
        [[edition]]
        id = "x"
        protocol = "v1"
        source = "me"
        [[state]]
        id = "state"
        class = "active"
        initial = true
        [[state]]
        id = "end"
        class = "terminal"
        [[transition]]
        trigger = "note"
        from = "state"
        to = "end"
        """
    )
    mermaid = draw_edition(table.edition(), "mermaid")
    assert edges_of_mermaid(mermaid) == {("state", "note", "end")}
    assert "state_ --> end_ : note" in mermaid


def test_two_edges_between_the_same_states_stay_two():
    table = loads(
        """
        format = 1
        [[edition]]
        id = "x"
        protocol = "v1"
        source = "me"
        [[state]]
        id = "graph"
        class = "active"
        initial = true
        [[state]]
        id = "node"
        class = "terminal"
        [[transition]]
        trigger = "edge"
        from = "graph"
        to = "node"
        [[transition]]
        trigger = "other"
        from = ["graph", "node"]
        to = "node"
        """
    )
    edition = table.edition()
    assert edges_of_dot(draw_edition(edition, "dot")) == relation(edition)
    assert edges_of_mermaid(draw_edition(edition, "mermaid")) == relation(edition)

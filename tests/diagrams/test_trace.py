"""Traces over the table: steps taken, updates, and what the table does not have."""

import re

import pytest

from a2a_lifecycle.diagrams import Step, draw_trace, edges_of_dot, steps_along, steps_of
from a2a_lifecycle.diagrams.style import TAKEN, WRONG
from a2a_lifecycle.diagrams.tracefile import TraceError, trace_of_json, trace_of_words
from a2a_lifecycle.spec import load
from tests.diagrams import svgs

GUIDE = load().edition("guide-v1.0")
PUBLISHED = load().edition("published-v1.0")


def edges(dot):
    """(source, target) → the line of each drawn edge."""
    found = re.findall(r'^\t(?:"([^"]+)"|(\w+)) -> (?:"([^"]+)"|(\w+)) (\[.*)$', dot, re.MULTILINE)
    return [((a or b, c or d), rest) for a, b, c, d, rest in found if "style=invis" not in rest]


def of_colour(dot, colour):
    return [(pair, re.search(r"<B>(.*?)</B>", line)[1]) for pair, line in edges(dot) if f'color="{colour}"' in line]


def test_taken_steps_are_numbered_in_order():
    dot = draw_trace(GUIDE, ["submitted", "working", "input_required", "working", "completed"], "dot")
    assert sorted(of_colour(dot, TAKEN), key=lambda item: item[1]) == [
        (("submitted", "working"), "1: start"),
        (("working", "input_required"), "2: require_input"),
        (("input_required", "working"), "3: provide_input"),
        (("working", "completed"), "4: complete"),
    ]
    assert of_colour(dot, WRONG) == []


def test_a_step_taken_twice_has_both_its_numbers():
    dot = draw_trace(GUIDE, ["submitted", "working", "input_required", "working", "input_required"], "dot")
    assert (("working", "input_required"), "2, 4: require_input") in of_colour(dot, TAKEN)


def test_a_step_that_is_no_edge_is_wrong_dashed_and_numbered():
    dot = draw_trace(GUIDE, ["submitted", "working", "completed", "working"], "dot")
    assert of_colour(dot, WRONG) == [(("completed", "working"), "3")]
    (line,) = [line for pair, line in edges(dot) if pair == ("completed", "working")]
    assert "style=dashed" in line
    assert "trigger=" not in line


def test_the_table_under_a_trace_is_whole_and_gains_nothing():
    dot = draw_trace(GUIDE, ["submitted", "cancelled", "working"], "dot")
    assert edges_of_dot(dot) == {(edge.source, edge.trigger, edge.target) for edge in GUIDE.edges}


def test_a_merged_arrow_that_was_taken_is_drawn_alone_and_another_stands_for_the_rest():
    for source in ("submitted", "auth_required"):
        dot = draw_trace(PUBLISHED, [source, "cancelled"], "dot")
        assert ((source, "cancelled"), "1: cancel") in of_colour(dot, TAKEN)
        rest = [pair for pair, line in edges(dot) if pair[1] == "cancelled" and "ltail" in line]
        assert len(rest) == 1
        assert rest[0][0] != source


def test_the_rest_of_a_merged_arrow_says_that_it_is_the_rest():
    whole = draw_trace(GUIDE, ["submitted", "working"], "dot")
    assert ["from any" in line for _, line in edges(whole) if "ltail" in line] == [True]
    dot = draw_trace(GUIDE, ["submitted", "cancelled"], "dot")
    assert ["from every other" in line for _, line in edges(dot) if "ltail" in line] == [True]
    # Where but one is left it is drawn from its state, not from the border.
    opened = [state.id for state in GUIDE.states if state.open]
    dot = draw_trace(GUIDE, [Step(source, "cancelled") for source in opened[:-1]], "dot")
    assert "ltail" not in dot
    assert "from every other" not in dot
    assert {pair for pair, line in edges(dot) if "trigger=cancel" in line} == {(s, "cancelled") for s in opened}


def test_a_repeated_state_is_an_update_unless_it_is_terminal():
    dot = draw_trace(GUIDE, ["submitted", "working", "working", "completed", "completed"], "dot")
    assert (("working", "working"), "2: update") in of_colour(dot, TAKEN)
    assert of_colour(dot, WRONG) == [(("completed", "completed"), "4")]


def test_a_state_the_edition_does_not_have_is_drawn_as_such():
    svg = draw_trace(GUIDE, ["submitted", "working", "rejected", 'no "such" <state>'], "svg")
    nodes = {part.name: [text.words for text in part.texts] for part in svgs.parts(svg, "node")}
    assert nodes["stranger 1"] == ["rejected", "not in this edition"]
    assert nodes["stranger 2"] == ['no "such" <state>', "not in this edition"]
    mermaid = draw_trace(GUIDE, ["working", "rejected"], "mermaid")
    assert 'state "rejected<br/>not in this edition" as Stranger1' in mermaid
    assert "working --> Stranger1 : 1<br/>no edge" in mermaid


def test_colons_in_a_state_are_no_port():
    svg = draw_trace(GUIDE, ["working", "a:b"], "svg")
    (edge,) = [part for part in svgs.parts(svg, "edge") if "stranger" in part.name]
    assert edge.name == "working->stranger 1"
    assert ["a:b", "not in this edition"] in [[t.words for t in part.texts] for part in svgs.parts(svg, "node")]


def test_triggers_lead_from_the_initial_state():
    assert steps_along(GUIDE, ["start", "complete"]) == (
        Step("submitted", "working", "start"),
        Step("working", "completed", "complete"),
    )
    assert trace_of_words(GUIDE, "start complete") == steps_along(GUIDE, ["start", "complete"])


def test_an_illegal_trigger_is_drawn_to_where_it_leads_elsewhere():
    steps = trace_of_words(GUIDE, "start complete start")
    assert steps[-1] == Step("completed", "working", "start")
    assert of_colour(draw_trace(GUIDE, steps, "dot"), WRONG) == [(("completed", "working"), "3: start")]


@pytest.mark.parametrize(
    "text", ["submitted working completed", "submitted, working,completed", "submitted -> working->completed"]
)
def test_words_may_be_separated_in_any_common_way(text):
    assert trace_of_words(GUIDE, text) == steps_of(["submitted", "working", "completed"])


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "empty"), ("  ", "empty"), ("nonsense", "no trigger 'nonsense'"), ("working", "two states")],
)
def test_a_trace_that_is_none_is_refused(text, said):
    with pytest.raises(TraceError, match=said):
        trace_of_words(GUIDE, text)


@pytest.mark.parametrize(
    "text",
    [
        '["submitted", "working"]',
        '{"states": ["submitted", "working"]}',
        '{"trace": [{"state": "submitted"}, {"state": "working", "action": "start"}]}',
        '{"vars": ["task", "by"], "states": [{"task": "submitted", "by": ""}, {"task": "working", "by": "start"}]}',
        '{"states": [{"x": "submitted", "y": 1}, {"x": "working", "y": 2}]}',
    ],
)
def test_json_lists_states_in_several_shapes(text):
    assert trace_of_json(GUIDE, text) == steps_of(["submitted", "working"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("{}", "no list of states"),
        ("[1, 2]", "state 1 "),
        ("[]", "two states"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_json_that_is_no_trace_is_refused(text, said):
    with pytest.raises(TraceError, match=said):
        trace_of_json(GUIDE, text)

"""Sequence charts in Mermaid."""

import pytest

from a2a_lifecycle.diagrams import Message, SequenceChart, mermaid_sequence

CHART = SequenceChart(
    ("client", "server"),
    (
        Message("client", "server", "cancel"),
        Message("server", "server", "complete", note="state: completed"),
        Message("server", "client", "event 2: completed", reply=True),
        Message("client", "server", "ack", lost=True),
    ),
    title="a cancel that comes too late",
    cycle_from=3,
)


def test_a_chart_as_people_read_it():
    assert mermaid_sequence(CHART) == (
        "sequenceDiagram\n"
        "    title a cancel that comes too late\n"
        "    autonumber\n"
        "    participant P1 as client\n"
        "    participant P2 as server\n"
        "    P1->>P2: cancel\n"
        "    P2->>P2: complete\n"
        "    Note over P2: state#58; completed\n"
        "    loop for ever\n"
        "        P2-->>P1: event 2#58; completed\n"
        "        P1-xP2: ack\n"
        "    end\n"
    )


def test_a_note_spans_its_participants_from_the_left():
    chart = SequenceChart(("a", "b"), (Message("b", "a", "x", note="n"),))
    assert "Note over P1,P2: n" in mermaid_sequence(chart)


@pytest.mark.parametrize("hostile", ["a; b", "end", "x\nP1->>P1: forged", "#35;", "", "%% gone", "<b>x</b>"])
def test_no_label_adds_a_line_or_a_word_of_mermaids(hostile):
    chart = SequenceChart(("a", hostile or "b"), (Message("a", "a", hostile, note=hostile),))
    lines = mermaid_sequence(chart).splitlines()
    assert len(lines) == (6 if hostile else 5)
    assert not any(sign in line for line in lines for sign in ("a; b", "<b>", "%%"))


def test_a_stranger_and_a_cycle_from_nowhere_are_refused():
    with pytest.raises(ValueError, match="no participant 'c'"):
        SequenceChart(("a",), (Message("a", "c", "x"),))
    with pytest.raises(ValueError, match="no message 2"):
        SequenceChart(("a",), (Message("a", "a", "x"),), cycle_from=2)

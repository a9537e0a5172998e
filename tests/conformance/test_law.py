"""What a running system may write, by edition."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2a_lifecycle.conformance.law import Law, default_edition
from a2a_lifecycle.spec import load, loads

TABLE = load()
LAW = Law()
EDITIONS = list(TABLE.editions.values())
OWN = """
format = 1
[[edition]]
id = "own"
protocol = "v1.0"
source = "own"
[[state]]
id = "open"
class = "active"
initial = true
wire = { "v1.0" = "OPEN" }
[[state]]
id = "done"
class = "terminal"
wire = { "v1.0" = "TASK_STATE_COMPLETED" }
[[state]]
id = "shut"
class = "active"
wire = { "v1.0" = "SHUT" }
[[transition]]
trigger = "finish"
from = "open"
to = "done"
[[transition]]
trigger = "reopen"
from = "done"
to = "open"
"""


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_a_change_is_lawful_exactly_where_the_table_has_the_edge(edition):
    law = Law(edition)
    for source, target in product([s for s in edition.states if not s.fallback], repeat=2):
        refusal = law.change(edition.encode(source.id), edition.encode(target.id))
        assert (refusal is None) == (source == target or edition.allows(source.id, target.id)), (source, target)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_a_state_final_by_the_published_protocol_is_never_left(edition):
    law, published = Law(edition), TABLE.edition("published-v1.0")
    for source in published.terminal:
        for target in range(1, 9):
            refusal = law.change(published.encode(source), target)
            if law.reading(target) == source:
                assert refusal is None
            else:
                assert refusal is not None
                assert refusal.code == "terminal-left"


def test_the_default_forbids_what_the_published_protocol_forbids_alone():
    law = Law()
    assert law.edition.id == "published-v1.0"
    assert not law.strict
    assert law.change("TASK_STATE_SUBMITTED", "TASK_STATE_COMPLETED") is None
    assert law.creation("TASK_STATE_COMPLETED") is None
    assert law.repeat("TASK_STATE_COMPLETED") is None
    assert law.change("TASK_STATE_COMPLETED", "TASK_STATE_WORKING").code == "terminal-left"


def test_the_guide_is_strict():
    law = Law(TABLE.edition("guide-v1.0"))
    assert law.strict
    assert law.change("TASK_STATE_SUBMITTED", "TASK_STATE_COMPLETED").code == "not-in-table"
    assert law.creation("TASK_STATE_COMPLETED").code == "late-start"
    assert law.creation("TASK_STATE_REJECTED").code == "not-in-table"
    assert law.repeat("TASK_STATE_COMPLETED").code == "terminal-repeated"
    assert law.repeat("TASK_STATE_WORKING") is None


def test_a_message_says_what_would_have_been_right():
    refusal = Law(TABLE.edition("guide-v1.0")).change("TASK_STATE_SUBMITTED", "TASK_STATE_COMPLETED")
    assert refusal.message.endswith("from submitted a task may go to: working, cancelled")


@pytest.mark.parametrize(
    ("before", "after"),
    [("TASK_STATE_CANCELED", "TASK_STATE_CANCELLED"), ("canceled", "TASK_STATE_CANCELED"), ("completed", 3), (5, "5")],
)
def test_another_spelling_of_a_state_is_the_same_state(before, after):
    assert Law().change(before, after) is None


@given(st.one_of(st.text(), st.integers()), st.sampled_from(sorted(LAW.names)))
def test_a_value_no_table_knows_is_left_and_never_entered(unknown, name):
    law = LAW
    if law.reading(unknown) is not None:
        return
    assert law.change(unknown, name) is None
    assert law.change(unknown, unknown) is None
    assert law.change(name, unknown) is not None
    assert law.creation(unknown).code == "unknown-state"


def test_artifacts_are_final_with_their_task():
    law = Law()
    assert law.artifact("TASK_STATE_WORKING") is None
    assert law.artifact("TASK_STATE_FAILED").code == "artifact-after-terminal"


def test_a_table_of_ones_own_cannot_reopen_what_the_published_protocol_ends():
    law = Law(loads(OWN).edition())
    assert law.change("OPEN", "TASK_STATE_COMPLETED") is None
    assert law.change("TASK_STATE_COMPLETED", "OPEN").code == "terminal-left"
    assert law.change("OPEN", "SHUT").code == "not-in-table"
    assert law.reading("TASK_STATE_COMPLETED") == "done"


def test_the_default_edition_of_a_table_without_a_published_one_is_its_first():
    assert default_edition(TABLE).id == "published-v1.0"
    assert default_edition(loads(OWN)).id == "own"

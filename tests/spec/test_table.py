"""What the bundled table says: the guide's clauses exactly, and the editions as filters."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2a_lifecycle.spec import Edition, NoSuchStateError, json_schema, load

ROOT = Path(__file__).parents[2]
EDITIONS = list(load().editions.values())

G2_G3 = {
    ("submitted", "working"),
    ("working", "completed"),
    ("working", "failed"),
    ("working", "input_required"),
    ("working", "auth_required"),
    ("input_required", "working"),
    ("auth_required", "working"),
    ("submitted", "cancelled"),
    ("working", "cancelled"),
    ("input_required", "cancelled"),
    ("auth_required", "cancelled"),
}
G4 = {
    "submitted": ("submitted", "TASK_STATE_SUBMITTED"),
    "working": ("working", "TASK_STATE_WORKING"),
    "completed": ("completed", "TASK_STATE_COMPLETED"),
    "failed": ("failed", "TASK_STATE_FAILED"),
    "cancelled": ("cancelled", "TASK_STATE_CANCELLED"),
    "unknown": ("unknown", "TASK_STATE_UNKNOWN"),
    "input_required": ("input-required", "TASK_STATE_INPUT_REQUIRED"),
}


def edition(name: str) -> Edition:
    return load().edition(name)


def test_the_default_edition_is_the_guides_v1_0() -> None:
    assert load().edition().id == "guide-v1.0"


def test_the_guides_v1_0_holds_exactly_g1_to_g4() -> None:
    guide = edition("guide-v1.0")
    assert guide.pairs == G2_G3
    assert len(guide.edges) == 11
    assert guide.terminal == {"completed", "failed", "cancelled", "unknown"}
    assert {state.id for state in guide.states if state.state_class == "interrupted"} == {
        "input_required",
        "auth_required",
    }
    assert guide.initial.id == "submitted"
    assert {state.id: guide.encode(state.id) for state in guide.states} == {
        **{state: names[1] for state, names in G4.items()},
        "auth_required": "TASK_STATE_AUTH_REQUIRED",
    }


def test_the_guides_v0_3_has_no_auth_required() -> None:
    guide = edition("guide-v0.3")
    assert guide.pairs == {pair for pair in G2_G3 if "auth_required" not in pair}
    assert {state.id: guide.encode(state.id) for state in guide.states} == {s: names[0] for s, names in G4.items()}


@pytest.mark.parametrize("name", ["published-v1.0", "published-v0.3"])
def test_the_published_editions_leave_every_open_state_for_every_state_but_the_indeterminate(name: str) -> None:
    published = edition(name)
    enterable = {state.id for state in published.states if state.state_class != "indeterminate"}
    assert {s.state_class for s in published.states if s.fallback} == {"indeterminate"}
    assert published.pairs == {(s.id, t) for s in published.states if s.open for t in enterable if t != s.id}
    assert {edge.basis for edge in published.edges} == {"stated", "silent"}


def test_only_working_may_defer_a_cancel_and_only_settling_goes_on_meanwhile() -> None:
    guide = edition("guide-v1.0")
    assert [edge.source for edge in guide.edges if edge.row.deferrable] == ["working"]
    allowed = {(e.trigger, e.source) for e in guide.edges if e.row.while_cancelling and e.source == "working"}
    assert allowed == {("complete", "working"), ("fail", "working"), ("cancel", "working")}


@pytest.mark.parametrize("name", load().editions)
def test_cancelling_leads_from_every_open_state_to_one(name: str) -> None:
    one = edition(name)
    assert {edge.trigger for edge in one.cancel_edges} == {one.cancel_trigger} == {"cancel"}
    assert [edge.source for edge in one.cancel_edges] == [state.id for state in one.states if state.open]
    assert one.cancel_targets == {"cancelled"}


def test_every_row_of_the_bundled_table_is_complete() -> None:
    table = load()
    for state in table.states:
        assert state.label.zh != state.label.en
        assert state.meaning.en
        assert state.meaning.zh != state.meaning.en
        assert state.clause
    for row in table.transitions:
        assert row.when.en
        assert row.when.zh != row.when.en
        assert row.clause
        assert row.basis
        assert row.origin.line


def test_chinese_labels_are_the_guides_own_words() -> None:
    labels = {state.id: state.label.zh for state in edition("guide-v1.0").states}
    assert labels == {
        "submitted": "已提交",
        "working": "处理中",
        "input_required": "需要输入",
        "auth_required": "需要授权",
        "completed": "已完成",
        "failed": "已失败",
        "cancelled": "已取消",
        "unknown": "未知",
    }


@pytest.mark.parametrize("one", EDITIONS, ids=lambda e: e.id)
def test_every_reader_accepts_both_spellings_of_cancelled(one: Edition) -> None:
    names = ["cancelled", "canceled"] if one.protocol == "v0.3" else ["TASK_STATE_CANCELLED", "TASK_STATE_CANCELED"]
    assert {one.decode(name).state for name in names} == {"cancelled"}


@pytest.mark.parametrize("one", EDITIONS, ids=lambda e: e.id)
def test_names_round_trip(one: Edition) -> None:
    for state in one.states:
        decoded = one.decode(one.encode(state.id))
        assert (decoded.state, decoded.recognised) == (state.id, True)


@given(raw=st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text()), st.binary()))
def test_decoding_is_total_and_keeps_what_came(raw: object) -> None:
    for one in EDITIONS:
        decoded = one.decode(raw)
        assert decoded.raw is raw
        assert one.fallback is not None
        assert decoded.recognised or decoded.state == one.fallback.id


def test_a_boolean_is_no_number() -> None:
    assert edition("guide-v1.0").decode(True).recognised is False
    assert edition("guide-v1.0").decode(1).state == "submitted"


def test_a_state_without_a_name_downstream_is_written_as_the_fallback() -> None:
    assert edition("guide-v0.3").encode("auth_required") == "unknown"
    assert edition("guide-v1.0").encode("rejected") == "TASK_STATE_UNKNOWN"


def test_paths_are_shortest_and_closures_follow_them() -> None:
    guide = edition("guide-v1.0")
    path = guide.path("submitted", "completed")
    assert path is not None
    assert [edge.trigger for edge in path] == ["start", "complete"]
    assert guide.path("completed", "working") is None
    cycle = guide.path("input_required", "input_required")
    assert cycle is not None
    assert len(cycle) == 2
    assert guide.reachable("submitted") == {state.id for state in guide.states} - {"submitted", "unknown"}
    assert guide.reachable("completed") == frozenset()


def test_a_state_that_is_not_there_is_an_error_with_a_hint() -> None:
    guide = edition("guide-v1.0")
    for ask in (
        guide.state,
        guide.edges_from,
        lambda s: guide.allows("working", s),
        lambda s: guide.path("working", s),
    ):
        with pytest.raises(NoSuchStateError, match="did you mean 'completed'"):
            ask("complete_d")


def test_rows_cannot_be_changed() -> None:
    state = edition("guide-v1.0").states[0]
    with pytest.raises(AttributeError):
        state.id = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        state.wire["v9"] = "x"  # type: ignore[index]


def test_the_published_schema_is_the_generated_one_and_accepts_the_table() -> None:
    published = json.loads((ROOT / "spec" / "task.schema.json").read_text(encoding="utf-8"))
    assert published == json_schema()
    jsonschema.Draft202012Validator.check_schema(published)
    table = tomllib.loads((ROOT / "spec" / "task.toml").read_text(encoding="utf-8"))
    jsonschema.validate(table, published)
    table["state"][0]["colour"] = "red"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(table, published)

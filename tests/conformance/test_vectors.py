"""The vectors: closed, complete, stated, and true of the table they come from."""

import json
from itertools import pairwise
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings

from a2a_lifecycle import spec
from a2a_lifecycle.conformance import vectors
from a2a_lifecycle.conformance.vectors.loops import loops
from tests.conformance.tables import tables

TABLE = spec.load()
EDITIONS = list(TABLE.editions)
FILES = {name: json.loads(text) for name, text in vectors.files(TABLE).items()}
SCHEMA = jsonschema.Draft202012Validator(vectors.json_schema())
COMMITTED = Path(__file__).parents[2] / "vectors"


def of(edition, kind):
    return FILES[f"{edition}/{kind}.json"]["vectors"]


def test_the_committed_files_are_as_generated():
    assert vectors.drift(TABLE, COMMITTED) == []


def test_every_file_fits_the_schema():
    SCHEMA.check_schema(SCHEMA.schema)
    assert len(FILES) == 1 + 6 * len(EDITIONS)
    for name, content in FILES.items():
        if name != "vectors.schema.json":
            SCHEMA.validate(content)


@pytest.mark.parametrize("kind", ["pairs", "triggers", "traces", "cancels", "names", "views"])
def test_the_schema_is_closed(kind):
    content = FILES[f"{EDITIONS[0]}/{kind}.json"]
    for broken in (
        {**content, "extra": 1},
        {**content, "kind": "other"},
        {**content, "vectors": [{**content["vectors"][0], "extra": 1}]},
        {**content, "vectors": [{key: value for key, value in content["vectors"][0].items() if key != "clause"}]},
        {**content, "vectors": [{**content["vectors"][0], "clause": []}]},
        {**content, "states": [{**content["states"][0], "extra": 1}]},
    ):
        assert not SCHEMA.is_valid(broken)


@pytest.mark.parametrize("name", [name for name in FILES if "/" in name])
def test_each_vector_has_a_name_of_its_own_a_clause_and_a_statement(name):
    listed = FILES[name]["vectors"]
    assert listed
    assert len({vector["id"] for vector in listed}) == len(listed)
    for vector in listed:
        assert vector["clause"]
        assert all(vector["clause"])
        assert vector["description"]
        assert "should" not in vector["description"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_pair_has_the_verdict_of_the_table(edition):
    table = TABLE.edition(edition)
    listed = {(vector["from"], vector["to"]): vector for vector in of(edition, "pairs")}
    assert listed.keys() == {(a.id, b.id) for a in table.states for b in table.states}
    for (source, target), vector in listed.items():
        edges = table.edges_between(source, target)
        assert (vector["verdict"] == "legal") == table.allows(source, target)
        assert vector["triggers"] == [edge.trigger for edge in edges]
        if edges:
            assert vector["basis"] == edges[0].basis
        elif source == target:
            assert (vector["verdict"] == "update") == table.state(source).open
        else:
            assert vector["verdict"] == "illegal"


def test_an_illegal_pair_cites_what_forbids_it():
    guide = {vector["id"]: vector for vector in of("guide-v1.0", "pairs")}
    published = {vector["id"]: vector for vector in of("published-v1.0", "pairs")}
    assert guide["completed-to-working"]["clause"] == ["G5.1"]
    assert (
        guide["completed-to-working"]["description"] == "a completed task stays completed: it does not become working"
    )
    assert guide["submitted-to-completed"]["clause"] == ["G2, G3: no row"]
    assert guide["completed-to-completed"]["clause"] == ["G2, G3: no row"]
    assert guide["working-to-unknown"]["clause"] == ["G5.4", "G2, G3: no row"]
    assert guide["working-to-completed"]["clause"] == ["G2.2", "G5.3"]
    assert published["completed-to-working"]["basis"] == "stated"
    assert published["completed-to-working"]["clause"] == ["published v1.0 §3.1.1", "published v1.0 §3.1.2"]
    assert published["submitted-to-completed"]["verdict"] == "legal"
    assert published["submitted-to-completed"]["basis"] == "silent"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_trigger_in_every_state_has_the_verdict_of_the_table(edition):
    table = TABLE.edition(edition)
    listed = {(vector["state"], vector["trigger"]): vector for vector in of(edition, "triggers")}
    assert len(listed) == len(table.states) * len(table.triggers)
    for (state, trigger), vector in listed.items():
        edge = table.edge(state, trigger)
        assert vector["targets"] == ([edge.target] if edge else [])
        assert (vector["verdict"] == "legal") == (edge is not None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_traces_cover_every_edge_loop_and_illegal_pair(edition):
    table = TABLE.edition(edition)
    taken, refused, repeated = set(), set(), set()
    for trace in of(edition, "traces"):
        state = trace["begins_in"]
        assert state == table.initial.id or table.path(table.initial.id, state) is None
        for step in trace["steps"]:
            if step["verdict"] == "legal":
                edge = table.edge(state, step["trigger"])
                assert (edge.target, edge.row.actor) == (step["to"], step["actor"])
                taken.add((state, step["trigger"], step["to"]))
                state = step["to"]
            else:
                assert not table.allows(state, step["to"])
                (refused if step["verdict"] == "illegal" else repeated).add((state, step["to"]))
        assert trace["ends_in"] == state
    pairs = of(edition, "pairs")
    assert taken == {(edge.source, edge.trigger, edge.target) for edge in table.edges}
    assert refused == {(pair["from"], pair["to"]) for pair in pairs if pair["verdict"] == "illegal"}
    assert repeated == {(pair["from"], pair["to"]) for pair in pairs if pair["verdict"] == "update"}


@pytest.mark.parametrize(("edition", "count"), [("guide-v1.0", 2), ("guide-v0.3", 1), ("published-v1.0", 20)])
def test_each_loop_is_gone_round_twice(edition, count):
    found = [trace for trace in of(edition, "traces") if trace["covers"] == "loop"]
    assert len(found) == count == len(loops(TABLE.edition(edition)))
    for trace in found:
        states = [trace["begins_in"], *(step["to"] for step in trace["steps"])]
        assert states.count(trace["ends_in"]) >= 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_names_go_both_ways(edition):
    table = TABLE.edition(edition)
    for vector in of(edition, "names"):
        if vector["direction"] == "read":
            read = table.decode(vector["value"])
            assert (read.state, read.recognised) == (vector["state"], vector["recognised"])
        else:
            assert table.encode(vector["state"]) == vector["value"]
    read = {
        vector["value"] for vector in of(edition, "names") if vector["direction"] == "read" and vector["recognised"]
    }
    for state in table.states:
        assert {state.wire[table.protocol], *state.reads.get(table.protocol, ())} <= read
        assert state.number is None or state.number in read
    written = {vector["state"] for vector in of(edition, "names") if vector["direction"] == "write"}
    assert written == {state.id for state in TABLE.states}


@pytest.mark.parametrize("edition", EDITIONS)
def test_views_show_each_event_and_read_on(edition):
    table = TABLE.edition(edition)
    for vector in of(edition, "views"):
        assert len(vector["events"]) == len(vector["shows"])
        for event, shows in zip(vector["events"], vector["shows"], strict=True):
            read = table.decode(event)
            assert shows == {"state": read.state, "recognised": read.recognised, "raw": event}
    strange = [vector for vector in of(edition, "views") if not all(shows["recognised"] for shows in vector["shows"])]
    assert any(before["recognised"] < after["recognised"] for v in strange for before, after in pairwise(v["shows"]))
    assert all(shows["state"] == table.fallback.id for v in strange for shows in v["shows"] if not shows["recognised"])


ONE_EDITION = """
format = 1
[[edition]]
id = "{edition}"
protocol = "v9"
source = "mine"
"""


def dense(count):
    """A table whose open states all lead to each other: more simple loops than anyone can list."""
    names = [f"s{number}" for number in range(count)]
    rows = [ONE_EDITION.format(edition="mine")]
    for name in names:
        initial = "initial = true\n" if name == names[0] else ""
        rows.append(f'[[state]]\nid = "{name}"\nclass = "active"\n{initial}wire = {{ v9 = "{name}" }}\n')
    for source in names:
        for target in names:
            rows.append(f'[[transition]]\ntrigger = "to_{target}"\nfrom = "{source}"\nto = "{target}"\n')
    return spec.loads("\n".join(rows))


def test_a_dense_table_has_a_loop_for_each_edge_instead_of_every_loop():
    edition = dense(12).edition()
    found = loops(edition)
    assert len(found) < 200
    stepped = {step for loop in found for step in zip(loop, (*loop[1:], loop[0]), strict=True)}
    assert stepped == edition.pairs


def test_a_table_of_ones_own_has_vectors_that_fit_the_schema(tmp_path):
    table = spec.loads(
        ONE_EDITION.format(edition="else.. where")
        + """
[[state]]
id = "a"
class = "active"
initial = true
wire = { v9 = "A\\"<&>" }
[[state]]
id = "b"
class = "terminal"
wire = { v9 = "B" }
[[state]]
id = "c"
class = "active"
wire = { v9 = "C" }
[[transition]]
trigger = "go"
from = ["a", "c"]
to = "b"
[[transition]]
trigger = "again"
from = "b"
to = "b"
"""
    )
    folder = tmp_path / "in" / "here"
    written = vectors.write(table, folder)
    assert all(folder in path.resolve().parents for path in written)
    for path in written[1:]:
        SCHEMA.validate(json.loads(path.read_text(encoding="utf-8")))
    assert vectors.drift(table, folder) == []


def test_drift_names_what_is_missing_different_and_left_over(tmp_path):
    written = vectors.write(TABLE, tmp_path)
    written[1].write_text(written[1].read_text(encoding="utf-8").replace("illegal", "legal", 1), encoding="utf-8")
    written[2].unlink()
    (tmp_path / "stray.json").write_text("{}")
    problems = vectors.drift(TABLE, tmp_path)
    assert sorted(problem.rsplit(": ", 1)[1] for problem in problems) == [
        "belongs to no edition of the table",
        "differs from the table",
        "is missing",
    ]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(table=tables(single_targets=False))
def test_the_vectors_of_any_table_fit_the_schema(table):
    edition = table.edition()
    files = vectors.files(table)
    for name, text in files.items():
        if name != "vectors.schema.json":
            SCHEMA.validate(json.loads(text))
    traces = json.loads(next(text for name, text in files.items() if name.endswith("/traces.json")))["vectors"]
    steps = {
        (at, step["trigger"], step["to"])
        for trace in traces
        for at, step in zip(
            [trace["begins_in"], *(step["to"] for step in trace["steps"])], trace["steps"], strict=False
        )
        if step["verdict"] == "legal"
    }
    looped = {step for loop in loops(edition) for step in zip(loop, (*loop[1:], loop[0]), strict=True)}
    assert steps == {(edge.source, edge.trigger, edge.target) for edge in edition.edges}
    on_a_loop = {(a, b) for a, b in edition.pairs if a == b or edition.path(b, a) is not None}
    assert looped == on_a_loop

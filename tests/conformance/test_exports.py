"""The exports agree with the table, whatever its texts; each is read by the consumer it is for."""

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings

from a2a_lifecycle import spec
from a2a_lifecycle.conformance import vectors
from a2a_lifecycle.conformance.export import EXPORTERS, ExportError, export
from tests import needs
from tests.conformance.tables import tables
from tests.conformance.tla_reader import Module, by_lines

TABLE = spec.load()
EDITIONS = list(TABLE.editions.values())
NODE = Path(__file__).parents[2] / "conformance" / "survey" / "node"
SCXML = "{http://www.w3.org/2005/07/scxml}"
SAID = "{urn:a2a-lifecycle:table}"
EACH_EDITION = pytest.mark.parametrize("edition", EDITIONS, ids=[edition.id for edition in EDITIONS])
FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MORE = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def edges_of(edition):
    return {(edge.source, edge.trigger, edge.target) for edge in edition.edges}


def json_agrees(edition):
    data = json.loads(export("json", edition))
    assert {(row["from"], row["trigger"], row["to"]) for row in data["transitions"]} == edges_of(edition)
    assert [row["basis"] for row in data["transitions"]] == [edge.basis for edge in edition.edges]
    assert [row["when"]["en"] for row in data["transitions"]] == [edge.row.when.en for edge in edition.edges]
    assert [row["deferrable"] for row in data["transitions"]] == [edge.row.deferrable for edge in edition.edges]
    for row, state in zip(data["states"], edition.states, strict=True):
        assert (row["id"], row["class"], row["initial"]) == (state.id, state.state_class, state.initial)
        assert (row["label"], row["number"]) == ({"en": state.label.en, "zh": state.label.zh}, state.number)
        assert row["name"] == state.wire.get(edition.protocol)
        assert row["reads"] == list(state.reads.get(edition.protocol, ()))
    assert data["edition"]["id"] == edition.id


def xstate_agrees(edition):
    data = json.loads(export("xstate", edition))
    assert data["initial"] == edition.initial.id
    assert list(data["states"]) == [state.id for state in edition.states]
    found = {
        (source, trigger, edge["target"])
        for source, state in data["states"].items()
        for trigger, edge in state.get("on", {}).items()
    }
    assert found == edges_of(edition)
    for state in edition.states:
        row = data["states"][state.id]
        assert (row.get("type") == "final") == (state.terminal and not edition.edges_from(state.id))
        assert (row["tags"], row["meta"]["label"]) == ([state.state_class], state.label.en)


def scxml_agrees(edition):
    text = export("scxml", edition)
    root = ElementTree.fromstring(text.encode())
    assert (root.tag, root.get("initial"), root.get("version")) == (f"{SCXML}scxml", edition.initial.id, "1.0")
    assert [state.get("id") for state in root] == [state.id for state in edition.states]
    found = {(state.get("id"), edge.get("event"), edge.get("target")) for state in root for edge in state}
    assert found == edges_of(edition)
    for element, state in zip(root, edition.states, strict=True):
        final = state.terminal and not edition.edges_from(state.id)
        assert element.tag == f"{SCXML}{'final' if final else 'state'}"
        assert element.get(f"{SAID}class") == state.state_class
        if state.label.en.isprintable():
            assert element.get(f"{SAID}label") == state.label.en


def tla_agrees(edition):
    text = export("tla", edition)
    assert text.isascii()
    assert by_lines(text) == edges_of(edition)
    lines = text.splitlines()
    assert sum(line.startswith("---- MODULE ") for line in lines) == 1
    assert [line for line in lines if line.startswith("====")] == ["===="]
    assert f'Initial == "{edition.initial.id}"' in lines


AGREES = {"json": json_agrees, "xstate": xstate_agrees, "scxml": scxml_agrees, "tla": tla_agrees}


@EACH_EDITION
@pytest.mark.parametrize("name", AGREES)
def test_an_export_agrees_with_the_table(name, edition):
    AGREES[name](edition)
    assert export(name, edition) == export(name, edition)


@pytest.mark.parametrize("name", AGREES)
@MORE
@given(table=tables())
def test_hostile_texts_do_not_break_out(name, table):
    AGREES[name](table.edition())


@pytest.mark.parametrize("name", ["json", "tla"])
@MORE
@given(table=tables(single_targets=False))
def test_a_trigger_with_two_targets_is_written_whole(name, table):
    AGREES[name](table.edition())


@pytest.mark.parametrize("name", ["xstate", "scxml"])
def test_a_trigger_with_two_targets_is_refused_where_half_would_be_lost(name):
    text = """
format = 1
[[edition]]
id = "e"
protocol = "v9"
source = "mine"
[[state]]
id = "a"
class = "active"
initial = true
wire = { v9 = "A" }
[[state]]
id = "b"
class = "terminal"
wire = { v9 = "B" }
[[transition]]
trigger = "go"
from = "a"
to = "b"
[[transition]]
trigger = "go"
from = "a"
to = "a"
"""
    with pytest.raises(ExportError, match=r"'go' leads from 'a' to both 'b' and 'a', by transition 2 \(line"):
        export(name, spec.loads(text).edition())


@EACH_EDITION
@pytest.mark.parametrize("name", AGREES)
def test_one_retargeted_edge_is_seen(name, edition):
    # The agreement above is no agreement with just anything.
    other = next(each for each in EDITIONS if edges_of(each) != edges_of(edition))
    text = export(name, other)
    if name == "tla":
        assert by_lines(text) != edges_of(edition)
    elif name == "scxml":
        root = ElementTree.fromstring(text.encode())
        assert {(s.get("id"), e.get("event"), e.get("target")) for s in root for e in s} != edges_of(edition)
    else:
        assert text != export(name, edition)


# --- by the consumers they are for ---


@pytest.fixture(scope="module")
def xstate():
    """Runs the vectors of a table's edition on the machine in a file, in the real XState."""
    node = needs.program("node", "Debian's package nodejs")
    if not (NODE / "node_modules").is_dir():
        needs.missing("the Node packages (npm ci --prefix conformance/survey/node)")

    def run(machine, folder, edition):
        command = [node, str(NODE / "xstate.mjs"), str(machine), str(folder), edition]
        return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)

    return run


@EACH_EDITION
def test_xstate_runs_the_vectors(xstate, tmp_path, edition):
    vectors.write(TABLE, tmp_path)
    machine = tmp_path / "machine.json"
    machine.write_text(export("xstate", edition), encoding="utf-8")
    done = xstate(machine, tmp_path, edition.id)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["checked"] > len(edition.states) * len(edition.triggers)


def test_xstate_sees_a_wrong_machine(xstate, tmp_path):
    edition = EDITIONS[0]
    vectors.write(TABLE, tmp_path)
    machine = json.loads(export("xstate", edition))
    edge = edition.edges[0]
    machine["states"][edge.source]["on"][edge.trigger]["target"] = edge.source
    (tmp_path / "machine.json").write_text(json.dumps(machine), encoding="utf-8")
    done = xstate(tmp_path / "machine.json", tmp_path, edition.id)
    assert done.returncode == 1
    assert f"{edge.source}-on-{edge.trigger}" in {failed["id"] for failed in json.loads(done.stdout)["failed"]}


def test_xstate_runs_hostile_tables(xstate, tmp_path_factory):
    @FEW
    @given(table=tables())
    def runs(table):
        folder = tmp_path_factory.mktemp("vectors")
        vectors.write(table, folder)
        (within,) = (path for path in folder.iterdir() if path.is_dir())
        machine = folder / "machine.json"
        machine.write_text(export("xstate", table.edition()), encoding="utf-8")
        done = xstate(machine, folder, within.name)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout

    runs()


def scxml_runs_the_vectors(load, table, edition):
    """How many vectors python-statemachine ran on the SCXML of `edition`; fails at the first that goes wrong."""
    files = {name.rsplit("/", 1)[-1]: text for name, text in vectors.files(table).items() if edition in name}
    machine = load(export("scxml", table.edition(edition)), format="scxml")
    ran = 0

    def state_of(running):
        (state,) = running.configuration_values
        return state

    for vector in json.loads(files["triggers.json"])["vectors"]:
        running = machine(start_value=vector["state"])
        running.send(vector["trigger"])
        assert state_of(running) == (vector["targets"] or [vector["state"]])[0], vector["id"]
        ran += 1
    for trace in json.loads(files["traces.json"])["vectors"]:
        running = machine(start_value=trace["begins_in"])
        for step in trace["steps"]:
            if step["verdict"] == "legal":
                running.send(step["trigger"])
                assert state_of(running) == step["to"], trace["id"]
        assert state_of(running) == trace["ends_in"], trace["id"]
        ran += 1
    assert state_of(machine()) == table.edition(edition).initial.id
    return ran


@EACH_EDITION
def test_python_statemachine_runs_the_vectors_from_scxml(edition):
    loader = needs.module("statemachine.io.loader", "consumers")
    assert scxml_runs_the_vectors(loader.load, TABLE, edition.id) > len(edition.states) * len(edition.triggers)


def test_python_statemachine_sees_a_wrong_machine():
    loader = needs.module("statemachine.io.loader", "consumers")
    edge = EDITIONS[0].edges[0]

    def broken(text, format):
        right = f'event="{edge.trigger}" target="{edge.target}"'
        assert right in text
        return loader.load(text.replace(right, f'event="{edge.trigger}" target="{edge.source}"', 1), format=format)

    with pytest.raises(AssertionError, match=f"{edge.source}-on-{edge.trigger}"):
        scxml_runs_the_vectors(broken, TABLE, EDITIONS[0].id)


def read_tla(text):
    parser = needs.module("tree_sitter", "consumers")
    return Module(text, parser, needs.module("tree_sitter_tlaplus", "consumers"))


def tla_is_read(edition):
    module = read_tla(export("tla", edition))
    assert not module.has_error
    assert module.edges() == edges_of(edition)
    assert module.strings("States") == [state.id for state in edition.states]
    assert module.strings("Initial") == [edition.initial.id]
    assert set(module.strings("Terminal")) == edition.terminal
    assert module.strings("Fallback") == [state.id for state in edition.states if state.fallback]
    assert module.references("Next") == [*(f"Trigger_{trigger}" for trigger in edition.triggers), "Ended"]


@EACH_EDITION
def test_a_tla_parser_reads_the_edges_back(edition):
    tla_is_read(edition)


@MORE
@given(table=tables(single_targets=False))
def test_a_tla_parser_reads_hostile_tables(table):
    tla_is_read(table.edition())


def test_a_tla_parser_sees_what_is_no_module():
    assert read_tla(export("tla", EDITIONS[0]).replace("Next ==", "Next")).has_error


def test_every_export_here_is_in_the_registry():
    assert AGREES.keys() <= EXPORTERS.keys()
    with pytest.raises(ExportError, match="no export 'yaml'"):
        export("yaml", EDITIONS[0])

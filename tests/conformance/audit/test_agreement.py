"""`audit` and `check` say the same of the same events."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from a2a_lifecycle.conformance import check, check_files
from a2a_lifecycle.spec import load
from tests import needs
from tests.conformance.audit.support import BEYOND_PAIRS, audited, checked, conforming, duckdb_engine

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*/*.*"))
TABLE = load()
WIRE = sorted({n for s in TABLE.states for n in (*s.wire.values(), *(r for names in s.reads.values() for r in names))})
ODD = ["Completed", "input_required", "TASK_STATE_PAUSED", "task-state-failed", "", "PAUSED", "2", "wörking", "?"]
VALUES = st.sampled_from([*WIRE, *WIRE, *ODD, *range(-1, 10), 42, 2.0, True, None, {"x": 1}])

few = settings(
    max_examples=40 if needs.REQUIRED else 8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def engine():
    engine = duckdb_engine()
    yield engine
    engine.close()


def audit(*arguments, **options):
    from a2a_lifecycle.conformance.audit.auditing import audit

    return audit(*arguments, **options)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_every_recording_gets_the_same_verdict(path, engine):
    here, there = audit(str(path), engine=engine), check_files([path])
    assert audited(here) == checked(there)
    assert (here.tasks, here.events) == (there.tasks, there.events)
    assert here.exit_status() == there.exit_status()
    if not BEYOND_PAIRS & {finding.code for finding in there.findings}:
        assert here.verdict == there.verdict


@st.composite
def wire_events(draw):
    """What might go over the wire, in one way alone: what came on another way might be late, which no pair tells."""
    enveloped = draw(st.booleans())
    # v0.3's protobuf binding looks like v1.0 where it leaves out `final`; here it never does.
    final = draw(st.sampled_from([{}, {"final": False}, {"final": True}]))
    log = []
    for _ in range(draw(st.integers(1, 40))):
        task, raw = draw(st.sampled_from("abcdef")), draw(VALUES)
        status = draw(st.sampled_from([{"state": raw}, {"state": raw}, {}]))
        body = draw(
            st.sampled_from(
                [
                    {"statusUpdate": {"taskId": task, "status": status, **final}},
                    {"status_update": {"task_id": task, "status": status, **final}},
                    {"kind": "status-update", "taskId": task, "status": status, "final": False},
                    {"task": {"id": task, "status": status, **final}},
                    {"id": task, "status": status, "contextId": "c"},
                    {"kind": "task", "id": task, "status": status},
                    {"artifactUpdate": {"taskId": task, "artifact": {"artifactId": "1"}}},
                    {"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": []}},
                    {"id": 7},
                ]
            )
        )
        log.append({"jsonrpc": "2.0", "id": 1, "result": body} if enveloped else body)
    return log


@few
@given(log=wire_events(), edition=st.sampled_from([None, None, *TABLE.editions]))
def test_recordings_of_any_events_agree(log, edition, engine, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "events.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in log), encoding="utf-8")
    here, there = audit(str(path), engine=engine, edition=edition), check(log, edition=edition)
    assert audited(here) == checked(there)
    assert (here.tasks, here.events) == (there.tasks, there.events)
    assert here.conforming == conforming(there)
    assert (here.exit_status() == 2) == (there.exit_status() == 2)


NAMES = [*WIRE, *WIRE, "", *range(8), None]
"""Values that are names or nothing: where no other occurs, an audit takes a shorter look."""


def rows_of(values):
    return st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(values)), min_size=1, max_size=60)


ROWS = st.one_of(rows_of([*NAMES, *ODD[:6], *ODD[7:], *range(10)]), rows_of(NAMES))


def wire_of(rows, kinds=None):
    """The rows as `check` would have seen them: bare objects, of which the spelling tells the version."""
    seen = set()
    for at, (task, state) in enumerate(rows):
        kind = kinds[at] if kinds else "task" if task not in seen else "status-update"
        seen.add(task)
        status = {"state": state}
        if kind == "?":
            yield {"not": "of the protocol"}
        elif kind == "artifact-update":
            yield {"taskId": task, "artifact": {"artifactId": "1"}}
        elif kind == "task":
            yield {"id": task, "contextId": "c", "status": status}
        else:
            yield {"taskId": task, "contextId": "c", "status": status}


def table_of(rows, path, order, **more):
    """The rows as a Parquet file, in the order `order`; a text column holds numbers as numerals."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "task_id": [task for task, _ in rows],
        "seq": list(range(len(rows))),
        "state": pa.array([None if state is None else str(state) for _, state in rows], pa.string()),
        **more,
    }
    pq.write_table(pa.table(columns).take(order), path)


@few
@given(rows=ROWS, random=st.randoms(use_true_random=False), edition=st.sampled_from([None, None, *TABLE.editions]))
def test_tables_of_any_rows_agree_however_they_lie(rows, random, edition, engine, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "rows.parquet"
    order = random.sample(range(len(rows)), len(rows))
    table_of(rows, path, order)
    here, there = audit(str(path), engine=engine, edition=edition), check(wire_of(rows), edition=edition)
    assert audited(here) == checked(there)
    assert (here.tasks, here.events, here.conforming) == (there.tasks, there.events, conforming(there))
    assert (here.verdict, here.exit_status()) == (there.verdict, there.exit_status())


@few
@given(rows=ROWS, data=st.data())
def test_a_row_without_its_place_is_none(rows, data, engine, tmp_path_factory):
    import pyarrow as pa

    path = tmp_path_factory.mktemp("log") / "rows.parquet"
    kept = [data.draw(st.sampled_from([True, True, False])) for _ in rows]
    line = pa.array([0 if keep else None for keep in kept], pa.int64())
    table_of(rows, path, list(range(len(rows))), line=line)
    from a2a_lifecycle.conformance.audit.columns import Named

    here = audit(str(path), engine=engine, named=Named(order=("seq", "line")))
    there = check(wire_of([row for row, keep in zip(rows, kept, strict=True) if keep]))
    found = audited(here)
    assert found.pop(("unreadable", None, None), 0) == here.unusable == len(rows) - sum(kept)
    assert found == checked(there)
    assert (here.tasks, here.events) == (there.tasks, there.events)


@few
@given(rows=rows_of([*ODD, "TASK_STATE_SUBMITTED"]), random=st.randoms(use_true_random=False))
def test_ties_fall_the_same_way_however_the_rows_lie(rows, random, engine, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "rows.parquet"
    reports = []
    for _ in range(2):
        order = random.sample(range(len(rows)), len(rows))
        table_of(rows, path, order, seq=[0] * len(rows))
        reports.append(audit(str(path), engine=engine))
    assert reports[0] == reports[1]
    assert reports[0].ties == len(rows) - reports[0].tasks


VERSIONS = {"v0.3": ["0.3", "v0.3.0", "0"], "v1.0": ["1.0", "v1.0", "1"]}
"""Protocol version → how a column may say it."""


@few
@given(data=st.data())
def test_tables_that_tell_the_version_agree(data, engine, tmp_path_factory):
    """Each name is written in its own version; where the column says none, the looks tell it."""
    import pyarrow as pa

    path = tmp_path_factory.mktemp("log") / "rows.parquet"
    own = {v: sorted({s.wire[v] for s in TABLE.states if v in s.wire}) for v in VERSIONS}
    version = st.sampled_from([*VERSIONS])
    rows, said = [], []
    for task in data.draw(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=40)):
        which = data.draw(version)
        rows.append((task, data.draw(st.sampled_from(own[which]))))
        said.append(data.draw(st.sampled_from([*VERSIONS[which], None, "?"])))
    table_of(rows, path, list(range(len(rows))), protocol=pa.array(said, pa.string()))
    here, there = audit(str(path), engine=engine), check(wire_of(rows))
    assert audited(here) == checked(there)
    assert (here.tasks, here.events, here.conforming) == (there.tasks, there.events, conforming(there))


def test_columns_that_hold_nothing_say_nothing(engine, tmp_path):
    import pyarrow as pa

    rows = [("a", "TASK_STATE_SUBMITTED"), ("a", "TASK_STATE_WORKING")]
    table_of(rows, tmp_path / "rows.parquet", [0, 1])
    table_of(rows, tmp_path / "nulls.parquet", [0, 1], kind=pa.nulls(2), protocol=pa.nulls(2))
    table_of(rows, tmp_path / "none.parquet", [0, 1], seq=pa.nulls(2))
    plain, empty, none = (audit(str(tmp_path / f"{name}.parquet"), engine=engine) for name in ("rows", "nulls", "none"))
    assert (empty.tasks, empty.events, audited(empty)) == (plain.tasks, plain.events, audited(plain))
    assert plain.events == 2
    assert (none.tasks, none.unusable) == (0, 2)


@pytest.mark.parametrize("kind", ["double", "decimal128(3, 1)", "string"])
def test_a_version_may_be_a_number(kind, engine, tmp_path):
    import decimal

    import pyarrow as pa

    rows = [("a", "submitted"), ("a", "completed"), ("b", "submitted"), ("b", "completed")]
    said = [decimal.Decimal(text) for text in ("0.3", "0.3", "1.0", "1.0")]
    values = pa.array(said, pa.decimal128(3, 1)).cast(pa.decimal128(3, 1) if kind.startswith("dec") else kind)
    table_of(rows, tmp_path / "rows.parquet", [0, 1, 2, 3], protocol=values)
    report = audit(str(tmp_path / "rows.parquet"), engine=engine)
    assert audited(report)["misspelt-state", None, "submitted"] == 1  # of v1.0 alone
    assert audited(report)["misspelt-state", "submitted", "completed"] == 1


@few
@given(rows=rows_of([*WIRE, *WIRE, *ODD]), form=st.sampled_from(["parquet", "csv"]))
def test_what_another_version_would_write_agrees(rows, form, engine, tmp_path_factory):
    """A column says of every row that it is of v1.0, whatever it looks like."""
    import pyarrow.csv
    import pyarrow.parquet as pq

    path = tmp_path_factory.mktemp("log") / f"rows.{form}"
    table_of(rows, path, list(range(len(rows))), protocol=["1.0"] * len(rows))
    if form == "csv":
        pyarrow.csv.write_csv(pq.read_table(path), path)
    seen = set()
    there = []
    for task, state in rows:
        first = task not in seen
        seen.add(task)
        status = {"status": {"state": int(state) if state.isdigit() else state}}
        there.append(
            {"task": {"id": task, "contextId": "c", **status}}
            if first
            else {"statusUpdate": {"taskId": task, "contextId": "c", **status}}
        )
    here, there = audit(str(path), engine=engine), check(there)
    assert audited(here) == checked(there)
    assert (here.tasks, here.events, here.conforming) == (there.tasks, there.events, conforming(there))


@few
@given(rows=rows_of(NAMES), data=st.data())
def test_what_is_no_name_takes_nothing_from_what_is_one(rows, data, engine, tmp_path_factory):
    """However a version is said of a name: it is read as it would be in a log that holds more than names."""
    import pyarrow as pa

    folder = tmp_path_factory.mktemp("log")
    version = st.sampled_from([*(said for ways in VERSIONS.values() for said in ways), None])
    said = [data.draw(version) for _ in rows]
    reports = {}
    for name, more in {"names": [], "both": [("z", "PAUSED")], "rest": [("z", "PAUSED")]}.items():
        log = more if name == "rest" else [*rows, *more]
        versions = pa.array(said[: len(log) - len(more)] + [None] * len(more), pa.string())
        table_of(log, folder / f"{name}.parquet", list(range(len(log))), protocol=versions)
        reports[name] = audited(audit(str(folder / f"{name}.parquet"), engine=engine))
    assert reports["both"] == reports["names"] + reports["rest"]


@pytest.mark.parametrize("ids", ["text", "number", "uuid"])
def test_tasks_are_told_apart_whatever_their_ids_are(ids, engine, tmp_path):
    import duckdb

    path, end = tmp_path / "rows.parquet", sorted(TABLE.edition().terminal)[0]
    states = [TABLE.edition().encode(s) for s in (TABLE.edition().initial.id, end, TABLE.edition().initial.id)]
    of = {
        "text": "task::VARCHAR",
        "number": "task",
        "uuid": "('00000000-0000-4000-8000-' || lpad(task::VARCHAR, 12, '0'))::UUID",
    }
    tasks = "SELECT * FROM range(500) t(task), range(3) s(seq)"
    query = f"SELECT {of[ids]} AS task, seq, {states}[seq + 1] AS state FROM ({tasks}) ORDER BY seq, task"
    duckdb.connect().execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    report = audit(str(path), engine=engine, examples=2)
    assert (report.tasks, report.events, report.violating) == (500, 1500, 500)
    assert [len(example.steps) for example in report.examples] == [3, 3]
    assert len({example.task for example in report.examples}) == 2


@few
@given(rows=ROWS, data=st.data())
def test_tables_with_kinds_agree(rows, data, engine, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "rows.parquet"
    kind = st.sampled_from(["task", "status-update", "status-update", "artifact-update", "?"])
    kinds = [data.draw(kind) for _ in rows]
    table_of(rows, path, list(range(len(rows))), kind=kinds)
    here, there = audit(str(path), engine=engine), check(wire_of(rows, kinds))
    assert audited(here) == checked(there)
    assert (here.tasks, here.events, here.conforming) == (there.tasks, there.events, conforming(there))
    assert (here.verdict, here.exit_status()) == (there.verdict, there.exit_status())

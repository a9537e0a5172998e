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


ROWS = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from([*WIRE, *WIRE, *ODD[:6], *ODD[7:], *range(10), None])),
    min_size=1,
    max_size=60,
)


def wire_of(rows, kinds=None):
    """The rows as `check` would have seen them: bare objects, of which the spelling tells the version."""
    seen = set()
    for at, (task, state) in enumerate(rows):
        kind = kinds[at] if kinds else "task" if task not in seen else "status-update"
        seen.add(task)
        status = {"state": state}
        if kind == "artifact-update":
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
def test_tables_with_kinds_agree(rows, data, engine, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "rows.parquet"
    kinds = [data.draw(st.sampled_from(["task", "status-update", "status-update", "artifact-update"])) for _ in rows]
    table_of(rows, path, list(range(len(rows))), kind=kinds)
    here, there = audit(str(path), engine=engine), check(wire_of(rows, kinds))
    assert audited(here) == checked(there)
    assert (here.tasks, here.events, here.conforming) == (there.tasks, there.events, conforming(there))
    assert (here.verdict, here.exit_status()) == (there.verdict, there.exit_status())

"""Apache Spark says of every form of log what DuckDB says of it."""

from __future__ import annotations

import csv
import gc
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests import needs
from tests.conformance.audit.support import duckdb_engine
from tests.conformance.audit.test_agreement import NAMES, ODD, RECORDINGS, VERSIONS

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
TASKS, SEED = 60, 7
COLUMNS = ["task", "seq", "at", "state", "kind", "protocol", "lost"]
KINDS = ["task", "status-update", "TaskStatusUpdateEvent", "artifact-update", "message", "what?", None]


@pytest.fixture(scope="module")
def engines():
    needs.module("pyspark", "spark")
    needs.program("java", "Debian's package openjdk-17-jre-headless")
    here = duckdb_engine()
    from a2a_lifecycle.conformance.audit.spark_engine import SparkEngine

    there = SparkEngine("local[2]")
    there.session.conf.set("spark.sql.shuffle.partitions", 1)  # each takes its time, and the logs are small
    yield here, there
    there.close()
    here.close()
    gc.collect()  # the sockets to Java, which Spark's own code leaves to the collector


@pytest.fixture
def agree(engines):
    """Both engines' report on a log, once it is known to be one and the same."""
    from a2a_lifecycle.conformance.audit.auditing import audit
    from a2a_lifecycle.conformance.audit.columns import Named

    def agree(log, **named):
        here, there = (audit(log, engine=engine, named=Named(**named), examples=TASKS) for engine in engines)
        for name in ("counts", "pairs", "examples"):  # one by one, so that a difference is short
            assert listed(getattr(there, name)) == listed(getattr(here, name))
        same = {name: getattr(here, name) for name in ("engine", "counts", "pairs", "examples")}
        assert replace(there, **same) == here
        return here

    return agree


def listed(values):
    """The values in an order that no engine chooses."""
    return sorted(map(repr, values))


def rows(states):
    """Rows of tasks that do anything, in no order: some lack a task, an order or a state, some share an order."""
    chance = random.Random(SEED)
    versions = [None, *(said for ways in VERSIONS.values() for said in ways)]
    found = []
    for task in range(TASKS):
        for seq in range(chance.randint(1, 8)):
            found.append(
                {
                    "task": f"tâche\\n' \"{task}" if chance.random() > 0.01 else None,
                    "seq": seq - chance.choice([0, 0, 0, 1]) if chance.random() > 0.01 else None,
                    "at": f"2026-03-01T{10 + chance.randint(0, 1)}:00:0{seq}{chance.choice(['Z', '+01:00', ''])}",
                    "state": chance.choice(states),
                    "kind": chance.choice(KINDS),
                    "protocol": chance.choice(versions),
                    "lost": chance.choice(["true", "false", "x", None]),
                }
            )
    chance.shuffle(found)
    return found


def write(path, found, columns=COLUMNS):
    import pyarrow as pa
    import pyarrow.parquet as pq

    if path.suffix == ".parquet":
        texts = {"state", "task"}
        data = {c: [str(r[c]) if c in texts and r[c] is not None else r[c] for r in found] for c in columns}
        pq.write_table(pa.table(data), path)
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows([row[column] for column in columns] for row in found)
    else:
        lines = (json.dumps({column: row[column] for column in columns}) for row in found)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("form", "columns", "states"),
    [
        ("parquet", COLUMNS[:4], NAMES),
        ("parquet", COLUMNS, [*NAMES, *ODD]),
        ("csv", COLUMNS, [*NAMES, *ODD]),
        ("jsonl", COLUMNS, [*NAMES, *ODD]),
    ],
    ids=["names", "any", "csv", "jsonl"],
)
def test_tables_of_any_rows(form, columns, states, agree, tmp_path):
    report = agree(str(write(tmp_path / f"log.{form}", rows(states), columns)), order=("seq",))
    assert TASKS - 10 < report.tasks <= TASKS  # some have no row that can be used
    assert report.ties > 0
    assert report.unusable > 0
    assert 0 < report.conforming < TASKS


def test_times_as_text(agree, tmp_path):
    report = agree(str(write(tmp_path / "log.csv", rows(NAMES), COLUMNS[:4])), order=("at", "seq"))
    assert report.tasks == TASKS


def test_rows_that_do_not_fit(agree, tmp_path):
    log = write(tmp_path / "log.csv", rows(NAMES), ["task", "seq", "state", "lost"])
    known = agree(str(log), order=("seq",))
    with log.open("a", encoding="utf-8") as file:
        file.write("short,1\nlong,1,TASK_STATE_WORKING,x,y\n,,,\n")
    report = agree(str(log), order=("seq",))
    assert (report.tasks, report.unusable) == (known.tasks, known.unusable + 3)


def test_lines_that_are_no_rows(agree, tmp_path):
    log = write(tmp_path / "log.jsonl", rows(NAMES), COLUMNS[:4])
    known = agree(str(log), order=("seq",))
    with log.open("a", encoding="utf-8") as file:
        file.write('[]\n17\n"text"\n{"task": "cut off\n\n{"other": 1}\n [{"task": "t"}]\n')
    report = agree(str(log), order=("seq",))
    assert (report.tasks, report.unusable) == (known.tasks, known.unusable + 6)


def test_columns_of_any_name(agree, tmp_path):
    names = {"task": "ta`sk.id", "seq": 'se"q', "state": "what", "lost": "before"}
    found = [{names.get(key, key): value for key, value in row.items()} for row in rows(NAMES)]
    log = write(tmp_path / "log.csv", found, list(names.values()))
    assert agree(str(log), task="ta`sk.id", order=('se"q',), state="what").tasks == TASKS


@pytest.mark.parametrize("suffix", [".jsonl", ".sse"])
def test_recordings(suffix, agree):
    report = agree([str(path) for path in RECORDINGS if path.suffix == suffix])
    assert report.tasks > 0
    assert report.counts


def test_a_log_that_cannot_be_read_is_said_once(engines, tmp_path, capfd):
    from a2a_lifecycle.conformance.audit.auditing import audit
    from a2a_lifecycle.conformance.audit.errors import LogError

    log = write(tmp_path / "log.parquet", rows(NAMES), COLUMNS[:4])
    whole = log.read_bytes()
    middle = len(whole) // 3
    log.write_bytes(whole[:middle] + bytes(200) + whole[middle + 200 :])
    for engine in engines:
        with pytest.raises(LogError) as caught:
            audit(str(log), engine=engine)
        assert str(log) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")
    assert isinstance(log, Path)

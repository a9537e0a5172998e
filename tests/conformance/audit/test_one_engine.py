"""One engine, left open, audits one log after another."""

from __future__ import annotations

import pytest

from a2a_lifecycle.spec import NoSuchEditionError
from tests.conformance.audit.support import duckdb_engine

HEADER = "task,seq,state\n"
CLEAN = "t-1,1,TASK_STATE_SUBMITTED\nt-1,2,TASK_STATE_WORKING\nt-1,3,TASK_STATE_COMPLETED\n"
TOO_SHORT = "t-1,4\nt-1,5\n"
BACK = "t-1,4,TASK_STATE_WORKING\n"


@pytest.fixture(scope="module")
def engine():
    engine = duckdb_engine()
    yield engine
    engine.close()


@pytest.fixture
def audited(engine, tmp_path, monkeypatch):
    from a2a_lifecycle.conformance.audit.auditing import audit

    monkeypatch.chdir(tmp_path)

    def audited(log, **options):
        report = audit(log, engine=engine, **options)
        return report.events, report.unusable, {str(count.code): count.count for count in report.counts}

    return audited


def write(name, rows):
    import duckdb

    with open("rows.csv", "w", encoding="utf-8") as file:
        file.write(HEADER + rows)
    if name.endswith(".csv"):
        with open(name, "w", encoding="utf-8") as file:
            file.write(HEADER + rows)
        return
    with duckdb.connect(name if name.endswith(".duckdb") else ":memory:") as connection:
        connection.execute("CREATE TABLE log AS SELECT * FROM read_csv('rows.csv')")
        if not name.endswith(".duckdb"):
            connection.execute(f"COPY log TO '{name}'")


def test_rows_that_were_left_out_are_those_of_this_log(audited):
    logs = {"short.csv": CLEAN + TOO_SHORT, "clean.csv": CLEAN, "shorter.csv": CLEAN + TOO_SHORT[:6]}
    for name, rows in (logs | {"clean.parquet": CLEAN}).items():
        write(name, rows)
    assert [audited(name)[1] for name in (*logs, "clean.parquet", "short.csv")] == [2, 0, 1, 0, 2]


def test_a_log_that_failed_leaves_nothing_to_the_next(audited):
    write("short.csv", CLEAN + TOO_SHORT)
    write("clean.parquet", CLEAN)
    with pytest.raises(NoSuchEditionError):
        audited("short.csv", edition="guide-v9")
    assert audited("clean.parquet")[:2] == (3, 0)


def test_each_database_is_the_one_that_was_named(audited):
    write("first.duckdb", CLEAN)
    write("second.duckdb", CLEAN + BACK)
    assert audited("first.duckdb::log") == (3, 0, {})
    assert audited("second.duckdb::log") == (4, 0, {"terminal-left": 1, "not-finished": 1})
    assert audited("first.duckdb::log") == (3, 0, {})

"""`a2a-lifecycle audit`."""

import gc
import io
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from a2a_lifecycle.cli.main import main
from tests import needs
from tests.cli.calls import call

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "audit.md"
GOLDEN = Path(__file__).parent / "golden"
ROWS = """\
task_id,seq,state
good,1,TASK_STATE_SUBMITTED
good,2,TASK_STATE_WORKING
good,10,TASK_STATE_COMPLETED
back,1,TASK_STATE_SUBMITTED
back,2,TASK_STATE_WORKING
back,3,TASK_STATE_COMPLETED
back,4,TASK_STATE_WORKING
back,5,TASK_STATE_WORKING
short,1,TASK_STATE_SUBMITTED
short,2,TASK_STATE_COMPLETED
odd,1,TASK_STATE_SUBMITTED
odd,2,TASK_STATE_PAUSED
odd,3,Completed
"""


@pytest.fixture(autouse=True)
def _extra():
    needs.module("ibis", "audit")
    needs.module("adbc_driver_postgresql", "audit")


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("log.csv").write_text(ROWS, encoding="utf-8")
    return Path("log.csv")


def parquet(log, to, columns="*", where="true"):
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT {columns} FROM read_csv('{log}') WHERE {where}) TO '{to}' (FORMAT parquet)")
    return to


def counts(output):
    return {finding["code"]: finding["count"] for finding in json.loads(output)["findings"]}


FOUND = {
    "terminal-left": 1,
    "not-in-table": 1,
    "unknown-state": 1,
    "misspelt-state": 1,
    "not-finished": 1,
}


def test_text_at_80_columns(log):
    status, output, errors = call("audit", log)
    assert (status, errors) == (1, "")
    assert output == (GOLDEN / "audit.txt").read_text(encoding="utf-8")
    assert max(map(len, output.splitlines())) <= 80


def test_json(log):
    status, output, _ = call("audit", log, "--format", "json")
    report = json.loads(output)
    assert (status, report["verdict"], report["tasks"], report["events"]) == (1, "violates", 4, 13)
    assert (report["conforming"], report["violating"], report["share"]) == (1, 1, 0.25)
    assert counts(output) == FOUND
    assert [example["task"] for example in report["examples"]] == ["back", "odd", "short"]
    assert [step["state"] for step in report["examples"][0]["steps"]][-1] == "working"
    assert report["examples"][0]["steps"][-2]["findings"] == ["terminal-left"]


@pytest.mark.parametrize("form", ["parquet", "jsonl", "duckdb", "tsv", "folder"])
def test_every_form_of_log_says_the_same(log, form):
    import duckdb

    with duckdb.connect("log.duckdb" if form == "duckdb" else ":memory:") as connection:
        rows = f"SELECT * FROM read_csv('{log}')"
        if form == "duckdb":
            connection.execute(f"CREATE TABLE events AS {rows}; CREATE TABLE other AS SELECT 1 AS x")
            name = "log.duckdb::events"
        elif form == "folder":
            Path("parts").mkdir()
            for part in (0, 1):
                parquet(log, f"parts/{part}.parquet", where=f"seq % 2 = {part}")
            name = "parts"
        else:
            options = {"parquet": "FORMAT parquet", "jsonl": "FORMAT json", "tsv": "HEADER, DELIMITER '\t'"}[form]
            connection.execute(f"COPY ({rows}) TO 'out.{form}' ({options})")
            name = f"out.{form}"
    status, output, errors = call("audit", name, "--format", "json")
    assert (status, errors) == (1, "")
    assert counts(output) == FOUND


def test_postgres(log):
    bindir = subprocess.run(
        [needs.program("pg_config", "Debian's package postgresql")], capture_output=True, text=True, check=True
    ).stdout
    folder = Path(re.search(r"BINDIR = (.*)", bindir)[1])
    if not (folder / "initdb").exists():
        needs.missing("the PostgreSQL server (Debian's package postgresql)")
    user = {"user": "nobody"} if os.geteuid() == 0 else {}  # the server refuses to run as root
    home = Path(f"/tmp/a2a-lifecycle-pg-{os.getpid()}")
    home.mkdir()
    try:
        if user:
            shutil.chown(home, "nobody")
        run = {"check": True, "capture_output": True, "cwd": "/tmp", **user}
        subprocess.run([folder / "initdb", "-D", home / "data", "-A", "trust", "-U", "me"], **run)
        options = f"-k {home} -c listen_addresses=''"
        start = [folder / "pg_ctl", "-D", home / "data", "-o", options, "-l", home / "log", "-w", "start"]
        subprocess.run(start, **{**run, "capture_output": False}, stdout=subprocess.DEVNULL)
        try:
            url = f"postgresql://me@/postgres?host={home}"
            create = "CREATE TABLE events (task_id text, seq numeric, state text)"
            psql = ["psql", url, "-q", "-c", create, "-c", "COPY events FROM STDIN (FORMAT csv, HEADER)"]
            subprocess.run(psql, input=ROWS, text=True, check=True)
            status, output, errors = call("audit", f"{url}::events", "--format", "json")
            assert (status, errors) == (1, "")
            assert counts(output) == FOUND
            status, _, errors = call("audit", f"{url}::nowhere")
            assert (status, errors.count("\n")) == (2, 1)
            assert 'relation "nowhere" does not exist' in errors
        finally:
            subprocess.run([folder / "pg_ctl", "-D", home / "data", "-m", "immediate", "stop"], **run)
    finally:
        shutil.rmtree(home, ignore_errors=True)


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (None, [], "there is no such file"),
        ("", [], "no header"),
        ("task,task_id,seq,state\na,a,1,working\n", [], "'task' or 'task_id' could be the task column; say which"),
        ("task,x,state\na,1,working\n", [], "no column is recognised as the order column; name it with --order"),
        ("task,seq,state\na,1,working\n", ["--task", "tsk"], "did you mean 'task'?"),
        ("task,seq,state\na,one,working\nb,two,working\n", [], "it must hold numbers or times"),
    ],
)
def test_a_log_that_cannot_be_read_gets_one_clear_line(tmp_path, content, arguments, message):
    log = tmp_path / "log.csv"
    if content is not None:
        log.write_text(content, encoding="utf-8")
    status, output, errors = call("audit", log, *arguments)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert message in errors


def test_a_corrupt_parquet_file_gets_one_clear_line(log):
    whole = Path(parquet(log, "whole.parquet")).read_bytes()
    for name, data in {"cut.parquet": whole[:-20], "none.parquet": b"", "text.parquet": b"PAR1 no PAR1"}.items():
        Path(name).write_bytes(data)
        status, output, errors = call("audit", name)
        assert (status, output, errors.count("\n")) == (2, "", 1), errors
        assert name in errors


def damaged(name):
    """A Parquet file whose footer is right and whose data is not, column after column."""
    import pyarrow.parquet as pq

    whole = bytearray(Path(name).read_bytes())
    group = pq.ParquetFile(name).metadata.row_group(0)
    for at in range(group.num_columns):
        column = group.column(at)
        start = min(filter(None, (column.dictionary_page_offset, column.data_page_offset)))
        data = bytearray(whole)
        data[start : start + column.total_compressed_size] = b"\xff" * column.total_compressed_size
        Path(f"{at}.parquet").write_bytes(data)
        yield f"{at}.parquet"


def test_a_damaged_parquet_file_gets_one_clear_line_whatever_reads_it(log):
    for name in damaged(parquet(log, "whole.parquet")):
        status, output, errors = call("audit", name)
        assert (status, output, errors.count("\n")) == (2, "", 1), errors
        assert errors.startswith(f"a2a-lifecycle: {name}: ")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("1.5 AS task_id, seq, state", "the task column 'task_id' holds"),
        ("task_id, seq, true AS state", "the state column 'state' holds boolean"),
        ("task_id, [seq] AS seq, state", "the order column 'seq' holds array"),
    ],
)
def test_a_column_of_the_wrong_type_is_refused(log, columns, message):
    status, output, errors = call("audit", parquet(log, "typed.parquet", columns))
    assert (status, output) == (2, "")
    assert message in errors


def test_a_log_without_tasks_is_never_a_pass(log):
    log.write_text("task_id,seq,state\n", encoding="utf-8")
    status, output, _ = call("audit", log, "--format", "json")
    assert (status, json.loads(output)["verdict"], counts(output)) == (2, "unchecked", {"no-tasks": 1})


def test_rows_that_cannot_be_used_are_counted_and_the_rest_is_judged(log):
    log.write_text(ROWS + "few\n,7,TASK_STATE_WORKING\nback,soon,TASK_STATE_WORKING\na,b,c,d\n", encoding="utf-8")
    status, output, _ = call("audit", log, "--format", "json")
    assert status == 2
    assert counts(output) == {"unreadable": 4, **FOUND}


def test_no_state_is_a_state_that_is_not_specified(log):
    log.write_text("task,seq,state\na,1,\na,2,TASK_STATE_WORKING\n", encoding="utf-8")
    _, output, _ = call("audit", log, "--format", "json")
    assert counts(output) == {"unspecified-state": 1, "not-finished": 1}


def test_ties_are_broken_by_the_table_and_said(log):
    rows = ["task,seq,state", "a,1,TASK_STATE_COMPLETED", "a,1,TASK_STATE_SUBMITTED", "a,1,TASK_STATE_WORKING"]
    log.write_text("\n".join(rows), encoding="utf-8")
    status, output, _ = call("audit", log, "--format", "json")
    assert (status, counts(output), json.loads(output)["ties"]) == (0, {}, 2)
    assert "2 events share their order" in call("audit", log)[1]
    lines = [f"{row},{line}" for line, row in enumerate(["task,seq,state", *rows[1:]])]
    log.write_text("\n".join(lines).replace(",0", ",line", 1), encoding="utf-8")
    status, output, _ = call("audit", log, "--format", "json", "--order", "seq", "--order", "line")
    assert (status, json.loads(output)["ties"], counts(output)["terminal-left"]) == (1, 0, 1)


def test_times_as_text_are_put_in_order_as_times(log):
    rows = [
        "task,at,state",
        "a,2026-03-01T10:00:02+01:00,TASK_STATE_SUBMITTED",
        "a,2026-03-01T09:30:00Z,TASK_STATE_WORKING",
    ]
    log.write_text("\n".join(rows), encoding="utf-8")
    status, output, _ = call("audit", log, "--format", "json")
    assert (status, counts(output)) == (0, {"not-finished": 1})


def test_nanoseconds_are_put_in_order_and_shown(log):
    log.write_text("task,n,state\na,2,TASK_STATE_WORKING\na,1,TASK_STATE_COMPLETED\n", encoding="utf-8")
    at = "make_timestamp_ns(1700000000000000000 + n)"
    name = parquet(log, "log.parquet", columns=f"task, state, {at} AS at")
    status, output, _ = call("audit", name, "--format", "json")
    steps = json.loads(output)["examples"][0]["steps"]
    assert (status, [step["state"] for step in steps]) == (1, ["completed", "working"])
    assert [step["order"] for step in steps] == [[f"2023-11-14 22:13:20.00000000{n}"] for n in (1, 2)]


def test_fail_on_and_edition(log):
    log.write_text("task,seq,state\na,1,TASK_STATE_SUBMITTED\na,2,TASK_STATE_COMPLETED\n", encoding="utf-8")
    assert call("audit", log)[0] == 0
    assert call("audit", log, "--fail-on", "deviation")[0] == 1
    assert call("audit", log, "--edition", "guide-v1.0")[0] == 1
    assert call("audit", log, "--edition", "published-v1.0", "--fail-on", "deviation")[0] == 0
    assert call("audit", log, "--edition", "guide-v9")[0] == 2


def test_the_page_needs_nothing_else_and_draws_the_flow(log):
    assert call("audit", log, "--html", "page.html")[0] == 1
    page = Path("page.html").read_text(encoding="utf-8")
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)|url\(|@import|<script""", page)
    assert page.count("<svg") == 1
    assert "completed to working: 1 (violation)" in page
    assert "submitted to completed: 1 (deviation)" in page
    assert call("audit", log, "--format", "html")[1] == page
    hostile = ROWS.replace("odd", "<script>alert(1)</script>").replace("TASK_STATE_PAUSED", "<b>&")
    log.write_text(hostile, encoding="utf-8")
    assert "<script" not in call("audit", log, "--format", "html")[1]


def test_a_page_that_cannot_be_written_is_said_before_the_work(log):
    Path("pages").mkdir()
    Path("kept.html").write_text("kept", encoding="utf-8")
    Path("kept.html").chmod(0o444)
    log.write_text("no,log\n1,2\n", encoding="utf-8")
    for name, reason in (
        ("pages", "Is a directory"),
        ("/dev/stdout", "for standard output use `--format html`"),
        ("kept.html", "it is read-only"),
    ):
        status, output, errors = call("audit", log, "--html", name)
        assert (status, output, errors.count("\n")) == (2, "", 1)
        assert name in errors
        assert reason in errors
    assert Path("kept.html").read_text(encoding="utf-8") == "kept"


def test_the_printed_query_counts_what_the_audit_counts(log):
    import duckdb

    parquet(log, "events.parquet")
    query = call("audit", "events.parquet", "--sql", "duckdb")[1]
    with duckdb.connect() as connection:
        connection.execute("CREATE VIEW events AS SELECT * FROM 'events.parquet'")
        rows = connection.execute(query).fetchall()
    assert ("completed", "working", "terminal-left", 1, 1) in rows
    assert ("submitted", "completed", "not-in-table", 1, 1) in rows
    assert sum(row[3] for row in rows) == 13


@pytest.mark.parametrize("kind", ["BIGINT", "VARCHAR"])
def test_the_query_for_a_warehouse_takes_ids_of_any_type(log, kind):
    import duckdb

    ids = {"good": 1, "back": 2, "short": 3, "odd": 4}
    printed = call(
        "audit", "lake.events", "--task", "task_id", "--order", "seq", "--state", "state", "--sql", "duckdb"
    )[1]
    with duckdb.connect() as connection:
        connection.execute(f"CREATE SCHEMA lake; CREATE TABLE lake.events (task_id {kind}, seq TIMESTAMP, state TEXT)")
        for line in log.read_text(encoding="utf-8").splitlines()[1:]:
            task, seq, state = line.split(",")
            at = f"2026-01-01 00:00:{int(seq):02}"
            connection.execute("INSERT INTO lake.events VALUES (?, ?, ?)", [ids[task], at, state])
        counted = connection.execute(printed).fetchall()
    assert ("completed", "working", "terminal-left", 1, 1) in counted
    assert sum(events for *_, events, _ in counted) == 13


def test_the_query_of_text_files_reads_their_columns(log):
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE log AS SELECT * FROM read_csv('{log}', all_varchar=true)")
        counted = connection.execute(call("audit", log, "--sql", "duckdb")[1]).fetchall()
    assert ("completed", "working", "terminal-left", 1, 1) in counted
    assert sum(events for *_, events, _ in counted) == 13


def test_a_file_named_twice_is_one(log):
    once = call("audit", log, "--format", "json")
    assert json.loads(call("audit", log, "*.csv", "--format", "json")[1]) == json.loads(once[1])


@pytest.mark.parametrize("dialect", ["snowflake", "bigquery", "postgres", "trino", "databricks"])
def test_the_query_for_a_warehouse_needs_no_log(dialect):
    status, output, _ = call("audit", "a.b", "--task", "t", "--order", "o", "--state", "s", "--sql", dialect)
    assert status == 0
    assert "terminal-left" in output


def test_a_dialect_nobody_knows():
    status, _, errors = call("audit", "a.b", "--task", "t", "--order", "o", "--state", "s", "--sql", "klingon")
    assert (status, errors.count("\n")) == (2, 1)
    assert "no dialect 'klingon' is known" in errors


def test_a_bar_on_a_terminal_only_and_not_on_standard_output(log):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stdout, stderr = io.StringIO(), Terminal()
    main(["audit", str(log)], stdout, stderr)
    assert "auditing" in stderr.getvalue()
    assert "auditing" not in stdout.getvalue()
    assert call("audit", log)[2] == ""


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_spark_says_the_same(log):
    needs.module("pyspark", "spark")
    needs.program("java", "Debian's package openjdk-17-jre-headless")
    parquet(log, "log.parquet")
    here = call("audit", "log.parquet", "--format", "json")
    there = call("audit", "log.parquet", "--format", "json", "--engine", "spark", "--master", "local[2]")
    gc.collect()  # the sockets to Java, which Spark's own code leaves to the collector
    assert there[0] == here[0]
    assert json.loads(there[1]) == {**json.loads(here[1]), "engine": "Apache Spark"}
    name = next(damaged("log.parquet"))
    status, output, errors = call("audit", name, "--engine", "spark", "--master", "local[2]")
    assert (status, output, errors.count("\n")) == (2, "", 1), errors
    assert errors.startswith(f"a2a-lifecycle: {name}: ")


def test_the_documentation_works(log, tmp_path):
    from tests.conformance.audit.support import documented

    for name, text in documented(DOCUMENTATION, "csv"):
        Path(name).write_text(text, encoding="utf-8")
    commands = [text for _, text in documented(DOCUMENTATION, "console")]
    assert commands
    for text in commands:
        command, _, expected = text.partition("\n")
        _, output, errors = call(*command.removeprefix("$ a2a-lifecycle ").split())
        assert errors == ""
        if expected.strip():
            assert output == expected

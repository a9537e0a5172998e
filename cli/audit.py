"""`a2a-lifecycle audit`: hold a log in tables, of any size, against the table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, table_of
from a2a_lifecycle.cli.output import check_target, write
from a2a_lifecycle.cli.progress import watched
from a2a_lifecycle.cli.terminal import Terminal

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.audit.auditing import Engine
    from a2a_lifecycle.conformance.audit.columns import Named
    from a2a_lifecycle.conformance.audit.report import Report
    from a2a_lifecycle.diagrams.flow import Wrong
    from a2a_lifecycle.spec import Table

EPILOG = """\
LOG is one log: Parquet, CSV or JSON lines, as files, folders or patterns; recordings as `check` reads them; a table in
a DuckDB file (events.duckdb::TABLE) or in PostgreSQL (postgresql://user@host/database::TABLE).

A row is an event of a task. Its columns are named by --task, --order and --state, or recognised: task_id, seq,
timestamp, state and the like. A column `kind` tells status updates, whole Tasks and artifact updates apart, a column
`protocol` the versions. --order may be given more than once: a later column breaks the ties of an earlier one.

What `check` finds and no pair of states decides is left to it: final-flag, cancel-unanswered, and what only came late.

exit status:
  0  nothing at or above --fail-on was found
  1  something was
  2  rows could not be used, or there was no task; or the call was wrong, or the log cannot be read

examples:
  a2a-lifecycle audit events.parquet
  a2a-lifecycle audit 'logs/*.csv' --task run_id --order at --order line --state status --html audit.html
  a2a-lifecycle audit agents.duckdb::task_events --format json
  a2a-lifecycle audit hdfs://logs/2026 --engine spark --master spark://host:7077
  a2a-lifecycle audit events.parquet --sql snowflake
"""

_SEVERITIES = ("violation", "deviation", "note")
_FORMATS = ("text", "json", "html")
_EXTRAS = {"duckdb": "audit", "spark": "spark"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument("log", metavar="LOG", nargs="+", help="files of one format, or a database table")
    columns = parser.add_argument_group("columns")
    columns.add_argument("--task", metavar="COLUMN", help="the task an event belongs to")
    columns.add_argument("--order", metavar="COLUMN", action="append", default=[], help="what puts events in order")
    columns.add_argument("--state", metavar="COLUMN", help="the state an event gives")
    columns.add_argument("--kind", metavar="COLUMN", help="whether it is a status update, a Task or an artifact update")
    columns.add_argument("--protocol", metavar="COLUMN", help="the protocol version it is written in")
    engine = parser.add_argument_group("engine")
    engine.add_argument("--engine", choices=tuple(_EXTRAS), default="duckdb", help="duckdb (default) or spark")
    engine.add_argument("--master", metavar="URL", help="Spark's master; by default it runs inside this process")
    engine.add_argument("--threads", metavar="N", type=int, help="how many threads DuckDB takes")
    engine.add_argument(
        "--memory", metavar="SIZE", help="the most memory the engine takes, such as 4GB; the rest is spilled"
    )
    add_table_arguments(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=_FORMATS, default=_FORMATS[0], help="text (default), json or html")
    output.add_argument("--html", metavar="FILE", help="write the HTML page to FILE, beside the report in --format")
    output.add_argument("--examples", metavar="N", type=int, default=5, help="show the N worst tasks (default 5)")
    output.add_argument("--fail-on", choices=_SEVERITIES, default=_SEVERITIES[0], help="exit 1 from this severity on")
    output.add_argument("--sql", metavar="DIALECT", help="print the query in a dialect of SQL, and run nothing")


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Audit the log, or print the query."""
    if arguments.examples < 0:
        raise UsageError("--examples must not be negative")
    if arguments.threads is not None and arguments.threads < 1:
        raise UsageError("--threads must be at least 1")
    if arguments.master is not None and arguments.engine != "spark":
        raise UsageError("--master is for --engine spark")
    from a2a_lifecycle.conformance.audit.errors import AuditError

    try:
        if arguments.sql is not None:
            return _sql(arguments, stdout)
        return _audit(arguments, stdout, stderr)
    except AuditError as error:
        raise UsageError(" ".join(str(error).split())) from None


def _audit(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from a2a_lifecycle.conformance.codes import Severity

    table = table_of(arguments)
    if arguments.edition is not None:
        table.edition(arguments.edition)
    if arguments.html is not None:  # now, not after an hour of work
        check_target(Path(arguments.html), "--format html")
    engine = _engine(arguments)
    try:
        from a2a_lifecycle.conformance.audit.auditing import audit

        with watched(engine.progress, "auditing", stderr):
            report = audit(
                arguments.log,
                engine=engine,
                named=_named(arguments),
                table=table,
                edition=arguments.edition,
                examples=arguments.examples,
            )
    finally:
        engine.close()
    _write(arguments, report, table, stdout)
    return report.exit_status(Severity[arguments.fail_on.upper()])


def _engine(arguments: argparse.Namespace) -> Engine:
    from a2a_lifecycle.conformance.audit.errors import MissingExtraError

    try:
        if arguments.engine == "spark":
            from a2a_lifecycle.conformance.audit.spark_engine import SparkEngine

            return SparkEngine(arguments.master, arguments.memory)
        from a2a_lifecycle.conformance.audit.duckdb_engine import DuckDBEngine

        return DuckDBEngine(arguments.threads, arguments.memory)
    except ImportError as error:
        if (error.name or "").startswith("a2a_lifecycle"):
            raise
        raise MissingExtraError("audit", _EXTRAS[arguments.engine]) from None


def _named(arguments: argparse.Namespace) -> Named:
    from a2a_lifecycle.conformance.audit.columns import Named

    return Named(arguments.task, tuple(arguments.order), arguments.state, arguments.kind, arguments.protocol)


def _sql(arguments: argparse.Namespace, stdout: TextIO) -> int:
    table = table_of(arguments)
    engine = _engine(arguments)
    try:
        from a2a_lifecycle.conformance.audit.query import query

        text = query(arguments.log, arguments.sql, engine, _named(arguments), table, arguments.edition)
    finally:
        engine.close()
    print(text, file=stdout)
    return 0


def _write(arguments: argparse.Namespace, report: Report, table: Table, stdout: TextIO) -> None:
    from a2a_lifecycle.conformance.audit.as_json import as_json
    from a2a_lifecycle.conformance.audit.text import text

    if arguments.html is not None:
        write(Path(arguments.html), _page(report, table).encode())
    if arguments.format == "html":
        print(_page(report, table), file=stdout, end="")
    elif arguments.format == "json":
        print(as_json(report), file=stdout)
    else:
        terminal = Terminal(stdout)
        for line in text(report, terminal.width, terminal.paint):
            print(line, file=stdout)


def _page(report: Report, table: Table) -> str:
    from a2a_lifecycle.conformance.audit.page import page
    from a2a_lifecycle.conformance.codes import Severity
    from a2a_lifecycle.diagrams.flow import FlowEdge, draw_flow, left_out

    wrong: dict[Severity | None, Wrong] = {Severity.VIOLATION: "violation", Severity.DEVIATION: "deviation"}
    edges = [
        FlowEdge(pair.from_state, pair.to_state, pair.events, wrong.get(pair.step_severity))
        for pair in report.pairs
        if pair.to_state is not None and (pair.opening or pair.from_state is not None)
    ]
    endings = {state: count for state, count in report.endings.items() if state is not None}
    drawing = draw_flow(table, table.edition(report.edition), edges, endings)
    hidden = left_out(edges)
    caption = f"{hidden} rarer kinds of steps outside the table are not drawn; all are listed below." if hidden else ""
    return page(report, drawing, caption)

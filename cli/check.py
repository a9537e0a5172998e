"""`a2a-lifecycle check`: hold recorded traffic against the table."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, table_of
from a2a_lifecycle.cli.terminal import Terminal

if TYPE_CHECKING:
    from a2a_lifecycle.conformance import Path as TaskPath
    from a2a_lifecycle.conformance import Report
    from a2a_lifecycle.diagrams import Format
    from a2a_lifecycle.spec import Table

EPILOG = """\
FILE is a recording: JSON lines, server-sent events, a JSON array, one JSON object or several, pretty-printed or not,
gzip or not; of protocol v0.2, v0.3 or v1.0; JSON-RPC, REST or gRPC; answers, or requests and answers. "-" is standard
input. Each file is a recording of its own, unless --join is given.

exit status:
  0  nothing at or above --fail-on was found
  1  something was
  2  anything could not be read, or there was nothing to check; or the call was wrong

examples:
  a2a-lifecycle check session.sse
  curl -sN ... | a2a-lifecycle check -
  a2a-lifecycle check --join agent.log.1.gz agent.log --fail-on deviation
  a2a-lifecycle check --format sarif *.jsonl > findings.sarif
  a2a-lifecycle check --explain terminal-left
  a2a-lifecycle check session.sse --draw path.svg --task 4711
"""

_SEVERITIES = ("violation", "deviation", "note")
_PICTURES: dict[str, Format] = {".svg": "svg", ".png": "png", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid"}
_FORMATS = ("text", "json", "junit", "sarif", "github")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    parser.add_argument("files", metavar="FILE", nargs="*", help="a recording, or - for standard input")
    add_table_arguments(parser)
    parser.add_argument("--fail-on", choices=_SEVERITIES, default=_SEVERITIES[0], metavar="SEVERITY")
    parser.add_argument("--format", choices=_FORMATS, default=_FORMATS[0], metavar="FORMAT")
    parser.add_argument("--quiet", action="store_true", help="say the verdict and what fails, and nothing else")
    parser.add_argument("--join", action="store_true", help="read the files, in this order, as one recording")
    parser.add_argument("--explain", metavar="CODE", help="say what a kind of finding means, and stop")
    kinds = ", ".join(_PICTURES)
    parser.add_argument("--draw", metavar="PICTURE", help=f"draw the path of a task over the table ({kinds})")
    parser.add_argument("--task", metavar="ID", help="the task to draw; by default the first with the gravest finding")
    parser.add_argument("--max-findings", metavar="N", type=int, default=None, help="list no more than N findings")
    for action in parser._actions:
        if action.dest == "edition":
            action.help = "check against this edition alone; what is outside it is a violation"
        elif action.dest == "fail_on":
            action.help = f"exit 1 from this severity on: {', '.join(_SEVERITIES)} (default {_SEVERITIES[0]})"
        elif action.dest == "format":
            action.help = f"{', '.join(_FORMATS)} (default {_FORMATS[0]})"


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Check the recordings, or explain a code."""
    if arguments.explain is not None:
        return _explain(arguments.explain, stdout)
    if not arguments.files:
        raise UsageError("name a recording, or - for standard input (see `a2a-lifecycle check --help`)")
    if arguments.files.count("-") > 1:
        raise UsageError("standard input can be read once only")
    if arguments.max_findings is not None and arguments.max_findings < 0:
        raise UsageError("--max-findings must not be negative")
    if arguments.draw is not None and Path(arguments.draw).suffix.lower() not in _PICTURES:
        raise UsageError(f"--draw writes {', '.join(_PICTURES)}, and not {arguments.draw!r}")
    from a2a_lifecycle.conformance import Severity, check_files
    from a2a_lifecycle.conformance.collector import MAX_FINDINGS
    from a2a_lifecycle.conformance.reports import FORMATS, Options
    from a2a_lifecycle.conformance.reports.words import left_out, not_judged

    table = table_of(arguments)
    collecting = gc.isenabled()
    gc.disable()  # a check makes no cycles, and the collector would look at every open task again and again
    try:
        report = check_files(
            arguments.files,
            table=table,
            edition=arguments.edition,
            join=arguments.join,
            follow=arguments.task,
            max_findings=MAX_FINDINGS if arguments.max_findings is None else arguments.max_findings,
        )
    finally:
        if collecting:
            gc.enable()
    terminal = Terminal(stdout)
    fail_on = Severity[arguments.fail_on.upper()]
    options = Options(terminal.width, terminal.paint, fail_on, arguments.quiet)
    for line in FORMATS[arguments.format](report, options):
        print(_printable(line, stdout), file=stdout)
    if arguments.format != "text" and not arguments.quiet:
        for said in (not_judged(report), left_out(report)):
            if said:
                print(f"a2a-lifecycle: {said}", file=stderr)
    if arguments.draw is not None:
        _draw(arguments, report, table, stderr)
    return report.exit_status(fail_on)


def _printable(line: str, stream: TextIO) -> str:
    """`line` as `stream` can print it: a terminal of another encoding must not stop the report."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)


def _explain(code: str, stdout: TextIO) -> int:
    from textwrap import fill

    from a2a_lifecycle.conformance.codes import Code
    from a2a_lifecycle.conformance.explain import explanations
    from a2a_lifecycle.spec.errors import suggestion

    known = [str(one) for one in Code]
    if code not in known:
        raise UsageError(f"no finding is called {code!r}; {suggestion(code, known)}")
    terminal = Terminal(stdout)
    explanation = explanations()[Code(code)]
    head = f"{terminal.paint(code, 'bold')} ({Code(code).severity}): {explanation.title}"
    print(head, file=stdout)
    sections = {
        "What it means": explanation.means,
        "Where the rule is": "; ".join(explanation.clause) or "no rule of the protocol",
        "Which SDKs do it": explanation.sdks if explanation.sdks != "-" else "not a matter of the SDK",
        "How to repair it": explanation.repair,
    }
    for title, text in sections.items():
        print(f"\n{terminal.paint(title, 'bold')}", file=stdout)
        print(fill(text, terminal.width, initial_indent="  ", subsequent_indent="  "), file=stdout)
    return 0


def _draw(arguments: argparse.Namespace, report: Report, table: Table, stderr: TextIO) -> None:
    """Draw what one task did over the edition that has all its states, or else the first."""
    from a2a_lifecycle.cli.output import write
    from a2a_lifecycle.diagrams import RenderError, draw_trace

    path = _path_to_draw(arguments.task, report)
    if path is None:
        missing = f"task {arguments.task!r}" if arguments.task else "any task"
        raise UsageError(f"there is no picture to draw: {missing} is not in the recording")
    editions = [table.edition(arguments.edition)] if arguments.edition else list(table.editions.values())
    edition = next((e for e in editions if all(state in e.by_id for state in path.states)), editions[0])
    try:
        picture = draw_trace(edition, path.states, _PICTURES[Path(arguments.draw).suffix.lower()])
    except RenderError as error:
        raise UsageError(str(error)) from None
    write(Path(arguments.draw), picture if isinstance(picture, bytes) else picture.encode())
    print(f"a2a-lifecycle: drew task {path.task} over {edition.id} into {arguments.draw}", file=stderr)


def _path_to_draw(task: str | None, report: Report) -> TaskPath | None:
    """What the task that was asked for did; or the first one with the gravest finding, or the first one."""
    paths = {path.task: path for path in reversed(report.paths)}
    if task is not None:
        return paths.get(task)
    gravest = sorted((f for f in report.findings if f.task in paths), key=lambda f: -f.severity)
    return paths[str(gravest[0].task)] if gravest else next(iter(report.paths), None)

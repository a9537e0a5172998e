"""`a2a-lifecycle prove`: proves the theorems and reports their verdicts."""

from __future__ import annotations

import argparse
import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, table_of
from a2a_lifecycle.cli.output import show, write
from a2a_lifecycle.cli.process import leaving_on_interrupt
from a2a_lifecycle.cli.terminal import Terminal
from a2a_lifecycle.cli.trust import add_trust_arguments, check_trust_arguments, look_again

if TYPE_CHECKING:
    from a2a_lifecycle.proofs.run import Report
    from a2a_lifecycle.proofs.theorem import Theorem
    from a2a_lifecycle.spec import Table

EPILOG = """\
exit status:
  0  every verdict is the expected one
  1  a verdict is not the expected one, or another solver has another one, or a mutant of the rules survives
  2  a wrong call, or a table that cannot be loaded
  3  a verdict is undetermined, another solver has none, or nothing was asked
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    add_table_arguments(parser)
    parser.add_argument("--theorem", metavar="NAME", action="append", help="one theorem; may be given several times")
    parser.add_argument("--list", action="store_true", help="list the theorems with their claims, and prove nothing")
    parser.add_argument("--format", choices=("text", "json", "junit"), default="text", help="how to print the report")
    parser.add_argument("--verbose", action="store_true", help="print claims, obligations, cores and witnesses")
    parser.add_argument("--draw", metavar="DIR", help="also draw each trace, as SVG or as a Mermaid chart")
    parser.add_argument("--matrix", action="store_true", help="also print which theorem rests on which row")
    add_trust_arguments(parser)
    parser.add_argument("--mutants", action="store_true", help="also print which theorems refute which mutants")


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Prove, print, and return the exit status."""
    from a2a_lifecycle.proofs.catalogue import catalogue
    from a2a_lifecycle.proofs.run import NoSuchTheoremError
    from a2a_lifecycle.proofs.run import run as prove

    table = table_of(arguments)
    terminal = Terminal(stdout)
    if arguments.list:
        for theorem in catalogue().values():
            print(f"{terminal.paint(theorem.name, 'bold')}\n    {theorem.claim}", file=stdout)
        return 0
    if arguments.format != "text" and (arguments.matrix or arguments.mutants or arguments.verbose):
        raise UsageError("--verbose, --matrix and --mutants go with --format text")
    check_trust_arguments(arguments)
    _note_names(table, arguments.edition, stderr)
    progress = _Progress(stderr, arguments.format)
    try:
        with leaving_on_interrupt(progress.clear):
            report = prove(
                table,
                edition=arguments.edition,
                theorems=_names(arguments.theorem),
                progress=progress,
                processes=os.cpu_count() or 1,
            )
    except NoSuchTheoremError as error:
        raise UsageError(str(error)) from None
    finally:
        progress.clear()
    with contextlib.suppress(BrokenPipeError):  # the verdict is what it is, read or not
        _print(report, arguments, terminal, stdout)
    if arguments.draw is not None:
        _draw(report, Path(arguments.draw), stderr)
    return look_again(report, arguments, stdout, stderr)


def _names(given: list[str] | None) -> list[str] | None:
    """The theorems' names, which may be written as the grid shows them."""
    return None if given is None else [name.strip().replace(" ", "_") for name in given]


def _note_names(table: Table, edition: str | None, stderr: TextIO) -> None:
    """Say where a table of one's own that can be proved can be followed by no task; it changes no verdict."""
    if table.bundled:
        return
    from a2a_lifecycle.model import TriggerNameError, check_triggers

    for asked in table.editions.values() if edition is None else [table.edition(edition)]:
        try:
            check_triggers(asked)
        except TriggerNameError as error:
            print(
                f"note: trigger {error.trigger!r} ({error.origin}) is the name of an attribute of Task: "
                "run and Task refuse this table",
                file=stderr,
            )
            return


def _draw(report: Report, folder: Path, stderr: TextIO) -> None:
    """Write a drawing of each refutation's trace: a path over the table, or a run of the system as a chart."""
    from a2a_lifecycle.cli.chart import chart_of
    from a2a_lifecycle.diagrams import draw_trace, steps_of
    from a2a_lifecycle.diagrams.sequence import mermaid_sequence

    for result in report.results:
        trace = result.refutation.trace if result.refutation else None
        if trace is None:
            continue
        file = folder / f"{result.theorem.name}.{result.edition}.svg"
        if any(step.actor is not None for step in trace.steps):
            file = file.with_suffix(".mmd")
            picture: str | bytes = mermaid_sequence(chart_of(trace))
        else:
            picture = draw_trace(report.table.edition(result.edition), steps_of(trace.states), "svg")
        write(file, picture.encode() if isinstance(picture, str) else picture)
        print(f"drew {file}", file=stderr)


def _print(report: Report, arguments: argparse.Namespace, terminal: Terminal, stdout: TextIO) -> None:
    from a2a_lifecycle.proofs import machine_readable, matrices, text

    if arguments.format == "json":
        show(machine_readable.as_json(report) + "\n", stdout)
        return
    if arguments.format == "junit":
        show(machine_readable.as_junit(report) + "\n", stdout)
        return
    form = text.full_text if arguments.verbose else text.grid
    signs = text.SIGNS if terminal.can_show("".join(text.SIGNS.values())) else text.ASCII_SIGNS
    print(form(report, terminal.width, terminal.paint, signs), file=stdout)
    for edition in dict.fromkeys(result.edition for result in report.results):
        if arguments.matrix:
            print("", *matrices.core_matrix(report, edition), sep="\n", file=stdout)
        if arguments.mutants:
            lines = matrices.mutant_table(report.table, edition, each=arguments.verbose)
            print("", *lines, sep="\n", file=stdout)


class _Progress:
    """The theorem being proved, on one line of a terminal; nothing elsewhere."""

    def __init__(self, stream: TextIO, output_format: str) -> None:
        self._stream, self._shown = stream, stream.isatty() and output_format == "text"
        self._show("proving …")

    def __call__(self, theorem: Theorem, edition: str) -> None:
        self._show(f"{edition}: {theorem.name.replace('_', ' ')}"[:80])

    def _show(self, text: str) -> None:
        if self._shown:
            self._stream.write(f"\r\x1b[2K{text}")
            self._stream.flush()

    def clear(self) -> None:
        self._show("")

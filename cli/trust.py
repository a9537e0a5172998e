"""The part of `prove` that looks at a report again: other solvers, mutants of the rules, traces for other tools."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from a2a_lifecycle.cli.arguments import UsageError
from a2a_lifecycle.cli.output import write
from a2a_lifecycle.cli.terminal import Terminal

if TYPE_CHECKING:
    from a2a_lifecycle.proofs.run import Report

SEVERITY = (0, 3, 1)
"""Exit statuses, from what weighs least to what weighs most."""


def add_trust_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    again = "put every obligation again to yices, and to cvc5 if it is there"
    parser.add_argument("--recheck", action="store_true", help=again)
    parser.add_argument("--dump", metavar="DIR", help="with --recheck: leave the obligations there, as SMT-LIB")
    parser.add_argument("--itf", metavar="DIR", help="write each trace there in the Informal Trace Format (JSON)")


def check_trust_arguments(arguments: argparse.Namespace) -> None:
    """Refuse what goes together wrongly; raises `UsageError`."""
    if arguments.dump and not arguments.recheck:
        raise UsageError("--dump goes with --recheck")


def look_again(report: Report, arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Do what the arguments ask for, and return the exit status of the report and of all that together."""
    statuses = [report.status]
    if arguments.mutants:
        statuses.append(_mutants(report, stdout))
    if arguments.itf is not None:
        _write_traces(report, Path(arguments.itf))
    if arguments.recheck:
        # A report for machines stays one document: what the other solvers said goes beside it.
        statuses.append(_recheck(report, arguments, stdout if arguments.format == "text" else stderr))
    return max(statuses, key=SEVERITY.index)


def _mutants(report: Report, stdout: TextIO) -> int:
    """Print what becomes of the mutants of the system's rules; 1 where one survives."""
    from a2a_lifecycle.proofs.system.mutants import catches, score_lines

    status = 0
    for edition in dict.fromkeys(result.edition for result in report.results):
        caught = tuple(catches(report.table, report.table.edition(edition)))
        print("", f"{edition}:", *score_lines(caught), sep="\n", file=stdout)
        if any(one.theorem is None for one in caught):
            status = 1
    return status


def _recheck(report: Report, arguments: argparse.Namespace, stream: TextIO) -> int:
    from a2a_lifecycle.proofs.engines import EngineMissingError
    from a2a_lifecycle.proofs.recheck import recheck, recheck_lines

    try:
        done = recheck(report, dump=Path(arguments.dump) if arguments.dump else None)
    except EngineMissingError as missing:
        raise UsageError(str(missing)) from None
    except OSError as error:
        raise UsageError(f"--dump {arguments.dump}: {error.strerror}") from None
    terminal = Terminal(stream)
    for line in recheck_lines(done):
        print(line if done.status == 0 else terminal.paint(line, "red"), file=stream)
    return max(done.status, _cross_check(report, stream), key=SEVERITY.index)


def _cross_check(report: Report, stream: TextIO) -> int:
    """Have other engines check the composed system, if the report is about it at all."""
    from a2a_lifecycle.proofs.engines import EngineMissingError
    from a2a_lifecycle.proofs.system.crosscheck import cross_check, cross_check_lines, status

    editions = dict.fromkeys(result.edition for result in report.results if result.theorem.number[0] > 1)
    try:
        answers = tuple(a for edition in editions for a in cross_check(report.table, report.table.edition(edition)))
    except EngineMissingError as missing:
        raise UsageError(str(missing)) from None
    if not editions:
        return 0
    terminal = Terminal(stream)
    for line in cross_check_lines(answers):
        print(terminal.paint(line, "red") if status(answers) else line, file=stream)
    return status(answers)


def _write_traces(report: Report, directory: Path) -> None:
    from a2a_lifecycle.proofs.itf import itf

    for result in report.results:
        if result.refutation is not None and result.refutation.trace is not None:
            write(directory / f"{result.edition}.{result.theorem.name}.itf.json", itf(result).encode())

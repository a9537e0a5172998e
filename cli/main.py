"""The command's front door: which subcommand, its arguments, and what becomes of an error."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from a2a_lifecycle.cli import process
from a2a_lifecycle.cli.arguments import Parser, UsageError, one_line
from a2a_lifecycle.spec import NoSuchEditionError, TableError

USAGE_STATUS = 2
"""The exit status of a wrong call and of a table that cannot be loaded."""

COMMANDS = {
    "table": "print the table",
    "run": "execute a path of triggers, or step through the lifecycle",
    "prove": "prove the theorems about the table and the system",
    "draw": "draw the table, differences and traces",
    "check": "hold recorded traffic against the table",
    "audit": "hold a log in tables, of any size, against the table",
    "guard": "show what a server built on a2a-sdk does with and without the guard",
    "export": "write the table for another tool",
    "vectors": "write language-neutral test vectors of the table",
    "survey": "measure what the official SDKs do with every illegal step",
}
"""Subcommand → what it does. Each is the module of its name in this package, imported only when it is called."""

EPILOG = f"""\
exit status of every command, besides what its own --help says:
  {USAGE_STATUS:<3}  a wrong call, or a table that cannot be loaded
  {process.INTERNAL_STATUS:<3}  an internal error; {process.TRACEBACK}=1 shows where
  {process.OUTPUT_STATUS:<3}  the output cannot be written
  {process.INTERRUPTED_STATUS:<3}  interrupted
  {process.BROKEN_PIPE_STATUS:<3}  whoever reads the output stopped before the result was known
"""


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command with the arguments `argv` and return its exit status.

    Status 2 is a wrong call or a bad table; what else a status means is each subcommand's to say (`--help`).
    """
    try:
        return _dispatch(list(argv), stdout, stderr)
    except (UsageError, TableError, NoSuchEditionError) as error:
        print(f"a2a-lifecycle: {one_line(str(error))}", file=stderr)
        return USAGE_STATUS


def _dispatch(argv: list[str], stdout: TextIO, stderr: TextIO) -> int:
    parser = Parser(
        prog="a2a-lifecycle",
        description="The A2A Task state machine: executed, proved, drawn, checked.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, summary in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name in argv[:1]:
            module = import_module(f"a2a_lifecycle.cli.{name}")
            subparser.formatter_class = argparse.RawDescriptionHelpFormatter
            subparser.epilog = getattr(module, "EPILOG", None)
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    with parser.printing_to(stdout):
        arguments = parser.parse_args(argv)
        if arguments is None:
            return 0
        if arguments.version:
            from importlib.metadata import version

            print(version("a2a-lifecycle"), file=stdout)
            return 0
        if arguments.command is None:
            parser.print_help()
            return USAGE_STATUS
    status: int = arguments.run(arguments, stdout, stderr)
    return status


def entry() -> None:
    """The console script."""
    sys.exit(process.run(main))

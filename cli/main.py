"""The command's front door: which subcommand, its arguments, and what becomes of an error."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import TextIO

from a2a_lifecycle.cli.arguments import Parser, UsageError
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


def main(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command with the arguments `argv` and return its exit status.

    Status 2 is a wrong call or a bad table; what else a status means is each subcommand's to say (`--help`).
    """
    try:
        return _dispatch(list(argv), stdout, stderr)
    except (UsageError, TableError, NoSuchEditionError) as error:
        print(f"a2a-lifecycle: {error}", file=stderr)
        return USAGE_STATUS


def _dispatch(argv: list[str], stdout: TextIO, stderr: TextIO) -> int:
    parser = Parser(prog="a2a-lifecycle", description="The A2A Task state machine: executed, proved, drawn, checked.")
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
            print(version("a2a-lifecycle"), file=stdout)
            return 0
        if arguments.command is None:
            parser.print_help()
            return USAGE_STATUS
    status: int = arguments.run(arguments, stdout, stderr)
    return status


def entry() -> None:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        # A sign that the terminal cannot show is no reason to lose the rest.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has seen enough; the interpreter must not complain again at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)

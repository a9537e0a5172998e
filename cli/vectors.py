"""`a2a-lifecycle vectors`: write the test vectors, or check that they are those of the table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, table_of

EPILOG = """\
exit status:
  0  written, or with --check all as generated
  1  with --check, a file differs, is missing or is left over
  2  wrong call, a table that cannot be loaded, or a folder that cannot be written

examples:
  a2a-lifecycle vectors                 write vectors/ for the bundled table
  a2a-lifecycle vectors --check         fail if a file there is not as generated
  a2a-lifecycle vectors --table my.toml --output mine
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `vectors`."""
    add_table_arguments(parser, edition=False)
    parser.add_argument("-o", "--output", metavar="DIR", default="vectors", help="the folder (default: vectors)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not as generated")


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Write the files, or name those that drifted."""
    from a2a_lifecycle.conformance import vectors

    table, folder = table_of(arguments), Path(arguments.output)
    try:
        if not arguments.check:
            written = vectors.write(table, folder)
            print(f"{len(written)} files in {folder}", file=stdout)
            return 0
        problems = vectors.drift(table, folder)
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: {error.strerror or error}") from None
    for problem in problems:
        print(problem, file=stderr)
    if problems:
        print(f"run `a2a-lifecycle vectors -o {folder}` to write them anew", file=stderr)
        return 1
    print(f"{len(vectors.files(table))} files in {folder} are as generated", file=stdout)
    return 0

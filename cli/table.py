"""`a2a-lifecycle table`: prints the table, or the JSON Schema of the format it is written in."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TextIO, get_args

from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, edition_of
from a2a_lifecycle.cli.output import STDOUT, drift, show, write
from a2a_lifecycle.cli.tableformats import as_json, as_markdown, as_text
from a2a_lifecycle.spec import Language, json_schema

EPILOG = """\
exit status: 0 printed, written, or not drifted; 1 with --check, the file
differs or is missing; 2 a wrong call or a bad table.

examples:
  a2a-lifecycle table
  a2a-lifecycle table --edition published-v1.0 --language zh
  a2a-lifecycle table --table my.toml --format markdown -o docs/table.md
  a2a-lifecycle table --schema -o spec/task.schema.json --check
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `table` takes."""
    add_table_arguments(parser)
    parser.add_argument("--format", choices=("text", "markdown", "json"), help="default: text")
    parser.add_argument("--language", choices=get_args(Language), help="the language of labels and meanings")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of a table's file instead")
    parser.add_argument("-o", "--output", metavar="FILE", default=STDOUT, help="the file to write")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file differs")


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Print, write or check."""
    to_file = arguments.output != STDOUT
    if arguments.check and not to_file:
        raise UsageError("--check compares with a file; say which with `-o FILE`")
    if arguments.schema:
        _refuse_with_schema(arguments)
        content = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    else:
        edition = edition_of(arguments)
        language: Language = arguments.language or "en"
        match arguments.format:
            case "json":
                content = as_json(edition)
            case "markdown":
                content = as_markdown(edition, language)
            case _:
                content = as_text(edition, language, None if to_file else stdout)
    if not to_file and arguments.format in (None, "text") and not arguments.schema:
        stdout.write(content)
    elif not to_file:
        show(content, stdout)
    elif arguments.check:
        found = drift(Path(arguments.output), content.encode())
        if found:
            print(found, file=stdout)
            print("a2a-lifecycle: the file has drifted; run the same command without --check", file=stderr)
            return 1
        print(f"{arguments.output} is up to date", file=stdout)
    else:
        write(Path(arguments.output), content.encode())
    return 0


def _refuse_with_schema(arguments: argparse.Namespace) -> None:
    for name in ("table", "edition", "format", "language"):
        if getattr(arguments, name) is not None:
            raise UsageError(f"--schema is the same for every table; leave out --{name}")

"""`a2a-lifecycle export`: the table written for another tool."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from a2a_lifecycle.cli.arguments import Parser, UsageError, add_table_arguments, table_of
from a2a_lifecycle.cli.output import STDOUT, show, write
from a2a_lifecycle.conformance.export import EXPORTERS, ExportError, export

EPILOG = """\
exit status:
  0  written
  2  wrong call, a table that cannot be loaded, or a file that cannot be written

examples:
  a2a-lifecycle export sql --dialect postgresql | psql -1 -v ON_ERROR_STOP=1 mydb
  a2a-lifecycle export sql --dialect sqlite --edition guide-v1.0 -o guard.sql
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One subcommand for each exporter, each with its own options."""
    exporters = parser.add_subparsers(dest="exporter", metavar="WHAT", parser_class=Parser)
    for name, exporter in EXPORTERS.items():
        description = f"{exporter.description[0].upper()}{exporter.description[1:]}."
        subparser = exporters.add_parser(name, help=exporter.description, description=description)
        for option in exporter.options:
            subparser.add_argument(
                f"--{option.name}",
                help=option.help + (f" (default: {option.default})" if option.default is not None else ""),
                choices=option.choices or None,
                required=option.required,
                metavar=None if option.choices else option.metavar,
            )
        add_table_arguments(subparser)
        subparser.add_argument(
            "-o", "--output", metavar="FILE", default=STDOUT, help="the file to write; default: standard output"
        )


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Write the export; raises `UsageError`."""
    if arguments.exporter is None:
        raise UsageError(f"say what to export: {', '.join(EXPORTERS)} (see `a2a-lifecycle export --help`)")
    exporter = EXPORTERS[arguments.exporter]
    table = table_of(arguments)
    edition = table.edition(arguments.edition) if arguments.edition is not None else exporter.default_edition(table)
    names = [option.name.replace("-", "_") for option in exporter.options]
    try:
        text = export(arguments.exporter, edition, **{name: getattr(arguments, name) for name in names})
    except ExportError as error:
        raise UsageError(str(error)) from None
    if arguments.output == STDOUT:
        show(text, stdout)
    else:
        write(Path(arguments.output), text.encode())
    return 0

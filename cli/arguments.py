"""What the subcommands' arguments have in common."""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO

from a2a_lifecycle.spec import Edition, Table, load


class UsageError(Exception):
    """A wrong call: its text is the one line to print; the exit status is 2."""


def one_line(text: str) -> str:
    """`text` as a terminal may show it: in one line, no longer than anyone reads, control characters escaped."""
    shown = "".join(
        glyph if unicodedata.category(glyph) not in _UNSHOWN else glyph.encode("unicode_escape").decode("ascii")
        for glyph in text[:_LONGEST]
    )
    return shown if len(text) <= _LONGEST else f"{shown}…"


_UNSHOWN = ("Cc", "Cs", "Zl", "Zp")
_LONGEST = 2000


def _not_empty(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("must not be empty")
    return text


class _DoneError(Exception):
    """The parser has printed what it was asked for, its help; there is nothing more to do."""


class Parser(argparse.ArgumentParser):
    """An argument parser that prints where it is told to and raises instead of leaving the process."""

    stream: TextIO | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        self.register("type", None, _not_empty)

    def add_subparsers(self, **options: Any) -> Any:
        """As of `argparse`; what is empty among a subcommand's arguments, that subcommand refuses."""
        subparsers = super().add_subparsers(**options)
        subparsers.type = str
        return subparsers

    @contextmanager
    def printing_to(self, stream: TextIO) -> Iterator[None]:
        """Within this, help goes to `stream`."""
        Parser.stream = stream
        try:
            yield
        finally:
            Parser.stream = None

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments, or None where the parser has printed its help instead."""
        try:
            return super().parse_args(args, namespace)
        except _DoneError:
            return None

    def _print_message(self, message: str, file: Any = None) -> None:
        (self.stream or file).write(message)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Stop parsing, having printed the help."""
        raise _DoneError

    def error(self, message: str) -> NoReturn:
        """Refuse the call."""
        raise UsageError(f"{message} (see `{self.prog} --help`)")


def add_table_arguments(parser: argparse.ArgumentParser, *, edition: bool = True, default: str | None = None) -> None:
    """Add `--table FILE` and, unless `edition` is False, `--edition ID`; its help says what the `default` is."""
    parser.add_argument("--table", metavar="FILE", help="a table of your own, in the format of task.toml")
    if edition:
        parser.add_argument(
            "--edition", metavar="ID", help="one edition of the table" + (f"; default: {default}" if default else "")
        )


def table_of(arguments: argparse.Namespace) -> Table:
    """The table that `--table` names, or the bundled one; raises `TableError`."""
    return load(arguments.table)


def edition_of(arguments: argparse.Namespace) -> Edition:
    """The edition that `--edition` names, or the table's first; raises `TableError` or `NoSuchEditionError`."""
    return table_of(arguments).edition(arguments.edition)

"""`a2a-lifecycle draw`: draws the table, differences and traces, and checks that drawings have not drifted."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, get_args

from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, edition_of, table_of
from a2a_lifecycle.cli.output import STDOUT, check_target, drift, show, write
from a2a_lifecycle.spec import Language, load

if TYPE_CHECKING:
    from a2a_lifecycle.diagrams import Format, Step
    from a2a_lifecycle.diagrams.picture import Picture

FOLDER = "diagrams/generated"
"""Where all drawings go if nothing else is said."""

_EDITION = load().edition()
_PATH = _EDITION.path(_EDITION.initial.id, next(state.id for state in _EDITION.states if state.terminal)) or ()
_STATES = (_EDITION.initial.id, *(edge.target for edge in _PATH), *(edge.source for edge in _PATH[-1:]))
"""A trace for the examples below: to an outcome, and then, which is wrong, back."""

EPILOG = f"""\
Without --edition, --difference or --trace, all drawings of the table are
written: every edition, and the differences between them, in every format and
language that --format and --language leave, into the folder -o
({FOLDER}). With one of them, that one drawing is written to the
file -o, or printed. A table of one edition may be drawn to a file as well.

With --check nothing is written: files that differ, are missing, or are left
over from an earlier table are listed.

exit status: 0 drawn, or nothing has drifted; 1 something has drifted; 2 a
wrong call, a bad table or trace, or no program to draw with.

examples:
  a2a-lifecycle draw
  a2a-lifecycle draw --check
  a2a-lifecycle draw --edition guide-v1.0 -o docs/lifecycle.svg
  a2a-lifecycle draw --edition guide-v1.0 -o docs/lifecycle.svg --check
  a2a-lifecycle draw --table my.toml --format mermaid --language zh -o drawings
  a2a-lifecycle draw --difference guide-v0.3 guide-v1.0 --format mermaid
  a2a-lifecycle draw --trace "{" ".join(_STATES)}" -o trace.svg
  a2a-lifecycle draw --trace "{" ".join(edge.trigger for edge in _PATH)}" --format mermaid
"""

_SUFFIXES: dict[str, Format] = {
    ".dot": "dot",
    ".gv": "dot",
    ".svg": "svg",
    ".png": "png",
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `draw` takes."""
    add_table_arguments(parser, default="all of them, and the differences between them; with --trace, its first")
    parser.add_argument("--difference", nargs=2, metavar=("A", "B"), help="draw what edition B changes in edition A")
    parser.add_argument(
        "--trace",
        metavar="TRACE",
        help="draw a trace over the edition: states or triggers in quotes, or a JSON file that lists states",
    )
    parser.add_argument(
        "--format",
        choices=("dot", "svg", "png", "mermaid"),
        help="default: by the ending of -o, else svg; without a subject, all",
    )
    parser.add_argument("--language", choices=get_args(Language), help="default: en; without a subject, both")
    parser.add_argument(
        "--engine",
        choices=("pure", "dot"),
        default="pure",
        help="what lays out SVG and PNG: pure (graphviz-pure, the same bytes everywhere) or a system's dot",
    )
    parser.add_argument(
        "-o", "--output", metavar="PATH", help="the file to write, - for standard output, or the folder"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the files differ")


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Draw, or check."""
    from a2a_lifecycle.diagrams import RenderError

    if arguments.difference and (arguments.edition is not None or arguments.trace is not None):
        raise UsageError("--difference names its two editions; leave out --edition and --trace")
    one = any(subject is not None for subject in (arguments.difference, arguments.edition, arguments.trace))
    if not one and _names_a_drawing(arguments.output):
        arguments.edition = _only_edition(arguments)
        one = True
    try:
        return _one(arguments, stdout, stderr) if one else _all(arguments, stdout, stderr)
    except RenderError as error:
        raise UsageError(str(error)) from None


def _names_a_drawing(output: str | None) -> bool:
    return output is not None and Path(output).suffix.lower() in _SUFFIXES and not Path(output).is_dir()


def _only_edition(arguments: argparse.Namespace) -> str:
    ids = list(table_of(arguments).editions)
    if len(ids) > 1:
        known = ", ".join(ids)
        raise UsageError(f"{arguments.output}: is one drawing; say which with --edition ID; known: {known}")
    return ids[0]


def _form(arguments: argparse.Namespace, where: str) -> Format:
    """The format that `--format` asks for, or the ending of the file; SVG where it has none."""
    ending = Path(where).suffix.lower()
    if arguments.format is None and ending and ending not in _SUFFIXES:
        raise UsageError(f"{where}: no drawing ends in {ending}; use one of {', '.join(_SUFFIXES)}, or say --format")
    form: Format = arguments.format or _SUFFIXES.get(ending, "svg")
    return form


def _one(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from a2a_lifecycle.diagrams.draw import rendered

    where = arguments.output or STDOUT
    content = rendered(_picture(arguments), _form(arguments, where), arguments.engine)
    if where == STDOUT:
        if arguments.check:
            raise UsageError("--check compares with a file; say which with `-o FILE`")
        show(content, stdout)
        return 0
    raw = content if isinstance(content, bytes) else content.encode()
    if not arguments.check:
        write(Path(where), raw)
        return 0
    found = drift(Path(where), raw)
    return _report([found] if found else [], 1, stdout, stderr)


def _picture(arguments: argparse.Namespace) -> Picture:
    from a2a_lifecycle.diagrams.difference import picture_of_difference
    from a2a_lifecycle.diagrams.edition import picture_of_edition
    from a2a_lifecycle.diagrams.trace import picture_of_trace

    language: Language = arguments.language or "en"
    if arguments.difference:
        table = table_of(arguments)
        a, b = arguments.difference
        return picture_of_difference(table.edition(a), table.edition(b), language)
    edition = edition_of(arguments)
    if arguments.trace is None:
        return picture_of_edition(edition, language)
    return picture_of_trace(edition, _steps(arguments), language)


def _steps(arguments: argparse.Namespace) -> tuple[Step, ...]:
    from a2a_lifecycle.diagrams.tracefile import TraceError, trace_of_json, trace_of_words

    edition, trace = edition_of(arguments), arguments.trace
    path = Path(trace) if trace.endswith(".json") or _is_file(trace) else None
    try:
        if path is None:
            return trace_of_words(edition, trace)
        if path.exists() and not path.is_file() and not path.is_dir():
            raise UsageError(f"{path}: is no regular file")
        return trace_of_json(edition, path.read_text(encoding="utf-8-sig"))
    except TraceError as error:
        raise UsageError(f"{path}: {error}" if path else str(error)) from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8 text") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a path, or with a NUL in it: then it is words
        return False


def _all(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    from a2a_lifecycle.diagrams.draw import NO_CHINESE_PNG
    from a2a_lifecycle.diagrams.files import drawings, surplus

    if arguments.output == STDOUT:
        raise UsageError("all drawings go into a folder; for one of them say --edition, --difference or --trace")
    folder = Path(arguments.output or FOLDER)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: is no folder; for one drawing say --edition, --difference or --trace")
    every = list(drawings(table_of(arguments), arguments.engine))
    wanted = [
        drawing
        for drawing in every
        if arguments.format in (None, drawing.format) and arguments.language in (None, drawing.picture.language)
    ]
    if not wanted:
        raise UsageError(NO_CHINESE_PNG)
    left_over = [f"surplus: {path}" for path in surplus(folder, {drawing.name for drawing in every})]
    if arguments.check:
        found = [drift(folder / drawing.name, drawing.content(arguments.engine)) for drawing in wanted]
        return _report([*filter(None, found), *left_over], len(wanted), stdout, stderr)
    for drawing in wanted:  # all of them before any, so that nobody is left with half a set
        check_target(folder / drawing.name)
    contents = [(folder / drawing.name, drawing.content(arguments.engine)) for drawing in wanted]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be made: {error.strerror or error}") from None
    written = sum(write(path, content) for path, content in contents)
    for line in left_over:
        print(f"{line} (of an earlier table; delete it)", file=stderr)
    print(f"{folder}: {written} written, {len(contents) - written} unchanged", file=stdout)
    return 0


def _report(found: list[str], count: int, stdout: TextIO, stderr: TextIO) -> int:
    if not found:
        print(f"{count} {'drawing is' if count == 1 else 'drawings are'} up to date", file=stdout)
        return 0
    for line in found:
        print(line, file=stdout)
    print("a2a-lifecycle: the drawings have drifted; run the same command without --check", file=stderr)
    return 1

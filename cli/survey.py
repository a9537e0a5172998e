"""`a2a-lifecycle survey`: what the official SDKs do with every illegal step."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from a2a_lifecycle.cli.arguments import UsageError
from a2a_lifecycle.cli.terminal import Terminal
from a2a_lifecycle.spec import load

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.survey.cases import Case, Name
    from a2a_lifecycle.conformance.survey.results import Survey

EPILOG = """\
Run it in a checkout, with the SDKs installed:
  pip install '.[sdk]'
  npm ci --prefix conformance/survey/node

exit status:
  0  printed, written, or with --check as recorded
  1  with --check, an SDK or the page differs from what is recorded
  2  wrong call, no vectors, or an SDK that cannot be driven

examples:
  a2a-lifecycle survey                print what both SDKs do
  a2a-lifecycle survey --sdk python   print what a2a-sdk does
  a2a-lifecycle survey --write        record it, and write the page
  a2a-lifecycle survey --check        fail where it differs from what is recorded
"""

_COLOURS = {"accepts": "red", "shows": "red", "stores": "red", "fails": "red", "refuses": "green", "drops": "yellow"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `survey`."""
    parser.add_argument("--sdk", choices=["python", "node"], action="append", help="one SDK alone (default: both)")
    parser.add_argument("--vectors", metavar="DIR", default="vectors", help="the vectors (default: vectors)")
    parser.add_argument(
        "--node", metavar="DIR", default="conformance/survey/node", help="the Node runner (default: %(default)s)"
    )
    parser.add_argument(
        "--results", metavar="DIR", default="conformance/survey/results", help="what is recorded (default: %(default)s)"
    )
    parser.add_argument("--page", metavar="FILE", default="docs/sdk-survey.md", help="the page (default: %(default)s)")
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--write", action="store_true", help="record what is measured, and write the page")
    does.add_argument("--check", action="store_true", help="fail where it differs from what is recorded")


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Measure, then print, record or compare."""
    from a2a_lifecycle.conformance.survey.cases import cases, names
    from a2a_lifecycle.conformance.survey.run import PROTOCOL, SurveyError

    vectors = Path(arguments.vectors)
    editions = [edition.id for edition in load().editions.values() if edition.protocol == PROTOCOL]
    try:
        tried, values = cases(vectors, editions), names(vectors, editions)
        surveys = _measure(arguments, vectors, editions)
        if arguments.write:
            return _write(arguments, surveys, tried, values, stdout)
        if arguments.check:
            return _check(arguments, surveys, tried, values, stdout, stderr)
    except SurveyError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror or error}") from None
    except ValueError as error:
        raise UsageError(f"{arguments.results}: {error}") from None
    for survey in surveys:
        for line in _lines(survey, {case.name: case for case in tried}, Terminal(stdout)):
            print(line, file=stdout)
    return 0


def _measure(arguments: argparse.Namespace, vectors: Path, editions: list[str]) -> list[Survey]:
    from a2a_lifecycle.conformance.survey import run

    measures = {
        "python": lambda: run.survey_python(vectors, editions),
        "node": lambda: run.survey_node(vectors, editions, Path(arguments.node)),
    }
    return [measures[sdk]() for sdk in arguments.sdk or measures]


def _write(
    arguments: argparse.Namespace, surveys: list[Survey], tried: list[Case], values: list[Name], stdout: TextIO
) -> int:
    from a2a_lifecycle.conformance.survey import results
    from a2a_lifecycle.conformance.survey.page import page

    folder, file = Path(arguments.results), Path(arguments.page)
    folder.mkdir(parents=True, exist_ok=True)
    for survey in surveys:
        (folder / survey.file_name).write_text(results.text(survey), encoding="utf-8", newline="\n")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(results.load_all(folder), tried, values), encoding="utf-8", newline="\n")
    print(f"recorded in {folder}: {_named(surveys)}; wrote {file}", file=stdout)
    return 0


def _check(
    arguments: argparse.Namespace,
    surveys: list[Survey],
    tried: list[Case],
    values: list[Name],
    stdout: TextIO,
    stderr: TextIO,
) -> int:
    from a2a_lifecycle.conformance.survey.page import page
    from a2a_lifecycle.conformance.survey.results import load_all
    from a2a_lifecycle.conformance.survey.run import differences

    file, recorded = Path(arguments.page), load_all(Path(arguments.results))
    problems = [line for survey in surveys for line in differences(survey, recorded)]
    if not file.is_file() or file.read_text(encoding="utf-8") != page(recorded, tried, values):
        problems.append(f"{file}: differs from what is recorded in {arguments.results}")
    for problem in problems:
        print(problem, file=stderr)
    if not problems:
        print(f"as recorded: {_named(surveys)}", file=stdout)
    return 1 if problems else 0


def _named(surveys: list[Survey]) -> str:
    return ", ".join(f"{survey.sdk} {survey.version}" for survey in surveys)


def _lines(survey: Survey, cases: dict[str, Case], terminal: Terminal) -> Iterator[str]:
    ways = list(dict.fromkeys(each.way for each in survey.observations))
    yield terminal.paint(f"{survey.sdk} {survey.version}", "bold")
    yield ""
    for number, way in enumerate(ways, start=1):
        yield f"  {number}  {way}"
    yield ""
    by_pair: dict[str, dict[str, str]] = {}
    by_source: dict[str, list[str]] = {}
    for each in survey.observations:
        if each.pair not in by_pair:
            by_source.setdefault(cases[each.pair].source, []).append(each.pair)
        by_pair.setdefault(each.pair, {})[each.way] = each.outcome
    for source, names in by_source.items():
        heads = "".join(f"{number:<8}" for number in range(1, len(ways) + 1))
        yield f"{source + ' →':17}{heads}".rstrip()
        for name in names:
            words = [_cell(by_pair[name].get(way, "")) for way in ways]
            cells = [terminal.paint(word, _COLOURS.get(word, "dim")) + " " * (8 - len(word)) for word in words]
            mark = " " if cases[name].refused_by else "="
            yield f"{mark} {cases[name].target:15}{''.join(cells)}".rstrip()
    yield ""
    yield "  =  a pair that no edition refuses, for comparison"
    yield "  -  a pair with a state that the SDK has no value for"
    yield ""


def _cell(word: str) -> str:
    return "-" if " " in word else word

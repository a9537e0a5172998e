"""`a2a-lifecycle run`: execute a path of triggers, or step through the lifecycle in a terminal."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TextIO

from a2a_lifecycle.cli import output
from a2a_lifecycle.cli.arguments import UsageError, add_table_arguments, edition_of
from a2a_lifecycle.cli.stepper import step_through
from a2a_lifecycle.cli.steps import Step, show, standing, take, words_of
from a2a_lifecycle.cli.terminal import Terminal
from a2a_lifecycle.model import Task, TaskError, TriggerNameError
from a2a_lifecycle.spec.errors import shown, suggestion

FROM_INPUT = "-"
"""In the place of a path: read it from standard input."""

EPILOG = """\
A path is a list of triggers, and of two further steps: request_cancel, the
client asks to cancel (the request may stay pending while the agent works), and
update, the agent reports progress. "-" reads the path from standard input, its
words divided by white space. With no path, in a terminal, the command steps
through the lifecycle.

exit status:
  0  every step was taken
  1  a step was not allowed; the steps before it are shown, and what is allowed
     instead
  2  no path, an unknown step, or a bad table

examples:
  a2a-lifecycle run start require_input provide_input complete
  a2a-lifecycle run start request_cancel complete
  a2a-lifecycle run --edition published-v1.0 --format json reject
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `run` takes."""
    parser.add_argument("path", nargs="*", metavar="STEP", help="a trigger, request_cancel or update; - reads them")
    add_table_arguments(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print the steps")


def run(arguments: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> int:
    """Run the path, or step through; returns the exit status."""
    edition = edition_of(arguments)
    try:
        task = Task(edition)
    except TriggerNameError as error:
        raise UsageError(f"{arguments.table}: {error}") from None
    path: list[str] = arguments.path
    if path == [FROM_INPUT]:
        try:
            path = sys.stdin.read().split()
        except UnicodeDecodeError as error:
            raise UsageError(f"standard input is no {error.encoding} text: its byte {error.start + 1}") from None
        if not path:
            raise UsageError("standard input holds no step; the first could be one of " + ", ".join(task.allowed))
    if not path and arguments.format == "text" and sys.stdin.isatty() and stdout.isatty():
        print(f"{edition.id}: {edition.title.en}", file=stdout)
        steps = step_through(task, sys.stdin, stdout)
        _print(task, steps, stdout)
        return 0
    if not path:
        hint = f"such as `a2a-lifecycle run {task.allowed[0]}`; " if task.allowed else ""
        hint += "- reads them from standard input; in a terminal, run without them to step through"
        raise UsageError(f"no path to run: name its steps, {hint}")
    _check_words(task, path)
    steps, refusal = _execute(task, path)
    if arguments.format == "json":
        _print_json(task, steps, refusal, stdout)
    else:
        print(f"{edition.id}: {edition.title.en}", file=stdout)
        _print(task, steps, stdout, refused=refusal is not None)
    if refusal is not None:
        message = f"a2a-lifecycle: step {len(steps) + 1}: {refusal}"
        print(Terminal(stderr).paint(message, "red"), file=stderr)
    return 0 if refusal is None else 1


def _check_words(task: Task, path: Sequence[str]) -> None:
    words = words_of(task)
    for number, word in enumerate(path, start=1):
        if word not in words:
            raise UsageError(f"step {number}: no trigger {shown(word)} in {task.edition.id}; {suggestion(word, words)}")


def _execute(task: Task, path: Sequence[str]) -> tuple[list[Step], TaskError | None]:
    steps: list[Step] = []
    for number, word in enumerate(path, start=1):
        try:
            steps.append(take(task, word, number))
        except TaskError as error:
            return steps, error
    return steps, None


def _print(task: Task, steps: Sequence[Step], stdout: TextIO, *, refused: bool = False) -> None:
    if steps:
        print(file=stdout)
        for line in show(steps, Terminal(stdout)):
            print(line, file=stdout)
    if not refused:  # a refusal says where the task stands
        print(f"\n{standing(task)}", file=stdout)


def _print_json(task: Task, steps: Sequence[Step], refusal: TaskError | None, stdout: TextIO) -> None:
    report = {
        "edition": task.edition.id,
        "steps": [step.as_json() for step in steps],
        "state": task.state,
        "terminal": task.terminal,
        "cancel_pending": task.cancel_pending,
        "allowed": list(task.allowed),
        "refused": None if refusal is None else str(refusal),
    }
    output.show(json.dumps(report, indent=2, ensure_ascii=False) + "\n", stdout)

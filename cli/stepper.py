"""Steps through the lifecycle in a terminal: shows where the task stands, and takes what is chosen."""

from __future__ import annotations

from typing import TextIO

from a2a_lifecycle.cli.cells import aligned
from a2a_lifecycle.cli.steps import REQUEST_CANCEL, UPDATE, Step, take, words_of
from a2a_lifecycle.cli.terminal import Terminal
from a2a_lifecycle.model import Task, TaskError
from a2a_lifecycle.spec.errors import suggestion

_QUIT = ("q", "quit", "exit")


def step_through(task: Task, stdin: TextIO, stdout: TextIO) -> list[Step]:
    """Ask for one step after another until the task has ended, or the person has; returns the steps taken."""
    terminal = Terminal(stdout)
    steps: list[Step] = []
    while not task.terminal:
        choices = _choices(task)
        _present(task, choices, terminal, stdout)
        word = _ask([name for name, *_ in choices], words_of(task), stdin, stdout, terminal)
        if word is None:
            break
        try:
            steps.append(take(task, word, len(steps) + 1))
        except TaskError as error:
            print(terminal.paint(str(error), "red"), file=stdout)
    return steps


def _choices(task: Task) -> list[tuple[str, str, str, str]]:
    """Word, target, actor and occasion of each step that is allowed now."""
    choices: list[tuple[str, str, str, str]] = []
    for edge in task.edition.edges_from(task.state):
        if edge.trigger in task.allowed and edge == task.edition.edge(task.state, edge.trigger):
            choices.append((edge.trigger, f"→ {edge.target}", edge.row.actor, edge.row.when.en))
    cancel = task.edition.cancel_trigger
    edge_of_cancel = task.edition.edge(task.state, cancel) if cancel else None
    if edge_of_cancel is not None and edge_of_cancel.row.deferrable and not task.cancel_pending:
        choices.append((REQUEST_CANCEL, "", "client", "the client asks to cancel; the agent may finish first"))
    choices.append((UPDATE, "", "agent", "the agent reports progress"))
    return choices


def _present(task: Task, choices: list[tuple[str, str, str, str]], terminal: Terminal, stdout: TextIO) -> None:
    meaning = task.edition.state(task.state).meaning.en
    pending = "; a cancel request is pending" if task.cancel_pending else ""
    state = terminal.paint(task.state, "bold", "cyan")
    print(f"\n{state}{': ' if meaning else ''}{meaning}{pending}", file=stdout)

    def bold_choice(_: int, column: int, text: str) -> str:
        return terminal.paint(text, "bold") if column == 1 else text

    rows = [[f"{number:>3}", *choice] for number, choice in enumerate(choices, start=1)]
    for line in aligned(rows, terminal.width, indent="", paint=bold_choice):
        print(line, file=stdout)


def _ask(offered: list[str], words: tuple[str, ...], stdin: TextIO, stdout: TextIO, terminal: Terminal) -> str | None:
    """The step a person chooses by number or name, or None where they want no more."""
    while True:
        print(terminal.paint("number or name, q to quit> ", "dim"), end="", file=stdout, flush=True)
        line = stdin.readline()
        if not line:  # the end of the input
            print(file=stdout)
            return None
        answer = line.strip()
        if answer in words:
            return answer
        if answer.lower() in _QUIT:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(offered):
            return offered[int(answer) - 1]
        if answer:
            hint = f"choose 1 to {len(offered)}" if answer.isdecimal() else suggestion(answer, words)
            print(terminal.paint(f"no step {answer!r}; {hint}", "red"), file=stdout)

"""The steps of a task as `run` takes, shows and reports them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from a2a_lifecycle.cli.cells import aligned
from a2a_lifecycle.cli.terminal import Terminal
from a2a_lifecycle.model import Event, Task
from a2a_lifecycle.spec import Edge

REQUEST_CANCEL, UPDATE = "request_cancel", "update"
"""The steps that are no triggers: the client asks to cancel; the agent reports progress."""


@dataclass(frozen=True)
class Step:
    """One step taken.

    Attributes:
        number: its place in the path, from 1.
        word: the trigger, or what was asked for.
        source: the state before it.
        target: the state after it.
        edge: the edge it took, or None where it took none.
        clause: the clauses of the row that governs it.
        cancel_pending: whether a cancel request is pending after it.
    """

    number: int
    word: str
    source: str
    target: str
    edge: Edge | None
    clause: tuple[str, ...]
    cancel_pending: bool

    @property
    def actor(self) -> str:
        if self.edge is not None:
            return self.edge.row.actor
        return "client" if self.word == REQUEST_CANCEL else "agent"

    @property
    def outcome(self) -> str:
        """What to show for the state after it, where none was entered."""
        if self.edge is not None:
            return self.target
        return "(progress)" if self.word == UPDATE else "(pending)"

    def as_json(self) -> dict[str, Any]:
        return {
            "step": self.number,
            "trigger": self.word,
            "from": self.source,
            "to": self.target,
            "actor": self.actor,
            "clause": list(self.clause),
            "cancel_pending": self.cancel_pending,
        }


def words_of(task: Task) -> tuple[str, ...]:
    """Every word that may stand in a path."""
    return (*task.edition.triggers, REQUEST_CANCEL, UPDATE)


def take(task: Task, word: str, number: int) -> Step:
    """Take the step `word`; raises `TaskError`."""
    source, event = task.state, _event_of(task, word)
    trigger = event.trigger if event is not None else None
    edge = next((e for e in task.edition.edges_between(source, task.state) if e.trigger == trigger), None)
    governing = edge
    if governing is None and word == REQUEST_CANCEL and task.edition.cancel_trigger is not None:
        governing = task.edition.edge(source, task.edition.cancel_trigger)
    clause = governing.row.clause if governing is not None else ()
    return Step(number, word, source, task.state, edge, clause, task.cancel_pending)


def _event_of(task: Task, word: str) -> Event | None:
    if word == REQUEST_CANCEL:
        return task.request_cancel()
    return task.update() if word == UPDATE else task.fire(word)


def show(steps: Sequence[Step], terminal: Terminal) -> list[str]:
    """The lines that show `steps` as a table."""
    rows = [["step", "trigger", "from", "", "to", "actor", "clause"]]
    for step in steps:
        outcome, clause = step.outcome, ", ".join(step.clause)
        rows.append([str(step.number), step.word, step.source, "→", outcome, step.actor, clause])

    def paint(row: int, column: int, text: str) -> str:
        if row == 0:
            return terminal.paint(text, "dim")
        return terminal.paint(text, "bold") if column == 1 else text

    return list(aligned(rows, terminal.width, indent="", paint=paint))


def standing(task: Task) -> str:
    """One sentence on where `task` stands."""
    if task.terminal:
        return f"The task has ended in {task.state}."
    pending = ", a cancel request is pending" if task.cancel_pending else ""
    allowed = f"allowed: {', '.join(task.allowed)}" if task.allowed else "no transition leaves it"
    return f"The task is in {task.state}{pending}; {allowed}."

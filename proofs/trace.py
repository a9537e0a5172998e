"""A trace: the steps that lead to a fault or show a witness, as a reader follows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from a2a_lifecycle.spec import Edge


@dataclass(frozen=True)
class Step:
    """One step: what was done, and what it changed.

    Attributes:
        action: the action's name; for a table's trace, the trigger. None for where the trace begins.
        changed: variable → its value after the step, for those the step changed.
        parameters: the action's parameters, if it has any.
        actor: who took the step, where several act.
    """

    action: str | None
    changed: Mapping[str, Any]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    actor: str | None = None

    def heading(self) -> str:
        """The action with its parameters and its actor, as a line shows it."""
        if self.action is None:
            return "(start)"
        shown = (
            f"{self.action}({', '.join(f'{k}={v}' for k, v in self.parameters.items())})"
            if self.parameters
            else self.action
        )
        return f"{self.actor}: {shown}" if self.actor else shown


def shown(value: Any) -> str:
    """A variable's value as a trace shows it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return f"[{', '.join(map(shown, value))}]"
    return str(value)


@dataclass(frozen=True)
class Trace:
    """Steps in order; the first says where it begins.

    Attributes:
        steps: the steps.
        loop: for a run that never ends, the index of the step after which the rest repeats for ever; else None.
    """

    steps: tuple[Step, ...]
    loop: int | None = None

    @property
    def states(self) -> tuple[str, ...]:
        """The task's state after each step that changed it, for a drawing over the table."""
        return tuple(step.changed["state"] for step in self.steps if "state" in step.changed)


def table_trace(start: str, edges: tuple[Edge, ...]) -> Trace:
    """The trace of a task that starts in `start` and takes `edges`."""
    steps = [Step(None, {"state": start})]
    steps += [Step(edge.trigger, {"state": edge.target}) for edge in edges]
    return Trace(tuple(steps))


@dataclass(frozen=True)
class Refutation:
    """Why a claim is false.

    Attributes:
        sentence: what goes wrong, in a sentence.
        trace: how it comes about, where a run shows it.
        blame: the rows that let it happen, each with its place.
        replayed: what the executable model did with the trace, where it was replayed.
    """

    sentence: str
    trace: Trace | None = None
    blame: tuple[str, ...] = ()
    replayed: str | None = None

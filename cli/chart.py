"""A run of the system as a sequence chart: who did what to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from a2a_lifecycle.diagrams.sequence import Message, SequenceChart
from a2a_lifecycle.proofs.trace import shown

if TYPE_CHECKING:
    from a2a_lifecycle.proofs.trace import Step, Trace

SERVER = "server"
"""The participant that has the task: all others send to it, or are sent something by it."""

NOTED = ("state", "pending", "view", "reading")
"""The variables whose change a chart notes beside the message; the others are seen from the messages themselves."""


def chart_of(trace: Trace, title: str | None = None) -> SequenceChart:
    """The chart of `trace`.

    A step that changes what someone sees is a message to them, any other one a message of theirs to the server.
    """
    steps = trace.steps[1:]
    others = dict.fromkeys(_actor(step) for step in steps)
    # The agent works on the server's side, so it stands on that side of the server.
    ordered = sorted(others, key=lambda name: name not in AGENTS)
    agents = [name for name in ordered if name in AGENTS]
    participants = (*agents, SERVER, *(name for name in ordered if name not in (*AGENTS, SERVER)))
    cycle = None if trace.loop is None else trace.loop + 1
    return SequenceChart(participants, tuple(map(_message, steps)), title, cycle)


AGENTS = ("agent",)
"""Who works on the server's side."""


def _actor(step: Step) -> str:
    writer = step.parameters.get("writer")
    return f"{step.actor} {writer}" if writer is not None else str(step.actor)


def _message(step: Step) -> Message:
    actor = _actor(step)
    parameters = ", ".join(f"{k}={shown(v)}" for k, v in step.parameters.items() if k != "writer")
    label = f"{step.action}({parameters})" if parameters else str(step.action)
    changed = {name: value for name, value in step.changed.items() if name.split()[-1] in NOTED}
    note = ", ".join(f"{name} = {shown(value)}" for name, value in changed.items()) or None
    if any(name.split()[-1] == "view" for name in step.changed):
        return Message(SERVER, actor, label, note, reply=True)
    return Message(actor, SERVER, label, note)

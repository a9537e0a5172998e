"""A trace replayed through the executable model, before it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from a2a_lifecycle.model import Task, TaskError, View
from a2a_lifecycle.model.events import Event, Snapshot
from a2a_lifecycle.proofs.obligation import Inconclusive
from a2a_lifecycle.proofs.system.execute import Run, State, Taken
from a2a_lifecycle.proofs.system.rules import System
from a2a_lifecycle.spec import Edition

Replay: TypeAlias = Callable[[System, Run], str]
"""From a system and a run of it, what the executable model did with the run, in a sentence."""


@dataclass
class _Client:
    view: View
    waiting: list[Event] = field(default_factory=list)


def unnumbered(task: Task, place: int) -> Event | Snapshot:
    """What a webhook without a sequence number says of the event in that place; a view takes it as it arrives."""
    if place == 0:
        return task.snapshot()._replace(state=task.edition.initial.id, sequence=None)  # type: ignore[arg-type]
    return task.events[place - 1]._replace(sequence=None)  # type: ignore[arg-type]


class Replayer:
    """Drives a task and views of the executable model as a run says.

    Parameters:
        server: the task's edition.
        client: the views' edition.
        departs: whether the system is built otherwise than the model: then the model must refuse a step, else none.
    """

    def __init__(self, server: Edition, client: Edition, *, departs: bool = False) -> None:
        self.server, self.client, self.departs = server, client, departs

    def __call__(self, system: System, run: Run) -> str:
        """Replay `run`.

        Returns:
            What became of it.

        Raises:
            Inconclusive: the model does not follow a run that it should, or follows one that it should refuse.
        """
        try:
            task = Task(self.server)
        except TaskError as unfit:
            return f"the executable model does not take this table: {unfit}"
        clients: dict[str, _Client] = {}
        decided: dict[object, str] = {}
        for number, (_, taken, target) in enumerate(run, start=1):
            shown = f"step {number}, {taken.name}"
            try:
                self._step(task, clients, decided, taken)
            except TaskError as refusal:
                if self.departs:
                    return f"the executable model refuses {shown}: {refusal}"
                raise Inconclusive(
                    f"the executable model refuses {shown}, which the system allows: {refusal}"
                ) from None
            self._compare(system, task, clients, target, shown)
        if self.departs:
            raise Inconclusive("the executable model follows the run, though it should refuse a step")
        return f"the executable model follows all {len(run)} steps"

    def _client(self, clients: dict[str, _Client], taken: Taken, task: Task) -> _Client:
        name = taken.actor
        if name not in clients:
            clients[name] = _Client(View(self.client), list(task.events))
        return clients[name]

    def _step(self, task: Task, clients: dict[str, _Client], decided: dict[object, str], taken: Taken) -> None:
        action = taken.action.name.removeprefix(f"{taken.actor} ")
        event: Event | None = None
        match action:
            case "fire":
                event = task.fire(taken.name)
            case "request_cancel" | "request_cancel_later":
                event = task.request_cancel()
            case "report":
                event = task.update()
            case "check":
                decided[taken.values["writer"]] = str(taken.shown["trigger"])
            case "write":
                event = task.fire(decided[taken.values["writer"]])
            case "deliver":
                place = taken.values["number"]
                assert isinstance(place, int)
                self._client(clients, taken, task).view.apply(unnumbered(task, place))
            case "receive":
                client = self._client(clients, taken, task)
                client.view.apply(client.waiting.pop(0))
            case "subscribe" | "poll":
                self._client(clients, taken, task).view.apply(task.snapshot())
            case _:
                self._client(clients, taken, task).waiting.clear()
        if event is not None:
            for client in clients.values():
                client.waiting.append(event)

    def _compare(self, system: System, task: Task, clients: dict[str, _Client], target: State, shown: str) -> None:
        values = dict(zip((variable.name for variable in system.variables), target, strict=True))
        agrees = values["state"] == task.state and values.get("pending", task.cancel_pending) == task.cancel_pending
        for name, client in clients.items():
            view = values.get(f"{name} view", values.get("view"))
            agrees = agrees and client.view.state in (None, view)
        if not agrees:
            raise Inconclusive(f"the executable model is in another state after {shown}")

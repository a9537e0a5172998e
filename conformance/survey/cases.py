"""The cases of a survey: the pairs of states that end the vectors' traces, and the ways an agent may try one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WAYS = {
    "update, update": "status updates to the first state, then one to the second, in one run of the agent; "
    "the client streams",
    "update, task": "status updates to the first state, then a whole Task in the second; the client streams",
    "task, update": "a whole Task in the first state, then a status update to the second; the client streams",
    "task, task": "a whole Task in the first state, then a whole Task in the second; the client streams",
    "later update": "status updates to the first state; the client sends the task another message and streams, and the "
    "agent says a Task in the first state again, then a status update to the second",
    "send: update": "as `update, update`, while the client waits for the answer of a blocking send",
    "send: task": "as `task, task`, while the client waits for the answer of a blocking send",
    "updater": "as `update, update`, through the SDK's own helper for agents (a2a-sdk alone has one, `TaskUpdater`)",
}
"""The ways an agent may try a pair. All but the last are the same for each SDK; the runners know them by name."""


ALLOWED = ("legal", "update")
"""What an edition says of a pair that it does not refuse."""


@dataclass(frozen=True, slots=True)
class Case:
    """A pair of states, with the legal steps that lead to its first state.

    Attributes:
        source: the state's id before the attempt.
        target: the state's id that the agent attempts.
        path: the protobuf numbers of the states from the beginning of the trace to `source`.
        attempt: the protobuf number of `target`.
        judged: edition → what it says of the pair: why it is refused, or `legal` or `update` where it is not.
        speakable: whether each of the states has a number, so that an agent can say it.
    """

    source: str
    target: str
    path: tuple[int, ...]
    attempt: int
    judged: dict[str, str]
    speakable: bool

    @property
    def name(self) -> str:
        """The pair's name, as in the vectors."""
        return f"{self.source}-to-{self.target}"

    @property
    def refused_by(self) -> dict[str, str]:
        """Edition → why it refuses the pair; empty where none does."""
        return {edition: said for edition, said in self.judged.items() if said not in ALLOWED}


def cases(folder: Path, editions: Iterable[str]) -> list[Case]:
    """The pairs of `editions`, read from the vectors' files in `folder`, each once; raises `OSError`.

    Every illegal pair is there, and, for comparison, every legal one and every repeated state.
    """
    found: dict[str, Case] = {}
    for edition in editions:
        traces, pairs = (_read(folder / edition / f"{kind}.json") for kind in ("traces", "pairs"))
        numbers = {state["id"]: state["number"] for state in traces["states"]}
        judged = {(pair["from"], pair["to"]): pair["reason"] or pair["verdict"] for pair in pairs["vectors"]}
        for trace in traces["vectors"]:
            if trace["covers"] == "loop":
                continue
            states = [trace["begins_in"], *(step["to"] for step in trace["steps"])]
            source, target = states[-2:]
            said = [numbers[state] for state in states]
            speakable = None not in said
            path, attempt = (tuple(said[:-1]), said[-1]) if speakable else ((), -1)
            case = Case(source, target, path, attempt, {}, speakable)
            found.setdefault(case.name, case).judged[edition] = judged[source, target]
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Name:
    """A value on the wire, and what the editions read in it.

    Attributes:
        value: the value.
        read: edition → the state it reads, or None where it does not recognise the value.
    """

    value: object
    read: dict[str, str | None]


def names(folder: Path, editions: Iterable[str]) -> list[Name]:
    """The names and numbers that the vectors of `editions` read, each once; raises `OSError`."""
    found: dict[str, Name] = {}
    for edition in editions:
        for vector in _read(folder / edition / "names.json")["vectors"]:
            if vector["direction"] == "read":
                name = found.setdefault(json.dumps(vector["value"]), Name(vector["value"], {}))
                name.read[edition] = vector["state"] if vector["recognised"] else None
    return list(found.values())


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))

"""What a survey found: its records, their file, and the one word each observation comes to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BANNER = "Measured by `a2a-lifecycle survey --write`. Do not edit."

OUTCOMES = {
    "accepts": "the client is shown it and the store holds it",
    "shows": "the client is shown it, and the store does not hold it",
    "stores": "the store holds it, and the client is not shown it",
    "drops": "neither the client nor the store has it, and nobody is told",
    "refuses": "neither the client nor the store has it, and the agent or the client gets an error",
    "fails": "the task is left in a state that nobody attempted",
    "cannot say": "the SDK has no value for one of the states, so an agent cannot try it",
}
"""Outcome → what was seen."""

NO_ANSWER = "no answer"
"""What stands for the error's class where a blocking send is never answered."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What one attempt came to.

    Attributes:
        pair: the pair's name, as in the vectors.
        way: how the agent tried it, one of `WAYS`.
        outcome: one of `OUTCOMES`.
        stored: the protobuf number of the state the store held in the end, or None where it held no task.
        error: the class of the error that the agent or the client got, `NO_ANSWER`, or None.
    """

    pair: str
    way: str
    outcome: str
    stored: int | None
    error: str | None


@dataclass(frozen=True, slots=True)
class NameRead:
    """What the SDK's client made of one value on the wire.

    Attributes:
        value: the value, as JSON.
        number: the protobuf number of the state it shows, or None where it shows none.
        error: the class of the error it raised, or None.
    """

    value: str
    number: int | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Survey:
    """What one version of one SDK did.

    Attributes:
        sdk: the package's name in its registry.
        version: the package's version.
        observations: one for each pair and way, in the vectors' order.
        names: one for each name and number that the vectors read.
    """

    sdk: str
    version: str
    observations: tuple[Observation, ...]
    names: tuple[NameRead, ...]

    @property
    def file_name(self) -> str:
        """The name of the file that keeps it."""
        return f"{self.sdk.removeprefix('@').replace('/', '-')}-{self.version}.json"


def outcome(*, shown: bool, stored: bool, error: str | None, unmoved: bool) -> str:
    """The one word for what was seen.

    Parameters:
        shown: the client's stream, or its answer, showed the attempt.
        stored: the store holds the attempted state, by the attempt.
        error: the class of the error that the agent or the client got.
        unmoved: the store still holds the state before the attempt.
    """
    if shown or stored:
        return ("accepts" if stored else "shows") if shown else "stores"
    if not unmoved:
        return "fails"
    return "refuses" if error else "drops"


def text(survey: Survey) -> str:
    """`survey` as the text of its file: JSON, one pair or name a line.

    A pair has, for each way, its outcome, stored state and error; a name has its number and error.
    """
    by_pair: dict[str, dict[str, list[str | int | None]]] = {}
    for each in survey.observations:
        by_pair.setdefault(each.pair, {})[each.way] = [each.outcome, each.stored, each.error]
    names = {each.value: [each.number, each.error] for each in survey.names}
    head = json.dumps({"$comment": BANNER, "sdk": survey.sdk, "version": survey.version}, indent=2)
    sections: dict[str, Mapping[str, Any]] = {"pairs": by_pair, "names": names}
    body = ",\n".join(f'  "{key}": {{\n{_lines(rows)}\n  }}' for key, rows in sections.items())
    return head.removesuffix("\n}") + f",\n{body}\n}}\n"


def _lines(rows: Mapping[str, Any]) -> str:
    return ",\n".join(f"    {json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())


def load(content: str) -> Survey:
    """The survey that `content`, the text of a file or what a runner printed, holds; raises `ValueError`."""
    try:
        data = json.loads(content)
        observations = tuple(
            Observation(pair, way, *seen) for pair, ways in data["pairs"].items() for way, seen in ways.items()
        )
        names = tuple(NameRead(value, *read) for value, read in data["names"].items())
        return Survey(data["sdk"], data["version"], observations, names)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"is no survey: {error}") from None


def load_all(folder: Path) -> list[Survey]:
    """Every survey kept in `folder`, by SDK and version."""
    surveys = [load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    return sorted(surveys, key=lambda survey: (survey.sdk, _numbers(survey.version)))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())

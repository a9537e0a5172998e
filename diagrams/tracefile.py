"""Reads a trace: words on a command line, or JSON, as the ITF of a model checker."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from a2a_lifecycle.diagrams.trace import Step, steps_along, steps_of
from a2a_lifecycle.spec import Edition

_BETWEEN = re.compile(r"[\s,]*(?:->|→|[\s,])[\s,]*")
_LISTS = ("states", "trace")
_KEYS = ("state", "task", "status")


class TraceError(ValueError):
    """A trace that cannot be read: its text says why in one line."""


def trace_of_words(edition: Edition, text: str) -> tuple[Step, ...]:
    """The steps that `text` names, by states (`a b c`, `a -> b`) or by triggers from the initial state.

    It is states where any word is a state of the edition; the others are then states that the edition does not have.
    Raises `TraceError` where it names neither.
    """
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    if any(word in edition.by_id for word in words):
        return _steps(words)
    if not words:
        raise TraceError("the trace is empty; give states, or triggers")
    try:
        return steps_along(edition, words)
    except LookupError as error:
        raise TraceError(f"{error.args[0]}; or give states: {', '.join(edition.by_id)}") from None


def trace_of_json(edition: Edition, text: str) -> tuple[Step, ...]:
    """The steps between the states that the JSON `text` lists.

    It is a list, or an object with one as its `states` (ITF) or `trace`; a state is its name, or an object that has it
    as `state`, `task` or `status`, or as the one value that names a state of the edition. Raises `TraceError`.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TraceError(f"is not JSON: {error}") from None
    listed = next((data[key] for key in _LISTS if key in data), None) if isinstance(data, dict) else data
    if not isinstance(listed, list):
        raise TraceError("has no list of states; it must be a list, or an object with one as `states` or `trace`")
    return _steps([_state(edition, item, number) for number, item in enumerate(listed, 1)])


def _steps(states: Sequence[str]) -> tuple[Step, ...]:
    if len(states) < 2:
        raise TraceError("a trace has two states at least")
    return steps_of(states)


def _state(edition: Edition, item: Any, number: int) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, dict):
        for key in _KEYS:
            if isinstance(item.get(key), str):
                return str(item[key])
        named = {value for value in item.values() if isinstance(value, str) and value in edition.by_id}
        if len(named) == 1:
            return str(named.pop())
    raise TraceError(f"state {number} of the trace names no state")

"""Traces in the Informal Trace Format, which other tools read: JSON, a state after each step, the action a variable."""

from __future__ import annotations

import json
from typing import Any

from a2a_lifecycle.proofs.theorem import Result
from a2a_lifecycle.proofs.trace import Trace

ACTION, ACTOR, PARAMETERS = "action", "actor", "parameters"
"""The variables that say what step led to a state; the format itself has no place for that."""


def itf(result: Result) -> str:
    """The trace of `result`, with the theorem and the edition in its `#meta`."""
    assert result.refutation is not None
    assert result.refutation.trace is not None
    meta = {"theorem": result.theorem.name, "edition": result.edition, "description": result.refutation.sentence}
    return json.dumps(itf_of(result.refutation.trace, meta), indent=2, ensure_ascii=False) + "\n"


def itf_of(trace: Trace, meta: dict[str, str]) -> dict[str, Any]:
    """The trace as an ITF document: every variable in every state; the actions beside them.

    A trace that repeats for ever has `loop`, the index of the state that its last one goes on to.
    """
    names = list(dict.fromkeys(name for step in trace.steps for name in step.changed))
    values: dict[str, Any] = {}
    states = []
    for index, step in enumerate(trace.steps):
        values = {**values, **step.changed}
        state = {name: _value(values.get(name)) for name in names}
        step_of = {
            ACTION: step.action or "",
            ACTOR: step.actor or "",
            PARAMETERS: {name: _value(value) for name, value in step.parameters.items()},
        }
        states.append({"#meta": {"index": index}, **step_of, **state})
    document: dict[str, Any] = {
        "#meta": {"format": "ITF", **meta},
        "vars": [ACTION, ACTOR, PARAMETERS, *names],
        "states": states,
    }
    return document if trace.loop is None else {**document, "loop": trace.loop}


def _value(value: Any) -> Any:
    """The value in the format's JSON: numbers beyond 53 bits apart, JSON's own, and a list for a sequence."""
    if isinstance(value, tuple):
        return [_value(element) for element in value]
    return "" if value is None else value

"""The closed JSON Schema of the vectors' files."""

from __future__ import annotations

from typing import Any, get_args

from a2a_lifecycle.conformance.vectors.cancels import ANSWERS
from a2a_lifecycle.conformance.vectors.clauses import REASONS
from a2a_lifecycle.conformance.vectors.names import DIRECTIONS
from a2a_lifecycle.conformance.vectors.pairs import VERDICTS
from a2a_lifecycle.conformance.vectors.traces import COVERS
from a2a_lifecycle.spec import Actor, Basis, StateClass

FORMAT = 1
"""The version of the vectors' format; every file states it as `format`."""

BANNER = "Generated from the table by `a2a-lifecycle vectors`. Do not edit."


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Any, **limits: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **limits}


def _nullable(*values: str) -> dict[str, Any]:
    return {"enum": [*values, None]}


_TEXT = {"type": "string", "minLength": 1}
_STATE = {"type": "string", "pattern": r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$"}
_SHOWN_STATE = {"oneOf": [_STATE, {"type": "null"}]}
_VALUE = {"type": ["string", "integer", "boolean", "null"]}
_BASIS = _nullable(*get_args(Basis))
_COMMON = {"id": _TEXT, "description": _TEXT, "clause": _list(_TEXT, minItems=1)}

_VECTORS: dict[str, dict[str, Any]] = {
    "pairs": _object(
        **_COMMON,
        **{"from": _STATE},
        to=_STATE,
        verdict={"enum": list(VERDICTS)},
        reason=_nullable(*REASONS),
        basis=_BASIS,
        triggers=_list(_STATE),
    ),
    "triggers": _object(
        **_COMMON,
        state=_STATE,
        trigger=_STATE,
        verdict={"enum": ["legal", "illegal"]},
        targets=_list(_STATE),
    ),
    "traces": _object(
        **_COMMON,
        covers={"enum": list(COVERS)},
        begins_in=_STATE,
        steps=_list(
            _object(
                to=_STATE,
                verdict={"enum": list(VERDICTS)},
                trigger=_SHOWN_STATE,
                actor=_nullable(*get_args(Actor)),
            ),
            minItems=1,
        ),
        ends_in=_STATE,
    ),
    "cancels": _object(
        **_COMMON,
        state=_STATE,
        answer={"enum": list(ANSWERS)},
        ends_in=_STATE,
        open=_list(_STATE),
    ),
    "names": _object(
        **_COMMON,
        direction={"enum": list(DIRECTIONS)},
        state=_SHOWN_STATE,
        value=_VALUE,
        recognised={"type": "boolean"},
    ),
    "views": _object(
        **_COMMON,
        events=_list(_VALUE, minItems=1),
        shows=_list(_object(state=_SHOWN_STATE, recognised={"type": "boolean"}, raw=_VALUE), minItems=1),
    ),
}

KINDS = tuple(_VECTORS)
"""The kinds of vectors; each edition has one file of each."""


def json_schema() -> dict[str, Any]:
    """The schema of a file of vectors, as JSON Schema (draft 2020-12): closed, so that a misspelt key is an error."""
    state = _object(
        id=_STATE,
        label=_TEXT,
        **{"class": {"enum": list(get_args(StateClass))}},
        initial={"type": "boolean"},
        fallback={"type": "boolean"},
        name={"oneOf": [_TEXT, {"type": "null"}]},
        number={"type": ["integer", "null"]},
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": BANNER,
        "title": "Test vectors of a task lifecycle, by a2a-lifecycle",
        "oneOf": [
            _object(
                **{"$comment": _TEXT},
                format={"const": FORMAT},
                kind={"const": kind},
                edition=_object(id=_TEXT, protocol=_TEXT, source=_TEXT, title=_TEXT),
                states=_list(state, minItems=1),
                vectors=_list(vector),
            )
            for kind, vector in _VECTORS.items()
        ],
    }

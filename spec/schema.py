"""The closed schema of a table: every section, every column, its type and what it means.

The loader reads by it, and `task.schema.json` is generated from it, so the two cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from a2a_lifecycle.spec.rows import Actor, Basis, StateClass

FORMAT = 1
"""The version of the format; a file states it as `format`."""

LARGEST = 2**31 - 1
"""The largest value of a protobuf enumeration."""

SNAKE_CASE = r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of column.

    Attributes:
        name: what a person calls it, for the error message.
        schema: the same in JSON Schema.
        accepts: whether a TOML value is of it.
    """

    name: str
    schema: Mapping[str, Any]
    accepts: Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a section.

    Attributes:
        kind: its type.
        required: whether every row must have it.
        meaning: what it says.
    """

    kind: Kind
    required: bool
    meaning: str


# \x7f to \x9f hold a terminal's other escape; \u2028 and \u2029 end a line; XML has no \ufffe and \uffff.
_UNPRINTED = r"\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff"
TEXT = rf"^(?![\s\S]*[{_UNPRINTED}])[\s\S]*\S"
PROSE = rf"^(?![\s\S]*[{_UNPRINTED.replace('001f', '0008' + chr(92) + 'u000b-' + chr(92) + 'u001f')}])[\s\S]*\S"
"""As `TEXT`, and tabs and the ends of lines besides."""
_LETTER = r"0-9A-Za-z\u00c0-\u024f\u0370-\u052f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
# The letters stand in it once, for they are slow to compile.
EDITION = rf"^(?![ ._+-])(?!.* $)[{_LETTER}._+ -]+$"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and re.match(TEXT, value) is not None


def _is_prose(value: object) -> bool:
    return isinstance(value, str) and re.match(PROSE, value) is not None


def _is_names(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value)) and len(set(value)) == len(value)


def _is_mapping(value: object, of: Callable[[object], bool]) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value)) and all(map(of, value.values()))


def _is_translated(value: object, of: Callable[[object], bool]) -> bool:
    if isinstance(value, dict):
        return all(map(of, value.values())) and {"en"} <= value.keys() <= {"en", "zh"}
    return of(value)


_TEXT_SCHEMA = {"type": "string", "pattern": TEXT}
_PROSE_SCHEMA = {"type": "string", "pattern": PROSE}
_NAMES_SCHEMA = {"type": "array", "items": _TEXT_SCHEMA, "minItems": 1, "uniqueItems": True}

NAME = Kind("a text in one line that is not empty, without control characters", _TEXT_SCHEMA, _is_text)
IDENTIFIER = Kind(
    "a name in snake_case",
    {"type": "string", "pattern": SNAKE_CASE},
    lambda value: isinstance(value, str) and re.fullmatch(SNAKE_CASE, value) is not None,
)
EDITION_ID = Kind(
    "letters, digits, spaces and . _ + -, a letter or digit first and no space last",
    {"type": "string", "pattern": EDITION},
    lambda value: isinstance(value, str) and re.fullmatch(EDITION, value) is not None,
)
NAMES = Kind("a list of texts, none twice and none empty", _NAMES_SCHEMA, _is_names)
NAME_OR_NAMES = Kind(
    "a text, or a list of texts, none twice and none empty",
    {"oneOf": [_TEXT_SCHEMA, _NAMES_SCHEMA]},
    lambda value: _is_text(value) or _is_names(value),
)
BOOLEAN = Kind("true or false", {"type": "boolean"}, lambda value: isinstance(value, bool))
NUMBER = Kind(
    f"a whole number from 0 to {LARGEST}",
    {"type": "integer", "minimum": 0, "maximum": LARGEST},
    lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST,
)


def _translated(name: str, text: Mapping[str, Any], accepts: Callable[[object], bool]) -> Kind:
    both = {
        "type": "object",
        "properties": {"en": text, "zh": text},
        "required": ["en"],
        "additionalProperties": False,
    }
    return Kind(name, {"oneOf": [text, both]}, lambda value: _is_translated(value, accepts))


TRANSLATED = _translated("a text in one line, or { en = …, zh = … }", _TEXT_SCHEMA, _is_text)
TRANSLATED_PROSE = _translated("a text, or { en = …, zh = … }", _PROSE_SCHEMA, _is_prose)
WIRE = Kind(
    "a table from protocol version to name",
    {"type": "object", "additionalProperties": _TEXT_SCHEMA},
    lambda value: _is_mapping(value, _is_text),
)
READS = Kind(
    "a table from protocol version to a list of names",
    {"type": "object", "additionalProperties": _NAMES_SCHEMA},
    lambda value: _is_mapping(value, _is_names),
)


def one_of(*values: str) -> Kind:
    """The type of a column that holds one of `values`."""
    return Kind(
        f"one of {', '.join(values)}",
        {"enum": list(values)},
        lambda value: isinstance(value, str) and value in values,
    )


def some_of(*values: str) -> Kind:
    """The type of a column that lists some of `values`."""
    return Kind(
        f"a list of some of {', '.join(values)}, none twice",
        {"type": "array", "items": {"enum": list(values)}, "minItems": 1, "uniqueItems": True},
        lambda value: isinstance(value, list) and _is_names(value) and set(value) <= set(values),
    )


SECTIONS: Mapping[str, Mapping[str, Column]] = {
    "edition": {
        "id": Column(EDITION_ID, True, "the edition's name; the first edition is the default"),
        "protocol": Column(NAME, True, "the protocol version whose wire names it writes"),
        "source": Column(NAME, True, "whose lifecycle it is: guide, published, or a name of your own"),
        "title": Column(TRANSLATED, False, "what people call it; the id where it is not given"),
    },
    "state": {
        "id": Column(IDENTIFIER, True, "the state's name"),
        "class": Column(one_of(*get_args(StateClass)), True, "what kind of state it is"),
        "initial": Column(BOOLEAN, False, "a task is created in it"),
        "fallback": Column(BOOLEAN, False, "what a client shows for a value it does not recognise"),
        "editions": Column(NAMES, False, "the editions it is in; all of them where it is not given"),
        "wire": Column(WIRE, False, "the name written in each protocol version"),
        "reads": Column(READS, False, "further names that a reader of a protocol version accepts"),
        "number": Column(NUMBER, False, "its value in the v1.0 protobuf enumeration"),
        "label": Column(TRANSLATED, False, "what people call it; the id where it is not given"),
        "meaning": Column(TRANSLATED_PROSE, False, "what it says of the task"),
        "clause": Column(NAME_OR_NAMES, False, "where it comes from"),
    },
    "transition": {
        "trigger": Column(IDENTIFIER, True, "the step's name"),
        "from": Column(NAME_OR_NAMES, True, "the state or states it leads from"),
        "to": Column(NAME, True, "the state it leads to"),
        "actor": Column(one_of(*get_args(Actor)), False, "who takes it; the agent where it is not given"),
        "when": Column(TRANSLATED_PROSE, False, "on what occasion"),
        "editions": Column(NAMES, False, "the editions it is in; all of them where it is not given"),
        "basis": Column(some_of(*get_args(Basis)), False, "what it rests on, one for each source it is in"),
        "deferrable": Column(BOOLEAN, False, "on cancel rows alone: may a request stay pending in the source state?"),
        "while_cancelling": Column(BOOLEAN, False, "may it be taken while a cancel request is pending?"),
        "clause": Column(NAME_OR_NAMES, False, "where it comes from"),
    },
}
"""Section → column → what the column holds. A file has these sections, each at least once, and `format`; no others."""


def json_schema() -> dict[str, Any]:
    """The schema of a table's file, as JSON Schema (draft 2020-12)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Generated from spec/schema.py by `a2a-lifecycle table --schema`. Do not edit.",
        "title": "A task lifecycle table for a2a-lifecycle",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT, "description": "the version of this format"},
            **{
                section: {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "properties": {
                            name: {**column.kind.schema, "description": column.meaning}
                            for name, column in columns.items()
                        },
                        "required": [name for name, column in columns.items() if column.required],
                        "additionalProperties": False,
                    },
                }
                for section, columns in SECTIONS.items()
            },
        },
        "required": ["format", *SECTIONS],
        "additionalProperties": False,
    }

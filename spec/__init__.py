"""The table, written once in `task.toml`, and the questions it answers."""

from a2a_lifecycle.spec.edition import Decoded, Edition
from a2a_lifecycle.spec.errors import NoSuchEditionError, NoSuchStateError, TableError
from a2a_lifecycle.spec.loader import load, loads
from a2a_lifecycle.spec.rows import Actor, Basis, Edge, Language, Origin, State, StateClass, Text, Transition
from a2a_lifecycle.spec.schema import json_schema
from a2a_lifecycle.spec.table import EditionRow, Table

__all__ = [
    "Actor",
    "Basis",
    "Decoded",
    "Edge",
    "Edition",
    "EditionRow",
    "Language",
    "NoSuchEditionError",
    "NoSuchStateError",
    "Origin",
    "State",
    "StateClass",
    "Table",
    "TableError",
    "Text",
    "Transition",
    "json_schema",
    "load",
    "loads",
]

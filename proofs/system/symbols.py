"""What Z3 reads a system's states and actions as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import z3

from a2a_lifecycle.proofs.system.rules import Action, Choice


@dataclass(frozen=True)
class Queue:
    """A sequence: the places from `low` up to, not including, `high` of an array.

    Attributes:
        array: the array.
        low: where it begins.
        high: where it ends.
    """

    array: Any
    low: Any
    high: Any


Symbol: TypeAlias = Any
"""A Z3 term, or a `Queue`."""

Names: TypeAlias = Mapping[str, Symbol]


@dataclass(frozen=True)
class Symbolic:
    """One action over symbolic states.

    Attributes:
        action: the action.
        guard: that it may be taken.
        after: the variables afterwards.
        parameters: its parameters.
        rows: for each choice, its row and that it is the one taken.
    """

    action: Action
    guard: z3.BoolRef
    after: Names
    parameters: Names
    rows: tuple[tuple[Choice, z3.BoolRef], ...]

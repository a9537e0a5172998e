"""A mutant of the system: one rule changed, and the theorems asked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from a2a_lifecycle.proofs.domain import Kind
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.system.coding import Coding
from a2a_lifecycle.proofs.system.rules import System
from a2a_lifecycle.proofs.system.stream import Parts
from a2a_lifecycle.spec import Edition, Table


def _same_system(system: System, parts: Parts) -> System:
    return system


def _same_names(names: Coding) -> Coding:
    return names


@dataclass(frozen=True)
class Mutant:
    """One edit of one rule.

    Attributes:
        name: what is edited, in a few words.
        edited: the composed system with the edit.
        recoded: the names with the edit.
        webhooks: the webhooks' system with the edit.
        writers: the writers' system with the edit.
    """

    name: str
    edited: Callable[[System, Parts], System] = _same_system
    recoded: Callable[[Coding], Coding] = _same_names
    webhooks: Callable[[System], System] = lambda system: system
    writers: Callable[[System], System] = lambda system: system


class Mutated(Lifecycle):
    """An edition whose systems have the edit of a mutant.

    Parameters:
        mutant: the mutant.
        edition: as `Lifecycle`, like all that follow.
        table: as `Lifecycle`.
        kind: as `Lifecycle`.
    """

    def __init__(self, mutant: Mutant, edition: Edition, table: Table, kind: Kind = "enum") -> None:
        super().__init__(edition, table, kind)
        self.mutant = mutant

"""The whole table: its rows, and its editions as filters over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from a2a_lifecycle.spec.edition import Edition
from a2a_lifecycle.spec.errors import NoSuchEditionError
from a2a_lifecycle.spec.rows import Basis, Edge, Origin, State, Text, Transition


@dataclass(frozen=True, slots=True)
class EditionRow:
    """A row of the editions: what selects an edition's rows, and what it is called.

    Attributes:
        id: such as `guide-v1.0`.
        protocol: the protocol version whose wire names it writes.
        source: `guide`, `published`, or a name of one's own.
        title: what people call it.
        origin: the row itself.
    """

    id: str
    protocol: str
    source: str
    title: Text
    origin: Origin


def _basis_in(source: str, transition: Transition) -> Basis | None:
    """The basis of `transition` in an edition of `source`: `guide` in the guide's, the other one elsewhere."""
    return next((basis for basis in transition.basis if (basis == "guide") == (source == "guide")), None)


@dataclass(frozen=True)
class Table:
    """The rows of one `task.toml`.

    Attributes:
        file: where it was read from, as it was named.
        rows: the edition rows; the first is the default.
        states: the state rows. One id may have several, in different editions.
        transitions: the transition rows.
        bundled: whether it is the table this package ships; claims about the guide alone are asked of no other.
    """

    file: str
    rows: tuple[EditionRow, ...]
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]
    bundled: bool = field(default=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    @cached_property
    def editions(self) -> Mapping[str, Edition]:
        """Edition id → edition, in the table's order."""
        return {row.id: self._filter(row) for row in self.rows}

    def edition(self, edition_id: str | None = None) -> Edition:
        """The edition named `edition_id`, the first one by default; raises `NoSuchEditionError`."""
        if edition_id is None:
            return next(iter(self.editions.values()))
        try:
            return self.editions[edition_id]
        except (KeyError, TypeError):
            raise NoSuchEditionError(edition_id, self.editions.keys()) from None

    def _filter(self, row: EditionRow) -> Edition:
        transitions = tuple(t for t in self.transitions if row.id in t.editions)
        states = tuple(s for s in self.states if row.id in s.editions)
        edges = tuple(
            Edge(source, t.trigger, t.target, _basis_in(row.source, t), t) for t in transitions for source in t.sources
        )
        return Edition(row.id, row.protocol, row.source, row.title, states, transitions, edges)

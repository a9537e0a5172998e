"""An edition in Z3: its states as an enumeration, its rows as a relation over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import z3

from a2a_lifecycle.proofs.build import conj, disj, equal
from a2a_lifecycle.proofs.domain import Domain, Kind
from a2a_lifecycle.proofs.signature import resuming_edges
from a2a_lifecycle.spec import Edge, Edition, State, Table, Transition

LARGE = 200
"""Above so many edges no cores are asked for: a minimal one takes many times as long as the proof."""


class Encoding:
    """The encoding of one edition: the signature over Z3 terms, and the step relation.

    Parameters:
        edition: what is encoded.
        table: the table it is an edition of, for the theorems that compare editions.
        kind: how states are represented (see `Domain`).
        states: the states to range over, where they are more than the edition's own.
    """

    def __init__(self, edition: Edition, table: Table, kind: Kind = "enum", states: Domain | None = None) -> None:
        self.edition, self.table, self.kind = edition, table, kind
        self.states = states or Domain("State", tuple(state.id for state in edition.states), kind)

    # --- the signature, over terms ---

    def _are(self, term: z3.ExprRef, where: Callable[[State], bool]) -> z3.BoolRef:
        return self.states.among(term, [state.id for state in self.edition.states if where(state)])

    def has(self, state: z3.ExprRef) -> z3.BoolRef:
        """`state` is one of the edition's."""
        return self._are(state, lambda _: True)

    def agrees(self, other: Encoding, state: z3.ExprRef) -> z3.BoolRef:
        """`state` is in both editions, of one class, and initial in both or in neither."""
        kinds = (Encoding.terminal, Encoding.interrupted, Encoding.open, Encoding.initial)
        return z3.And(self.has(state), other.has(state), *(kind(self, state) == kind(other, state) for kind in kinds))

    def initial(self, state: z3.ExprRef) -> z3.BoolRef:
        """A task is created in `state`."""
        return self._are(state, lambda s: s.initial)

    def terminal(self, state: z3.ExprRef) -> z3.BoolRef:
        """`state` is terminal (G5.1)."""
        return self._are(state, lambda s: s.terminal)

    def interrupted(self, state: z3.ExprRef) -> z3.BoolRef:
        """`state` waits for the client."""
        return self._are(state, lambda s: s.state_class == "interrupted")

    def open(self, state: z3.ExprRef) -> z3.BoolRef:
        """`state` is active or interrupted."""
        return self._are(state, lambda s: s.open)

    def fallback(self, state: z3.ExprRef) -> z3.BoolRef:
        """`state` is what a client shows for a value it does not recognise (G5.4)."""
        return self._are(state, lambda s: s.fallback)

    def working(self, state: z3.ExprRef) -> z3.BoolRef:
        """`state` is active and not initial."""
        return self._are(state, lambda s: s.state_class == "active" and not s.initial)

    def cancelled(self, state: z3.ExprRef) -> z3.BoolRef:
        """`state` is where the cancel trigger leads (G3)."""
        return self.states.among(state, self.edition.cancel_targets)

    def defers(self, state: z3.ExprRef) -> z3.BoolRef:
        """A cancel request may stay pending in `state` (G5.3)."""
        return self.states.among(state, {edge.source for edge in self.edition.edges if edge.row.deferrable})

    def unfinished(self) -> list[str]:
        """The states that a server's task can be in and that are not terminal: all others but the fallback."""
        return [state.id for state in self.edition.states if not state.terminal and not state.fallback]

    def resumed(self, state: z3.ExprRef) -> z3.BoolRef:
        """Some step of the client, other than cancelling, leaves `state` (G2.6, G2.7)."""
        return self.states.among(state, {edge.source for edge in resuming_edges(self.edition)})

    def resumes(self, source: z3.ExprRef, target: z3.ExprRef) -> z3.BoolRef:
        """Some step of the client, other than cancelling, leads from `source` to `target`."""
        return self.is_one_of(resuming_edges(self.edition), source, target)

    def same(self, one: z3.ExprRef, other: z3.ExprRef) -> z3.BoolRef:
        """`one` and `other` are the same state."""
        return one == other

    @property
    def large(self) -> bool:
        """Whether the edition has too many edges to ask for cores."""
        return len(self.edition.edges) > LARGE

    # --- the relation ---

    def step(self, source: z3.ExprRef, target: z3.ExprRef) -> z3.BoolRef:
        """That some row leads from `source` to `target`."""
        return self.is_one_of(self.edition.edges, source, target)

    def is_one_of(self, edges: Iterable[Edge], source: z3.ExprRef, target: z3.ExprRef) -> z3.BoolRef:
        """That `source` and `target` are the ends of one of `edges`."""
        return disj(self.is_edge(edge, source, target) for edge in edges)

    def is_edge(self, edge: Edge, source: z3.ExprRef, target: z3.ExprRef) -> z3.BoolRef:
        """That `source` and `target` are the ends of `edge`."""
        return conj((equal(source, self.states.values[edge.source]), equal(target, self.states.values[edge.target])))

    @cached_property
    def edges_of_rows(self) -> Mapping[int, tuple[Transition, list[Edge]]]:
        """Row number → the row, and its edges."""
        rows: dict[int, tuple[Transition, list[Edge]]] = {}
        for edge in self.edition.edges:
            rows.setdefault(edge.row.origin.number, (edge.row, []))[1].append(edge)
        return rows

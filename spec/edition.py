"""An edition: the rows of one lifecycle, and the questions a table answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from a2a_lifecycle.spec.errors import NoSuchStateError
from a2a_lifecycle.spec.rows import Edge, State, Text, Transition


@dataclass(frozen=True, slots=True)
class Decoded:
    """A wire value as one edition reads it (G5.4).

    Attributes:
        state: the state's id; the fallback's where the value is not recognised, or None where there is no fallback.
        recognised: whether the edition knows the value.
        raw: the value as it came.
    """

    state: str | None
    recognised: bool
    raw: object


@dataclass(frozen=True)
class Edition:
    """One lifecycle: the rows of the table that are in it.

    Attributes:
        id: such as `guide-v1.0`.
        protocol: the protocol version whose wire names it writes, such as `v1.0`.
        source: whose lifecycle it is: `guide`, `published`, or a name of one's own.
        title: what people call it.
        states: its states, in the table's order.
        transitions: its transition rows, in the table's order.
        edges: its edges, in the table's order, sources in the row's order.
    """

    id: str
    protocol: str
    source: str
    title: Text
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]
    edges: tuple[Edge, ...] = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        # The rows alone: what was derived from them is derived again.
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    # --- states ---

    @cached_property
    def by_id(self) -> Mapping[str, State]:
        """State id → state."""
        return {state.id: state for state in self.states}

    def state(self, state_id: str) -> State:
        """The state named `state_id`; raises `NoSuchStateError`."""
        try:
            return self.by_id[state_id]
        except (KeyError, TypeError):
            raise NoSuchStateError(state_id, self.by_id.keys()) from None

    @cached_property
    def initial(self) -> State:
        """The state a task is created in."""
        return next(state for state in self.states if state.initial)

    @cached_property
    def fallback(self) -> State | None:
        """What a client shows for a value it does not recognise (G5.4), if the edition has such a state."""
        return next((state for state in self.states if state.fallback), None)

    @cached_property
    def terminal(self) -> frozenset[str]:
        """The ids of the terminal states (G5.1)."""
        return frozenset(state.id for state in self.states if state.terminal)

    @cached_property
    def outcomes(self) -> frozenset[str]:
        """The terminal states a task may end in: all but the fallback, which no server enters."""
        return frozenset(state.id for state in self.states if state.terminal and not state.fallback)

    # --- transitions ---

    @cached_property
    def triggers(self) -> tuple[str, ...]:
        """The triggers' names, each once, in the table's order."""
        return tuple(dict.fromkeys(edge.trigger for edge in self.edges))

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Every (source, target) that some edge gives."""
        return frozenset((edge.source, edge.target) for edge in self.edges)

    @cached_property
    def _from(self) -> Mapping[str, tuple[Edge, ...]]:
        grouped: dict[str, list[Edge]] = {state.id: [] for state in self.states}
        for edge in self.edges:
            grouped[edge.source].append(edge)
        return {source: tuple(edges) for source, edges in grouped.items()}

    def edges_from(self, source: str) -> tuple[Edge, ...]:
        """The edges that leave `source`; raises `NoSuchStateError`."""
        self.state(source)
        return self._from[source]

    def edge(self, source: str, trigger: str) -> Edge | None:
        """The edge that `trigger` takes from `source`, or None where it takes none."""
        return next((edge for edge in self.edges_from(source) if edge.trigger == trigger), None)

    def edges_between(self, source: str, target: str) -> tuple[Edge, ...]:
        """The edges from `source` to `target`."""
        return tuple(edge for edge in self.edges_from(source) if edge.target == target)

    def allows(self, source: str, target: str) -> bool:
        """Whether one step may lead from `source` to `target`; raises `NoSuchStateError`."""
        self.state(source)
        self.state(target)
        return (source, target) in self.pairs

    @cached_property
    def cancel_edges(self) -> tuple[Edge, ...]:
        """The edges of cancelling: those whose rows carry `deferrable` (G3, G5.3)."""
        return tuple(edge for edge in self.edges if edge.row.deferrable is not None)

    @cached_property
    def cancel_targets(self) -> frozenset[str]:
        """Where cancelling leads: one state in a sound table (G3)."""
        return frozenset(edge.target for edge in self.cancel_edges)

    @property
    def cancel_trigger(self) -> str | None:
        """The trigger of cancelling (G3), if the edition has one."""
        return self.cancel_edges[0].trigger if self.cancel_edges else None

    # --- paths ---

    def path(self, source: str, target: str) -> tuple[Edge, ...] | None:
        """A shortest path of at least one edge from `source` to `target`, or None; the first in the table's order."""
        self.state(target)
        queue: deque[tuple[str, tuple[Edge, ...]]] = deque([(source, ())])
        seen: set[str] = set()
        while queue:
            at, taken = queue.popleft()
            for edge in self.edges_from(at):
                if edge.target == target:
                    return (*taken, edge)
                if edge.target not in seen:
                    seen.add(edge.target)
                    queue.append((edge.target, (*taken, edge)))
        return None

    def reachable(self, source: str) -> frozenset[str]:
        """The states that one step or more lead to from `source`: what a later snapshot may show."""
        seen: set[str] = set()
        queue = deque([source])
        while queue:
            for edge in self.edges_from(queue.popleft()):
                if edge.target not in seen:
                    seen.add(edge.target)
                    queue.append(edge.target)
        return frozenset(seen)

    # --- wire names ---

    @cached_property
    def _readers(self) -> Mapping[str | int, str]:
        names: dict[str | int, str] = {}
        for state in self.states:
            if self.protocol in state.wire:
                names[state.wire[self.protocol]] = state.id
            for name in state.reads.get(self.protocol, ()):
                names[name] = state.id
            if state.number is not None:
                names[state.number] = state.id
        return names

    def encode(self, state_id: str) -> str:
        """The name this edition writes for `state_id` (G4).

        A state that has no name here, be it another edition's, is written as the fallback (G5.4); where there is no
        fallback either, raises `NoSuchStateError`.
        """
        for state in (self.by_id.get(state_id), self.fallback):
            if state is not None and self.protocol in state.wire:
                return state.wire[self.protocol]
        raise NoSuchStateError(state_id, [state.id for state in self.states if self.protocol in state.wire])

    def decode(self, raw: object) -> Decoded:
        """What this edition reads in `raw`, a wire name or a protobuf number: total, never raises (G5.4)."""
        value = _plain(raw)
        if value in self._readers:
            return Decoded(self._readers[value], True, raw)
        return Decoded(self.fallback.id if self.fallback else None, False, raw)


def _plain(raw: Any) -> Any:
    """The text or number that `raw` is, or None where it is neither.

    A member of an enumeration is the text or number it derives from; what its class has made of hashes and of
    comparisons is not asked, for that may raise. A bool is an int to Python, and no state is named by one.
    """
    kind = type(raw)
    if issubclass(kind, str):
        return str.__str__(raw)
    return int.__int__(raw) if issubclass(kind, int) and kind is not bool else None

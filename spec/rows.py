"""What the rows of the table are, once loaded: frozen values, nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal

StateClass = Literal["active", "interrupted", "terminal", "indeterminate"]
Actor = Literal["agent", "client"]
Basis = Literal["guide", "stated", "silent"]
Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Text:
    """A text in English and, where the row has one, in Chinese.

    Attributes:
        en: the English text.
        zh: the Chinese text; the English one where the row gives none.
    """

    en: str
    zh: str

    def of(self, language: Language) -> str:
        """The text in `language`."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a row stands.

    Attributes:
        section: `edition`, `state` or `transition`.
        number: which row of its section, from 1.
        line: the line of its header, from 1, or None for a row that was made, not read.
    """

    section: str
    number: int
    line: int | None

    def __str__(self) -> str:
        where = f" (line {self.line})" if self.line is not None else ""
        return f"{self.section} {self.number}{where}"


@dataclass(frozen=True, slots=True)
class State:
    """A row of the states (G1).

    Attributes:
        id: the name, snake_case, the same in every edition.
        state_class: `active`, `interrupted`, `terminal` or `indeterminate`.
        initial: a task is created in it.
        fallback: what a client shows for a value it does not recognise (G5.4).
        editions: the editions it is in.
        wire: protocol version → the name written on the wire (G4).
        reads: protocol version → further names a reader accepts for it.
        number: its value in the v1.0 protobuf enumeration, if it has one.
        label: what people call it.
        meaning: what it says of the task.
        clause: where it comes from.
        origin: the row itself.
    """

    id: str
    state_class: StateClass
    initial: bool
    fallback: bool
    editions: tuple[str, ...]
    wire: Mapping[str, str] = field(hash=False)
    reads: Mapping[str, tuple[str, ...]] = field(hash=False)
    number: int | None
    label: Text
    meaning: Text
    clause: tuple[str, ...]
    origin: Origin

    def __reduce__(self) -> tuple[Any, ...]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        # A read-only view of a mapping cannot be pickled; the mapping can.
        return _state_of, (type(self), {**values, "wire": dict(self.wire), "reads": dict(self.reads)})

    @property
    def terminal(self) -> bool:
        """A task in it never changes again (G5.1)."""
        return self.state_class == "terminal"

    @property
    def open(self) -> bool:
        """A task in it has not ended: it is active or interrupted."""
        return self.state_class in ("active", "interrupted")


def _state_of(kind: type[State], values: dict[str, Any]) -> State:
    frozen = {name: MappingProxyType(values[name]) for name in ("wire", "reads")}
    return kind(**{**values, **frozen})


@dataclass(frozen=True, slots=True)
class Transition:
    """A row of the transitions (G2, G3).

    Attributes:
        trigger: the name of the step.
        sources: the states it leads from.
        target: the state it leads to.
        actor: who takes it.
        when: on what occasion.
        editions: the editions it is in.
        basis: what it rests on, one for each kind of edition it is in.
        deferrable: on cancel rows, whether a request may stay pending in the source (G5.3); None on all others.
        while_cancelling: whether it may be taken while a cancel request is pending (G5.3).
        clause: where it comes from.
        origin: the row itself.
    """

    trigger: str
    sources: tuple[str, ...]
    target: str
    actor: Actor
    when: Text
    editions: tuple[str, ...]
    basis: tuple[Basis, ...]
    deferrable: bool | None
    while_cancelling: bool
    clause: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Edge:
    """One (source, trigger, target) of an edition; a row with several sources gives several.

    Attributes:
        source: the state it leaves.
        trigger: the step's name.
        target: the state it enters.
        basis: what it rests on in this edition, or None in a table of one's own that does not say.
        row: the row it comes from.
    """

    source: str
    trigger: str
    target: str
    basis: Basis | None
    row: Transition

    def __str__(self) -> str:
        return f"{self.source} --{self.trigger}--> {self.target}"

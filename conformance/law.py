"""What a running system may write: the table as a verdict on one change of a stored state.

The guard for the SDK and the triggers for databases both ask it, so that they refuse the same things.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from a2a_lifecycle.spec import Edition, State, Table, load

PROTOCOL = "v1.0"
"""The protocol version in whose wire names today's SDKs store."""


def published(table: Table) -> Edition | None:
    """The published edition of `PROTOCOL` in `table`, if it has one."""
    return next((e for e in table.editions.values() if e.source == "published" and e.protocol == PROTOCOL), None)


def default_edition(table: Table) -> Edition:
    """What a guard enforces where no edition is named: the published table, or the first of a table without one."""
    return published(table) or table.edition()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a change is refused.

    Attributes:
        code: `terminal-left`, `terminal-repeated`, `artifact-after-terminal`, `not-in-table`, `late-start`,
            `unknown-state` or `task-replaced`.
        source: the state before, or None where there was no task.
        target: the state asked for; the raw value where no table knows it.
        message: the same in one sentence.
    """

    code: str
    source: str | None
    target: str
    message: str


class Law:
    """Which changes of a stored state are lawful.

    A terminal state is final always: the published protocol says which states are (v1.0 §3.1.1, G5.1), whatever the
    edition. Beyond that, a change must be an edge of the edition. A repeated state changes nothing and is lawful. A
    value that no table knows may be left, for nothing is known of the task, and is never entered (G5.4).

    Parameters:
        edition: the edition to enforce; by default the published table, which forbids what the protocol does.

    Attributes:
        edition: the edition enforced.
        strict: whether a task must be created in the initial state, and a terminal state is announced once. The
            published protocol lets an answer be a task that has already ended; other tables say where a task begins.
    """

    def __init__(self, edition: Edition | None = None) -> None:
        bundled = published(load())
        if bundled is None:  # pragma: no cover - the table this package ships has it
            raise LookupError("the bundled table has no published edition")
        self._published = bundled
        self.edition = edition or bundled
        self.strict = self.edition.source != bundled.source

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Every name that a stored state may have, numbers as digits → the state's id.

        The names of all protocol versions are here, the edition's own first: a store holds rows of older ones too.
        The fallback's are not: no server is in it.
        """
        found: dict[str, str] = {}
        own = [state for state in self.edition.states if not state.fallback]
        for version in (self.edition.protocol, *self._versions):
            for state in own:
                for name in _names_in(state, version):
                    found.setdefault(name, state.id)
        fallback = {name for state in self.edition.states if state.fallback for name in self._names_of(state)}
        for state in self._published.states:
            if not state.fallback:
                key = self._same(state, found)
                for name in self._names_of(state):
                    if name not in fallback:
                        found.setdefault(name, key)
        return MappingProxyType(found)

    @cached_property
    def _versions(self) -> tuple[str, ...]:
        states = (*self.edition.states, *self._published.states)
        return tuple(dict.fromkeys(version for state in states for version in (*state.wire, *state.reads)))

    def _names_of(self, state: State) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for version in self._versions for name in _names_in(state, version)))

    def _same(self, published: State, found: Mapping[str, str]) -> str:
        """The id under which the edition has `published`: that of a shared name, or else its own."""
        return next((found[name] for name in self._names_of(published) if name in found), published.id)

    @cached_property
    def terminal(self) -> frozenset[str]:
        """The ids of the states that are final."""
        final = {state.id for state in self.edition.states if state.terminal and not state.fallback}
        for state in self._published.states:
            if state.terminal:
                final.add(self._same(state, self.names))
        return frozenset(final)

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The ids of the states a stored task may be in, in the table's order, those the edition lacks last."""
        own = (state.id for state in self.edition.states if not state.fallback)
        return tuple(dict.fromkeys((*own, *self.names.values())))

    @cached_property
    def entered(self) -> frozenset[str]:
        """The ids of the states a task of the edition may enter."""
        return frozenset(state.id for state in self.edition.states if not state.fallback)

    @cached_property
    def first(self) -> frozenset[str]:
        """The ids of the states a task may be created in."""
        return frozenset({self.edition.initial.id}) if self.strict else self.entered

    def targets(self, source: str) -> frozenset[str]:
        """The ids of the states that may follow `source`, itself left out."""
        if source in self.terminal:
            return frozenset()
        if source not in self.entered:
            return self.entered
        return frozenset(target for target in self.entered - {source} if self.edition.allows(source, target))

    def reading(self, raw: str | int) -> str | None:
        """The id of the state that `raw`, a name or a protobuf number, means; None where no table knows it."""
        return self.names.get(raw if isinstance(raw, str) else str(raw))

    def creation(self, raw: str | int) -> Refusal | None:
        """Why a task may not be created in the state `raw`, or None where it may."""
        target = self.reading(raw)
        if target is None:
            return self._unknown(None, raw)
        if target in self.first:
            return None
        if target not in self.entered:
            return self._outside(None, target)
        first = ", ".join(state for state in self.states if state in self.first)
        message = f"a task is created in {first}, and not in {target}"
        return Refusal("late-start", None, target, message)

    def change(self, before: str | int, after: str | int) -> Refusal | None:
        """Why a task in the state `before` may not be written in the state `after`, or None where it may."""
        if before == after:
            return None
        source, target = self.reading(before), self.reading(after)
        if target is None:
            return None if source is None and before == after else self._unknown(source, after)
        if source == target or (source is None and target in self.entered):
            return None
        if source is None:
            return self._outside(None, target)
        if source in self.terminal:
            message = f"a task in {source} is final, and does not become {target}"
            return Refusal("terminal-left", source, target, message)
        return None if target in self.targets(source) else self._outside(source, target)

    def artifact(self, state: str | int) -> Refusal | None:
        """Why the artifacts of a task in `state` may not change, or None where they may (published v1.0 §3.1.1)."""
        source = self.reading(state)
        if source not in self.terminal:
            return None
        return Refusal(
            "artifact-after-terminal", source, source, f"a task in {source} is final, and so are its artifacts"
        )

    def repeat(self, state: str | int) -> Refusal | None:
        """Why a status update may not repeat `state`, or None where it may: progress, in states that are not final."""
        source = self.reading(state)
        if not self.strict or source not in self.terminal:
            return None
        return Refusal("terminal-repeated", source, source, f"a task in {source} is final, and is not updated")

    def _unknown(self, source: str | None, raw: str | int) -> Refusal:
        place = f"{source} to " if source else ""
        return Refusal("unknown-state", source, str(raw), f"{place}{raw!r}, which is no state of {self.edition.id}")

    def _outside(self, source: str | None, target: str) -> Refusal:
        if source is None:
            return Refusal("not-in-table", None, target, f"{target} is no state of {self.edition.id}")
        allowed = ", ".join(state for state in self.states if state in self.targets(source))
        message = (
            f"{source} to {target} is no edge of {self.edition.id}; from {source} a task may go to: {allowed or 'none'}"
        )
        return Refusal("not-in-table", source, target, message)


def _names_in(state: State, version: str) -> tuple[str, ...]:
    """The names `state` has in `version`, its number among them, which is the same in all."""
    own = (state.wire[version],) if version in state.wire else ()
    number = (str(state.number),) if state.number is not None else ()
    return (*own, *state.reads.get(version, ()), *number)

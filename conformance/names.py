"""Reads a state's value as one protocol version writes it: what it means, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from a2a_lifecycle.conformance.codes import Code
from a2a_lifecycle.conformance.rules import GUIDE, Standard


@dataclass(frozen=True, slots=True)
class Reading:
    """What a value means.

    Attributes:
        state: the state's id, or None where no edition knows the value, or there is none.
        code: what is wrong with the value itself, if anything.
        instead: how the published protocol writes the state, where that is something else.
    """

    state: str | None
    code: Code | None = None
    instead: str | None = None


class Names:
    """The names of one protocol version.

    Parameters:
        standard: the editions of that version.
        strict: only the names of its JSON-RPC binding. Otherwise the names that the table's `reads` column lists, and
            protobuf numbers, are right too: gRPC and REST write them.
    """

    def __init__(self, standard: Standard, *, strict: bool) -> None:
        self._standard, version = standard, standard.version
        rows = [(edition, state) for edition in standard.readable for state in edition.states]
        every = {
            name for _, s in rows for name in (*s.wire.values(), *(n for names in s.reads.values() for n in names))
        }
        written = {state.wire[version] for _, state in rows if version in state.wire}
        self._prefixes = _prefixes([s.wire for _, s in rows])
        self._published = {s.id: s.wire[version] for e, s in rows if e.source != GUIDE and version in s.wire}
        self.known: dict[str, Reading] = {}
        """Each name of this version → what it means."""
        self.numbers: dict[int, str] = {s.number: s.id for _, s in rows if s.number is not None}
        """Each protobuf number → the state it means."""
        self._meant: dict[str, str | None] = {}
        for _, state in rows:
            for name in sorted(every):
                names = (state.wire.get(version), *state.reads.get(version, ())) if written else state.wire.values()
                if name in names and (name in written or not strict or not written):
                    self.known.setdefault(name, self._right(name, state.id))
            for name in (state.id, *state.wire.values(), *(n for names in state.reads.values() for n in names)):
                bare = self._bare(name)
                # Two states that look alike once stripped are not clearly meant.
                self._meant[bare] = state.id if self._meant.get(bare, state.id) == state.id else None
        self._strict = strict

    def read(self, raw: object) -> Reading:
        """What `raw` means: total, never raises (G5.4)."""
        if raw is None or raw == "":
            return Reading(None, Code.UNSPECIFIED_STATE)
        if isinstance(raw, str):
            return self.known.get(raw) or self._misspelt(self._meant.get(self._bare(raw)) or self._numeral(raw))
        if isinstance(raw, (int, float)) and not isinstance(raw, bool) and raw in self.numbers:
            state = self.numbers[int(raw)]
            return self._misspelt(state) if self._strict or isinstance(raw, float) else self._right(None, state)
        return Reading(None, Code.UNKNOWN_STATE)

    def close_to(self, raw: str) -> str | None:
        """A name of this version that `raw` might be a slip of, if there is one: for a hint, never for a judgement."""
        by_bare = {self._bare(name): name for name in self.known}
        close = get_close_matches(self._bare(raw), sorted(by_bare), n=1, cutoff=0.75)
        return by_bare[close[0]] if close else None

    def written(self, state: str) -> str | None:
        """How this version writes `state`: as published, or as the guide does where the published one does not."""
        row = self._standard.states.get(state)
        return self._published.get(state) or (row.wire.get(self._standard.version) if row else None)

    def _right(self, name: str | None, state: str) -> Reading:
        if self._standard.states[state].fallback:
            return Reading(state, Code.UNSPECIFIED_STATE)
        guide = {
            s.wire.get(self._standard.version) for e in self._standard.readable if e.source == GUIDE for s in e.states
        }
        published = self._published.get(state, name)
        if name in guide and name != published:
            return Reading(state, Code.GUIDE_SPELLING, published)
        return Reading(state)

    def _misspelt(self, state: str | None) -> Reading:
        if state is None:
            return Reading(None, Code.UNKNOWN_STATE)
        if self._standard.states[state].fallback:
            return Reading(state, Code.UNSPECIFIED_STATE)
        return Reading(state, Code.MISSPELT_STATE, self.written(state))

    def _numeral(self, raw: str) -> str | None:
        return self.numbers.get(int(raw)) if raw.isascii() and raw.isdigit() and len(raw) < 10 else None

    def _bare(self, name: str) -> str:
        """`name` without what people get wrong: case, separators, the prefix that all names of a version share."""
        bare = "".join(filter(str.isalnum, name[:100])).casefold()
        return next((bare[len(p) :] for p in self._prefixes if bare.startswith(p) and bare != p), bare)


def _prefixes(wires: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """What all names of a protocol version begin with, per version, stripped as names are."""
    by_version: dict[str, list[str]] = {}
    for wire in wires:
        for version, name in wire.items():
            by_version.setdefault(version, []).append(name)
    shared = (_shared(names) for names in by_version.values() if len(names) > 1)
    return tuple("".join(filter(str.isalnum, prefix)).casefold() for prefix in shared if len(prefix) > 1)


def _shared(names: list[str]) -> str:
    """The longest beginning that all `names` have."""
    shortest = min(names, key=len)
    return next((shortest[:i] for i, c in enumerate(shortest) if any(n[i] != c for n in names)), shortest)

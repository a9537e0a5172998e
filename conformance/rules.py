"""The core: what one step is worth. Pure: it knows no recording, no file and no task, only states.

A recording, a store that is audited and a guard of a running system all ask the same question here, so that they
cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from a2a_lifecycle.conformance.codes import Code
from a2a_lifecycle.spec import Edition, State, Table

GUIDE = "guide"
"""The `source` of the editions that say what is outside the guide (a deviation)."""


@dataclass(frozen=True)
class Standard:
    """The editions that events of one protocol version are held against.

    Attributes:
        version: the protocol version.
        guide: what is outside it is reported.
        published: what judges the states that `guide` does not have; None where `guide` stands alone.
        readable: the editions whose names a reader of this version knows.
    """

    version: str
    guide: Edition
    published: Edition | None
    readable: tuple[Edition, ...]

    @cached_property
    def states(self) -> dict[str, State]:
        """State id → state, as the guide sees it, and for states that it does not have as the others do."""
        found: dict[str, State] = {}
        for edition in (self.guide, *self.readable):
            for state in edition.states:
                found.setdefault(state.id, state)
        return found

    @cached_property
    def terminal(self) -> frozenset[str]:
        """The states that a task never leaves. The fallback is never taken for one: it is a lack of knowledge."""
        return frozenset(state.id for state in self.states.values() if state.terminal and not state.fallback)

    def outside(self, state: str) -> bool:
        """Whether `state` is none of the guide's. The fallback is not asked about: it is reported as itself."""
        return state not in self.guide.by_id and not self.states[state].fallback

    def edition_for(self, source: str, target: str) -> Edition | None:
        """The edition that judges a step: the guide, or the published one where a state is not the guide's."""
        for edition in (self.guide, self.published):
            if edition is not None and source in edition.by_id and target in edition.by_id:
                return edition
        return None

    def judge(self, source: str | None, target: str, *, snapshot: bool = False) -> Code | None:
        """What is wrong with a step from `source` to `target`, if anything (G2, G3, G5.1; published v1.0 §3.1.2).

        Parameters:
            source: the state before; where it is not known, be it None or a state of another version's alone, nothing
                is wrong.
            target: the state after.
            snapshot: whether it was seen in a whole task, so that states in between may have been missed: then a path
                is enough. A status update must be an edge, or an update that repeats a state that is not terminal.
        """
        if source not in self.states:
            return None
        if source in self.terminal:
            if source == target:
                return None if snapshot else Code.TERMINAL_REPEATED
            return Code.TERMINAL_LEFT
        if source == target or self.states[source].fallback or self.states[target].fallback:
            return None
        edition = self.edition_for(source, target)
        if edition is None:
            return None
        if snapshot:
            return None if target in edition.reachable(source) else Code.NOT_REACHABLE
        return None if edition.allows(source, target) else Code.NOT_IN_TABLE

    def final_contradicts(self, state: str, final: bool) -> bool:
        """Whether v0.3's `final` is true in an active state, or false in a terminal one (published v0.3 §7.2)."""
        row = self.states[state]
        if row.fallback:
            return False
        return row.state_class == "active" if final else row.terminal


def standard(table: Table, version: str, edition: str | None = None) -> Standard:
    """What events of `version` are held against.

    Parameters:
        table: the table.
        version: the protocol version of the events.
        edition: hold them against this edition alone; raises `NoSuchEditionError`.

    Without `edition` it is the guide's and the published edition of `version`; where the table has only one edition of
    that version, it is that one alone, and where it has none, the table's first edition.
    """
    of_version = tuple(e for e in table.editions.values() if e.protocol == version)
    readable = of_version or tuple(table.editions.values())
    if edition is not None:
        alone = table.edition(edition)
        return Standard(version, alone, None, (alone, *readable))
    guide = next((e for e in of_version if e.source == GUIDE), readable[0])
    published = next((e for e in of_version if e is not guide), None)
    return Standard(version, guide, published, readable)

"""Small whole numbers for what events say, so that a pass over a log compares integers and no text.

An event's number, its `what`, packs, from the most to the least significant: its slot (which state), the dialect,
whether it is a whole Task, and what is wrong with the value. Two more stand for an artifact update and an unusable row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from a2a_lifecycle.conformance.audit.rules import DIALECTS, VALUE_CODES, Before, Event, Rules
from a2a_lifecycle.conformance.codes import Code, Severity


@dataclass(frozen=True, slots=True)
class Slot:
    """A block of numbers: the events that give one state, or that fail to.

    Attributes:
        state: the state's id, or None.
        silent: whether they say nothing of the state: it is unspecified.
    """

    state: str | None
    silent: bool = False


class Coding:
    """The numbers of one set of rules.

    Attributes:
        rules: whose events are numbered.
        slots: the blocks: first every state, then "not known", then what says nothing.
        snapshot: what a whole Task adds to the number of a status update.
        bits: a slot has `1 << bits` numbers: `what >> bits` is the slot's.
        silent: the first number of an event that says nothing of the state.
        artifact: the number of an artifact update: the first that gives no state at all.
        unusable: the number of a row without a task or an order, or of a kind that nobody knows.
        nothing: the slot of "not known".
        opening: the number, among slots, of "nothing was before".
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        speaking = [Slot(state) for state in (*rules.rulebook.ids, None)]
        self.slots = (*speaking, *(Slot(slot.state, silent=True) for slot in speaking))
        self.snapshot = len(VALUE_CODES)
        self.bits = (len(DIALECTS) * 2 * self.snapshot - 1).bit_length()
        self.silent = len(speaking) << self.bits
        self.artifact = len(self.slots) << self.bits
        self.unusable = self.artifact + 1
        self.nothing = len(speaking) - 1
        self.opening = len(speaking)

    def what(self, event: Event) -> int:
        """The number of `event`."""
        silent = event.code is Code.UNSPECIFIED_STATE
        slot = self.slots.index(Slot(event.state, silent))
        code = 0 if silent else VALUE_CODES.index(event.code)
        return (slot << self.bits) + (DIALECTS.index(event.dialect) * 2 + event.snapshot) * len(VALUE_CODES) + code

    def event(self, what: int) -> Event | None:
        """The event that `what` is the number of; None where it gives no state."""
        if what >= self.artifact:
            return None
        slot = self.slots[what >> self.bits]
        number, code = divmod(what & ((1 << self.bits) - 1), len(VALUE_CODES))
        dialect, snapshot = divmod(number, 2)
        wrong = Code.UNSPECIFIED_STATE if slot.silent else VALUE_CODES[code]
        return Event(DIALECTS[dialect], slot.state, wrong, bool(snapshot))

    def before(self, number: int) -> Before:
        """What was before an event, where the slot of that is `number`."""
        return Before(None, opening=True) if number == self.opening else Before(self.slots[number].state)

    def pair(self, before: int, what: int) -> int:
        """One number for both."""
        return before * (self.unusable + 1) + what

    @cached_property
    def terminal(self) -> list[int]:
        """The slots of the terminal states."""
        return [number for number, slot in enumerate(self.slots[: self.nothing]) if slot.state in self.rules.terminal]

    @cached_property
    def whats(self) -> list[int]:
        """Every `what` there can be."""
        return sorted({*map(self.what, self.rules.events()), self.artifact, self.unusable})

    def pairs(self, whats: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Every pair (`before`, `what`) there can be of `whats`."""
        return ((before, what) for what in whats for before in range(self.opening + 1))

    def clean(self, whats: Iterable[int]) -> list[int]:
        """Of the pairs of `whats`, those that keep no task from conforming: they have no finding, or notes alone."""
        return sorted(self.pair(*pair) for pair in self.pairs(whats) if not self._counts(self.findings(*pair)))

    def outside(self, whats: Iterable[int]) -> list[int]:
        """Those of `whats` whose state is outside the guide, which `check` says once a task."""
        return sorted(what for what in whats if Code.OUTSIDE_GUIDE in self.findings(self.nothing, what))

    def findings(self, before: int, what: int) -> tuple[Code, ...]:
        """What `check` finds in the pair (`before`, `what`)."""
        if what == self.unusable:
            return (Code.UNREADABLE,)
        event = self.event(what)
        if event is None:
            return self.rules.judge_artifact(self.before(before))
        return self.rules.judge(self.before(before), event)

    def after(self, before: int, what: int) -> int:
        """The slot of the state after: what says nothing of a state does not bring a task back that has ended."""
        event = self.event(what)
        if event is not None and event.code is not Code.UNSPECIFIED_STATE:
            return what >> self.bits
        keeps = before in self.terminal or (event is None and before != self.opening)
        return before if keeps else self.nothing

    def _counts(self, codes: Iterable[Code]) -> bool:
        return any(self.rules.severity(code) in (Severity.DEVIATION, Severity.VIOLATION) for code in codes)

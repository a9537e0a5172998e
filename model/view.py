"""A client's view of one task: a fold of what it receives."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any, TypeAlias

from a2a_lifecycle.model.errors import OtherTaskError, WireError
from a2a_lifecycle.model.events import Event, Snapshot
from a2a_lifecycle.model.wire import Received, decode
from a2a_lifecycle.spec import Decoded, Edition, Table, load
from a2a_lifecycle.spec.errors import shown

Item: TypeAlias = Event | Snapshot | Received | Mapping[str, Any] | str | int
"""What a view takes: what a stream gives, an object of the protocol parsed or not, or a state's wire value alone."""


class View:
    """Shows the last state received, read by the client's own edition.

    A value that the edition does not recognise shows as its fallback, keeps the raw value, and stops nothing (G5.4):
    the next recognised value shows again. What carries a sequence number is taken only if it is newer than what is
    shown, so a view never goes back, whatever comes twice or late. What carries none is taken as it arrives.

    Parameters:
        edition: an edition's id in the table, the table's first where None; or an `Edition`.
        table: a table of one's own, or its file; the bundled one where None.
        terminal_wins: once an outcome shows, take nothing without a sequence number that says otherwise. For webhooks
            without sequence numbers, which may come out of order: what shows in between may be wrong, the end is right.

    Attributes:
        edition: the edition it reads by.
        task_id: the task it shows, once it knows.
        state: the state it shows; None before the first, and for an unrecognised value where the edition has no
            fallback.
        recognised: whether the edition knows the value it shows.
        raw: that value as it came.
        sequence: the sequence number of what it shows, or None.

    Raises:
        TableError: the table's file is malformed.
        NoSuchEditionError: the table has no such edition.
    """

    def __init__(
        self,
        edition: str | Edition | None = None,
        *,
        table: Table | str | PathLike[str] | None = None,
        terminal_wins: bool = False,
    ) -> None:
        if not isinstance(edition, Edition):
            edition = (table if isinstance(table, Table) else load(table)).edition(edition)
        self.edition = edition
        self.task_id: str | None = None
        self.state: str | None = None
        self.recognised = False
        self.raw: object = None
        self.sequence: int | None = None
        self._terminal_wins = terminal_wins

    def __repr__(self) -> str:
        return f"<View of {self.task_id} by {self.edition.id}: {self.state} ({self.raw!r})>"

    @property
    def ended(self) -> bool:
        """Whether the task has ended: an outcome shows. The fallback is none, whatever its class: a client that stops
        at it loses the outcome.
        """
        return self.recognised and self.state in self.edition.outcomes

    def apply(self, item: Item) -> bool:
        """Take `item` into the view; returns whether it was, and was not out of date or about no state.

        What has no status says nothing of a state and changes nothing: an artifact, a message, and a task or a status
        update that came without one. A status whose state is left out does say something: v1.0 so writes the number 0,
        which is no state of a task (G5.4).

        Raises:
            OtherTaskError: it is about another task; the view has not changed.
            WireError, RemoteError: it is nothing that a view takes, or an error; the view has not changed.
        """
        if isinstance(item, Mapping):
            item = decode(item)
        if isinstance(item, (str, int)):
            return self._show(self.edition.decode(item), None)
        if not isinstance(item, (Received, Event, Snapshot)):
            kinds = "an event, a snapshot, an object of the protocol, or a state's wire value"
            raise WireError(f"a view takes {kinds}, not {shown(item)}")
        if isinstance(item, Received) and not item.stated:
            return False
        if self.task_id is not None and item.task_id is not None and item.task_id != self.task_id:
            raise OtherTaskError(self.task_id, item.task_id)
        self.task_id = self.task_id or item.task_id
        if isinstance(item, Received):
            return self._show(self.edition.decode(item.raw), item.sequence)
        return self._show(self._by_id(item.state), item.sequence)

    def _by_id(self, state: str) -> Decoded:
        """A state of a task in this process, which has its id, not a wire name: ids are the same in every edition."""
        if state in self.edition.by_id:
            return Decoded(state, True, state)
        return Decoded(self.edition.fallback.id if self.edition.fallback else None, False, state)

    def _show(self, decoded: Decoded, sequence: int | None) -> bool:
        if sequence is None:
            if self._terminal_wins and self.ended:
                return False
        elif self.sequence is not None and sequence <= self.sequence:
            return False
        else:
            self.sequence = sequence
        self.state, self.recognised, self.raw = decoded.state, decoded.recognised, decoded.raw
        return True

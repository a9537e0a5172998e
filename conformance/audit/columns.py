"""Which column of a log says what: named by the caller, or recognised by a common name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from a2a_lifecycle.conformance.audit.errors import ColumnError

NAMES: Mapping[str, frozenset[str]] = {
    "task": frozenset({"task", "taskid", "a2ataskid"}),
    "order": frozenset(
        {"order", "seq", "seqno", "sequence", "sequencenumber", "position", "offset", "timestamp", "ts", "time"}
        | {"eventtime", "createdat", "updatedat", "occurredat", "recordedat", "at"}
    ),
    "state": frozenset({"state", "taskstate", "status", "taskstatus", "newstate", "statusstate"}),
    "kind": frozenset({"kind", "eventkind"}),
    "protocol": frozenset({"protocol", "protocolversion", "a2aversion"}),
}
"""Role → the names it is recognised by, written without case and without what is no letter or digit."""

REQUIRED = ("task", "order", "state")
"""The roles no audit can do without; `kind` and `protocol` are used where there is a column for them."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column of a log says what.

    Attributes:
        task: the task an event belongs to.
        order: what puts a task's events in order; later ones break the ties of earlier ones.
        state: the state the event gives, as a wire name or a protobuf number.
        kind: whether it is a status update, a whole Task or an artifact update; None: all are status updates.
        protocol: the protocol version it is written in; None: the version that writes such a value.
    """

    task: str
    order: tuple[str, ...]
    state: str
    kind: str | None = None
    protocol: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """Their names, each once."""
        names = (self.task, *self.order, self.state, self.kind, self.protocol)
        return tuple(dict.fromkeys(name for name in names if name is not None))

    @property
    def by_role(self) -> dict[str, tuple[str, ...]]:
        """Role → the columns that have it."""
        roles = {"task": (self.task,), "order": self.order, "state": (self.state,)}
        optional = {"kind": self.kind, "protocol": self.protocol}
        return {**roles, **{role: (name,) for role, name in optional.items() if name is not None}}


@dataclass(frozen=True, slots=True)
class Named:
    """The columns a caller names; what is left None or empty is recognised."""

    task: str | None = None
    order: tuple[str, ...] = ()
    state: str | None = None
    kind: str | None = None
    protocol: str | None = None

    @property
    def any(self) -> bool:
        """Whether one column at least is named."""
        return any((self.task, self.order, self.state, self.kind, self.protocol))


def plain(name: str) -> str:
    """`name` without case and without what is no letter or digit: `taskId`, `task_id` and `TASK-ID` are one name."""
    return "".join(character for character in name.lower() if character.isalnum())


def recognise(log: str, available: Sequence[str], named: Named) -> Columns:
    """The columns of a log that has the columns `available`.

    Parameters:
        log: what to call it in messages.
        available: its columns, in its order.
        named: the columns that the caller names.

    Raises:
        ColumnError: a named column is not there, no column is recognised for a role, or more than one is.
    """
    task = _one(log, available, "task", named.task)
    order = tuple(_named(log, available, "order", name) for name in named.order)
    state = _one(log, available, "state", named.state)
    if not order:
        order = tuple(filter(None, (_one(log, available, "order", None),)))
    kind = _one(log, available, "kind", named.kind)
    protocol = _one(log, available, "protocol", named.protocol)
    assert task is not None
    assert state is not None
    return Columns(task, order, state, kind, protocol)


def _one(log: str, available: Sequence[str], role: str, name: str | None) -> str | None:
    if name is not None:
        return _named(log, available, role, name)
    found = [column for column in available if plain(column) in NAMES[role]]
    if len(found) > 1:
        choice = " or ".join(repr(column) for column in found)
        reason = f"{choice} could be the {role} column; say which: --{role} {found[0]}"
        raise ColumnError(log, role, reason, available)
    if not found and role in REQUIRED:
        reason = f"no column is recognised as the {role} column; name it with --{role}; {_listed(available)}"
        raise ColumnError(log, role, reason, available)
    return found[0] if found else None


def _named(log: str, available: Sequence[str], role: str, name: str) -> str:
    if name in available:
        return name
    close = get_close_matches(name, available, n=1, cutoff=0.6)
    hint = f"did you mean {close[0]!r}?" if close else _listed(available)
    raise ColumnError(log, role, f"there is no column {name!r} to be the {role} column; {hint}", available)


def _listed(available: Sequence[str]) -> str:
    shown = ", ".join(available[:20])
    more = ", …" if len(available) > 20 else ""
    return f"the columns are: {shown}{more}" if available else "it has no columns"

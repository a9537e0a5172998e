"""Wire names both ways: what an edition writes for a state, and what it reads in a name or a number (G4, G5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from a2a_lifecycle.conformance.vectors.sentences import shown
from a2a_lifecycle.spec import Edition, NoSuchStateError, Table

DIRECTIONS = ("write", "read")

_NEVER_NAMES: tuple[object, ...] = ("", " ", "no such state", -1, None, True, False)
"""Values that name no state in any table: a name and a number are never empty, negative or a Boolean."""


def vectors(table: Table, edition: Edition) -> list[dict[str, Any]]:
    """What `edition` writes for each state of `table`, and reads in each name, number and unrecognised value."""
    return [*_writes(table, edition), *_reads(table, edition)]


def _writes(table: Table, edition: Edition) -> Iterator[dict[str, Any]]:
    for state in dict.fromkeys(state.id for state in table.states):
        try:
            name = edition.encode(state)
        except NoSuchStateError:
            continue  # no name and no fallback: there is nothing to write
        own = edition.by_id.get(state)
        clause: tuple[str, ...] = ("G5.4",)
        if own is not None and edition.protocol in own.wire:
            sentence, clause = f"{own.label.en} is written {shown(name)}", own.clause
        else:
            sentence = f"{state}, which has no name in this edition, is written as the fallback: {shown(name)}"
        yield {
            "id": f"write-{state}",
            "description": sentence,
            "clause": list(clause or ("G4",)),
            "direction": "write",
            "state": state,
            "value": name,
            "recognised": own is not None,
        }


def _reads(table: Table, edition: Edition) -> Iterator[dict[str, Any]]:
    for value in (*recognised(edition), *unrecognised(table, edition)):
        read = edition.decode(value)
        state = edition.by_id[read.state] if read.state is not None else None
        clause: tuple[str, ...] = ("G5.4",)
        if not read.recognised:
            sentence = f"{shown(value)} is not recognised, and is shown as {state.label.en if state else 'no state'}"
        else:
            assert state is not None  # what is recognised is a state of the edition
            sentence, clause = f"{shown(value)} is read as {state.label.en}", state.clause or ("G4",)
        yield {
            "id": f"read-{shown(value)}",
            "description": sentence,
            "clause": list(clause),
            "direction": "read",
            "state": read.state,
            "value": value,
            "recognised": read.recognised,
        }


def recognised(edition: Edition) -> tuple[str | int, ...]:
    """Every name and number that `edition` reads: what it writes, what else it accepts, then the numbers."""
    names: list[str | int] = []
    for state in edition.states:
        if edition.protocol in state.wire:
            names.append(state.wire[edition.protocol])
        names += state.reads.get(edition.protocol, ())
    names += [state.number for state in edition.states if state.number is not None]
    return tuple(names)


def unrecognised(table: Table, edition: Edition) -> tuple[object, ...]:
    """Values that `edition` does not read as a state.

    The names and numbers of the table's other editions, its own names misspelt, the first number that is free, and
    values that are no name at all.
    """
    known = set(recognised(edition))
    foreign = [name for state in table.states for name in _all_names(state.wire, state.reads)]
    misspelt = [name for own in known if isinstance(own, str) for name in _misspelt(own)]
    numbers = {state.number for state in table.states if state.number is not None}
    free = max(numbers, default=-1) + 1
    candidates = [*foreign, *sorted(misspelt), *sorted(numbers), free]
    return (*(value for value in dict.fromkeys(candidates) if value not in known), *_NEVER_NAMES)


def _all_names(wire: Any, reads: Any) -> Iterator[str]:
    yield from wire.values()
    for names in reads.values():
        yield from names


def _misspelt(name: str) -> tuple[str, ...]:
    return (name.title(), f"{name} ")

"""Remembers the tasks that have ended, packed, so that one that comes back to life is caught.

A task is a pair of integers in a dictionary, about 130 bytes whatever the length of its id: a million ended tasks are
130 MB. (An open-addressed array would need half of that, and thrice the time.) The key is 60 bits of the hash of it,
which Python seeds anew in each process: nobody can write a recording in which two ids collide on purpose, and by
chance some pair among a million tasks does with a probability of 1 in two million.
"""

from __future__ import annotations

from typing import Any, NamedTuple

_KEY = (1 << 60) - 1

# What is packed into one integer, from the lowest bit: two flags, the channel, the state, the file, the time, the line.
_CHANNEL, _STATE, _FILE, _STAMP, _LINE = 2, 10, 26, 42, 90


class Ended(NamedTuple):
    """What is remembered of a task that has ended.

    Attributes:
        state: the index of its state.
        file: the index of the file in which it ended.
        line: the line.
        stamp: the time that the event gave, in milliseconds since 1970; 0 where it gave none.
        channel: what `channel_mark` made of the channel it ended on.
        by_snapshot: whether it was seen in a whole task alone, so that the status update may still be on its way.
        outside: whether a state outside the guide has been reported of it.
    """

    state: int
    file: int
    line: int
    stamp: int
    channel: int
    by_snapshot: bool
    outside: bool


def channel_mark(channel: Any) -> int:
    """A channel in 8 bits; 0 is the channel of what came outside any JSON-RPC envelope."""
    return 0 if channel is None else hash(channel if type(channel) is int else str(channel)) & 0x7F | 0x80


class EndedTasks:
    """The tasks that have ended, by id."""

    def __init__(self) -> None:
        self._words: dict[int, int] = {}

    def __contains__(self, task_id: str) -> bool:
        return hash(task_id) & _KEY in self._words

    def get(self, task_id: str) -> Ended | None:
        """What is remembered of `task_id`, or None."""
        word = self._words.get(hash(task_id) & _KEY)
        if word is None:
            return None
        return Ended(
            state=word >> _STATE & 0xFFFF,
            file=word >> _FILE & 0xFFFF,
            line=word >> _LINE,
            stamp=word >> _STAMP & (1 << 48) - 1,
            channel=word >> _CHANNEL & 0xFF,
            by_snapshot=bool(word & 1),
            outside=bool(word & 2),
        )

    def put(
        self, task_id: str, state: int, file: int, line: int, stamp: int, channel: int, by_snapshot: bool, outside: bool
    ) -> None:
        """Remember that `task_id` ended so; see `Ended` for the parameters."""
        low = file << _FILE | state << _STATE | channel << _CHANNEL | outside << 1 | by_snapshot
        self._words[hash(task_id) & _KEY] = line << _LINE | stamp << _STAMP | low

    def forget(self, task_id: str) -> None:
        """`task_id` is no longer ended."""
        self._words.pop(hash(task_id) & _KEY, None)

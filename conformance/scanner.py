"""Finds where JSON documents begin and end that are not one a line: pretty-printed, concatenated, in one long array."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from a2a_lifecycle.conformance.json_text import TOO_DEEP, Unreadable, parse, parse_whole

MAX_BYTES = 16 << 20
"""A document longer than this is not read: memory is bounded by it."""

MAX_DEPTH = 1024
"""A document nested deeper than this is not read."""

TOO_LONG = f"is longer than {MAX_BYTES >> 20} MiB, and was not read"
CUT_OFF = "is cut off: the JSON ends early"

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"|[{}\[\]"]', re.DOTALL)
_NEXT = re.compile(rb"\}\s*+,\s*+\{")
_BETWEEN = re.compile(rb"[\s,]*+")
_PAIR = {b"}": b"{", b"]": b"["}


class Scanner:
    """Reads documents from lines, or from pieces of a line that is too long to be held.

    A document at the top, or an element of an array at the top, is given as soon as it ends, with the line it began on.

    Parameters:
        take: is offered (text, line) of each document; what it takes is not given.
    """

    def __init__(self, take: Callable[[bytes, int], bool] | None = None) -> None:
        self._take = take
        self._array = 0
        """The line on which an array at the top was opened, or 0."""
        self._open: list[bytes] = []
        self._text = bytearray()
        self._scanned = 0
        self._wait = 0
        """How long the text must be before it is worth looking at again: it ended within a string."""
        self._start = 0
        self._broken = False
        """Whether the rest of a broken document may follow, which is to be passed over without a word."""

    @property
    def busy(self) -> bool:
        """Whether the next line may belong to something that was begun before."""
        return bool(self._open or self._array or self._broken)

    @property
    def broken(self) -> bool:
        """Whether the rest of a broken document is being passed over."""
        return self._broken

    @property
    def reading(self) -> bool:
        """Whether a document or an array is open, so that the next line belongs to it."""
        return bool(self._open or self._array)

    def cut_by(self, line: bytes) -> bool:
        """Whether `line` begins a new document though the last one has not ended: it was cut off.

        Inside an object a brace at the very beginning of a line can be no key. Inside an array it could be an element,
        as printers that do not indent write it; there it must be a document of its own, in one line.
        """
        if not self._open or line[:1] != b"{":
            return False
        if self._open[-1] == b"{":
            return line.rstrip() != b"{"
        document = parse(line)
        return isinstance(document, dict) and ("jsonrpc" in document or "result" in document)

    def cut(self, *, whole_array: bool) -> tuple[int, Unreadable]:
        """Give up the open document, and the array it is in, for the next line is something else."""
        line, unreadable = self._give_up(CUT_OFF, broken=False)
        line = line if line else self._array
        if whole_array:
            self._array = 0
        return line, unreadable

    def feed(self, piece: bytes, line: int, *, ends_line: bool = True) -> Iterator[tuple[int, Any]]:
        """The documents that end in `piece`, which is of line `line`; `Unreadable` for those that cannot be read."""
        if self._broken:
            if piece[:1] in b' \t}],"' or not piece.strip():
                return
            self._broken = False
        at = 0
        self._text += piece
        if len(self._text) < min(self._wait, MAX_BYTES) and not ends_line:
            return
        self._wait = 0
        while True:
            if not self._open:
                at = _BETWEEN.match(self._text, at).end()  # type: ignore[union-attr]
                sign = bytes(self._text[at : at + 1])
                if sign == b"[" and not self._array:
                    self._array, at = line, at + 1
                    continue
                if sign == b"]" and self._array:
                    self._array, at = 0, at + 1
                    continue
                if sign != b"{" and not (sign == b"[" and self._array):
                    if sign:
                        self._array = 0 if self._array == line else self._array
                        yield line, _neither(bytes(self._text[at : at + 40]))
                    break
                self._start = line
                self._scanned = at
                guess = self._array and _NEXT.search(self._text, at)
                if guess:
                    # Where the next element seems to begin. A document may have the same signs in it, so it is tried.
                    text = bytes(self._text[at : guess.start() + 1])
                    if self._take and self._take(text, line):
                        at = guess.start() + 1
                        continue
                    document = parse_whole(text)
                    if document is not None:
                        yield line, document
                        at = guess.start() + 1
                        continue
            end, wrong = self._scan(ends_line)
            if wrong:
                if self._text[at : at + 1] == b"[":
                    self._array = 0  # an array in an array: the outer one is as little A2A as the inner one
                yield self._give_up(wrong, broken=True)
                return
            if end is None:
                if len(self._text) - at > MAX_BYTES:
                    yield self._give_up(TOO_LONG, broken=True)
                    return
                del self._text[:at]
                self._scanned -= at
                if ends_line:
                    self._text += b"\n"
                return
            start, self._start = self._start, 0
            text = bytes(self._text[at:end])
            if not (self._take and self._take(text, start)):
                yield start, parse(text)
            at = end
        self._text.clear()

    def _scan(self, ends_line: bool) -> tuple[int | None, str | None]:
        """Where the open document ends, if it does; and what is wrong with it, if anything."""
        for token in _TOKEN.finditer(self._text, self._scanned):
            sign = token.group()
            if sign in (b"{", b"["):
                self._open.append(sign)
                if len(self._open) > MAX_DEPTH:
                    return None, f"{TOO_DEEP} to be an A2A object"
            elif sign == b'"':
                # A text that is not closed: it goes on in the next piece, but never in the next line.
                self._scanned = token.start()
                self._wait = 2 * len(self._text)
                return None, CUT_OFF if ends_line else None
            elif sign[:1] != b'"':
                if self._open.pop() != _PAIR[sign]:
                    return None, f"is no JSON: {sign.decode()} closes nothing"
                if not self._open:
                    self._scanned = token.end()
                    return token.end(), None
            self._scanned = token.end()
        return None, None

    def _give_up(self, reason: str, *, broken: bool) -> tuple[int, Unreadable]:
        self._open.clear()
        self._text.clear()
        self._scanned = self._wait = 0
        self._broken = broken
        start, self._start = self._start, 0
        return start, Unreadable(reason)

    def finish(self) -> Iterator[tuple[int, Unreadable]]:
        """What is still open when the recording ends."""
        if self._open:
            yield self._give_up(f"{CUT_OFF}. Is the recording still being written?", broken=False)
        if self._array:
            yield self._array, Unreadable("opens an array that is never closed. Is the recording still being written?")
            self._array = 0


def _neither(text: bytes) -> Unreadable:
    shown = repr(text.decode("utf-8", "replace"))
    return Unreadable(f"is neither JSON nor a server-sent event: {shown if len(shown) < 60 else shown[:58] + '…'}")

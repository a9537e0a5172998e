"""From bytes to JSON documents, each with the line it begins on: JSON lines, server-sent events, arrays, also mixed.

Each line tells by itself what it is, so a log may hold requests as JSON lines between the answers' event streams. What
is neither JSON nor a server-sent event is given as `Unreadable`, and never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from a2a_lifecycle.conformance.json_text import Unreadable, parse, parse_whole
from a2a_lifecycle.conformance.quick import Quick
from a2a_lifecycle.conformance.scanner import MAX_BYTES, TOO_LONG, Scanner

LONG_ARRAY = 1 << 16
"""An array in one line of more bytes than this is read element by element."""

_FIELD = re.compile(rb"(data|event|id|retry)(?::|$)")
_HTTP_HEAD = re.compile(rb"HTTP/\d")
_HTTP_FIELD = re.compile(rb"[\w-]+:")


class Documents:
    """The documents of one recording.

    Iterating gives (line, document) pairs: whatever JSON the text is, or `Unreadable`.

    Parameters:
        pieces: the bytes, cut anywhere.
        quick: is offered what stands by itself; what it takes is not given.

    Attributes:
        line: the line that was read last, from 1.
        taken: how many documents were taken quickly.
        in_stream: whether the document given last was an event of a stream, which keeps its order.
    """

    def __init__(self, pieces: Iterator[bytes], quick: Quick | None = None) -> None:
        self._pieces, self._quick = pieces, quick
        self.line = 0
        self.taken = 0
        self.in_stream = False
        self._scanner = Scanner(self._take)
        self._data: bytes | None = None
        """The data of the event that is being read."""
        self._begun = 0
        """The line that event began on, or 0."""
        self._in_head = self._dropping = False
        self._passing_over = False

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        tail = b""
        overlong = False
        for piece in self._pieces:
            if overlong:
                first, line_end, piece = piece.partition(b"\n")
                yield from self._long(first, ends=bool(line_end))
                if not line_end:
                    continue
                overlong = False
            whole, line_end, rest = piece.rpartition(b"\n")
            if line_end:
                yield from self._lines(tail + whole)
                tail = rest
            else:
                tail += piece
            if len(tail) > (LONG_ARRAY if self._may_be_array(tail) else MAX_BYTES):
                self.line += 1
                yield from self._long(tail, ends=False, first=True)
                tail, overlong = b"", True
        if overlong:
            yield from self._long(b"", ends=True)
        if tail:
            yield from self._lines(tail)
        yield from self._dispatch()
        yield from self._scanner.finish()

    def _lines(self, text: bytes) -> Iterator[tuple[int, Any]]:
        """Whole lines; the last line end is left out."""
        quick = self._quick if text.isascii() or _is_utf8(text) else None
        if quick and text[:1] == b"{" and text[-1:] == b"}" and self._calm():
            # A line feed between braces can only stand between documents. So if there are as many as lines, it is one
            # a line.
            number = text.count(b"\n") + 1
            documents = quick.decode_lines(text) if text.count(b"}\n{") == number - 1 else None
            if documents is not None and len(documents) == number:
                yield from self._quick_lines(text, documents, quick)
                return
        for line in text.split(b"\n"):
            self.line += 1
            if quick and line[:6] == b"data: " and self._data is None and not self._scanner.busy:
                self._data = line[6:]
                self._begun = self._begun or self.line
            elif quick and not line and self._data and not self._scanner.busy:
                if self._take(self._data, self._begun):
                    self._data, self._begun = None, 0
                else:
                    yield from self._dispatch()
            else:
                yield from self._line(line)

    def _quick_lines(self, text: bytes, documents: list[Any], quick: Quick) -> Iterator[tuple[int, Any]]:
        """One document a line: those that are plainly right are taken at once, the others are given one by one."""
        first, at = self.line + 1, 0
        lines: list[bytes] = []
        while True:
            reached = quick.take(documents, at, first)
            self.taken += reached - at
            self.line = first + reached
            if reached == len(documents):
                self.line -= 1
                return
            lines = lines or text.split(b"\n")
            yield from self._json(lines[reached])
            at = reached + 1

    def _take(self, text: bytes, line: int) -> bool:
        """Offer one document to the short way."""
        quick = self._quick
        if quick is None or not (text.isascii() or _is_utf8(text)) or not quick.take(quick.decode(text), 0, line):
            return False
        self.taken += 1
        return True

    def _calm(self) -> bool:
        """Whether nothing is being read that goes over several lines."""
        return self._data is None and not self._begun and not self._scanner.busy

    def _may_be_array(self, line: bytes) -> bool:
        return self._scanner.busy or line[:64].lstrip()[:1] == b"["

    def _long(self, piece: bytes, *, ends: bool, first: bool = False) -> Iterator[tuple[int, Any]]:
        """A piece of a line that is too long to be held: read on in an array, refused elsewhere."""
        if first:
            yield from self._dispatch()
            self._passing_over = not self._may_be_array(piece)
            if self._passing_over:
                yield self.line, Unreadable(TOO_LONG)
        if not self._passing_over:
            yield from self._scanner.feed(piece, self.line, ends_line=ends)
            self._passing_over = self._scanner.broken

    def _line(self, line: bytes) -> Iterator[tuple[int, Any]]:
        """Any line, carefully."""
        scanner = self._scanner
        if not line.strip():
            self._in_head = False
            yield from self._dispatch()
            return
        field = _FIELD.match(line)
        if scanner.reading:
            if field or scanner.cut_by(line):
                yield scanner.cut(whole_array=bool(field))
            else:
                yield from scanner.feed(line, self.line)
                return
        if field or line[:1] == b":":
            yield from self._field(line, field)
        elif self._in_head and _HTTP_FIELD.match(line):
            return
        elif _HTTP_HEAD.match(line):
            yield from self._dispatch()
            self._in_head = True
        else:
            yield from self._dispatch()
            yield from self._json(line)

    def _json(self, line: bytes) -> Iterator[tuple[int, Any]]:
        """A line that is, or begins, or ends, something in JSON, or is nothing that is known."""
        sign = line[:64].lstrip()[:1]
        if not self._scanner.busy and (sign == b"{" or (sign == b"[" and len(line) <= LONG_ARRAY)):
            document = parse_whole(line)
            if document is not None:
                yield self.line, document
                return
        yield from self._scanner.feed(line, self.line)

    def _field(self, line: bytes, field: re.Match[bytes] | None) -> Iterator[tuple[int, Any]]:
        if field is None or self._dropping:
            return  # a comment, or more of an event that was too long
        self._begun = self._begun or self.line
        if field[1] != b"data":
            return
        value = line[field.end() :].removeprefix(b" ")
        self._data = value if self._data is None else self._data + b"\n" + value
        if len(self._data) > MAX_BYTES:
            yield self._begun, Unreadable(TOO_LONG)
            self._data, self._dropping = b"", True

    def _dispatch(self) -> Iterator[tuple[int, Any]]:
        """The event that ends here, if one was being read; at the end of a recording its blank line may be missing."""
        begun, data = self._begun, self._data
        self._data, self._begun, self._dropping = None, 0, False
        if data is not None and data.strip():
            self.in_stream = True
            yield begun, parse(data)
            self.in_stream = False


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True

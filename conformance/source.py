"""Opens a recording: a file, standard input or gzip, as pieces of bytes with one kind of line end."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

STDIN = "-"
"""The name that stands for standard input."""

PIECE = 1 << 16
"""How many bytes are read at a time."""

_GZIP = b"\x1f\x8b"
_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class SourceError(Exception):
    """A recording that cannot be opened or read on; its text says why, in half a sentence."""


@contextmanager
def opened(name: str) -> Iterator[Iterator[bytes]]:
    """The bytes of the recording `name` (`-` for standard input), piece by piece, each line ended by a line feed.

    gzip is recognised by its first bytes, whatever the name. A byte order mark is dropped.

    Raises:
        SourceError: at once, or on the way: what was read before is good.
    """
    try:
        stream = sys.stdin.buffer if name == STDIN else cast(BinaryIO, open(name, "rb"))  # noqa: SIM115
    except OSError as error:
        raise SourceError(f"cannot be read: {_reason(error)}") from None
    try:
        yield _pieces(stream)
    finally:
        if name != STDIN:
            stream.close()


def _reason(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "it is a directory; name the files in it"
    return (error.strerror or str(error)).lower()


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    try:
        first = stream.read(4)
        rest: BinaryIO = stream
        if first.startswith(_GZIP):
            rest = cast(BinaryIO, gzip.GzipFile(fileobj=io.BufferedReader(_Joined(first, stream))))
            first = rest.read(4)
        if first.startswith(_UTF16_MARKS):
            raise SourceError("is UTF-16; a recording is UTF-8")
        yield from _one_line_end(first.removeprefix(_UTF8_MARK), rest)
    except EOFError:
        raise SourceError("the gzip data ends early; is the file still being written?") from None
    except (zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(f"the gzip data is broken: {str(error).lower()}") from None
    except OSError as error:
        raise SourceError(f"cannot be read: {_reason(error)}") from None


class _Joined(io.RawIOBase):
    """`first`, which was read to look at it, and then the rest of the stream: standard input cannot be wound back."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self._first, self._rest = first, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        data = self._first[: len(view)] or self._rest.read(len(view))
        self._first = self._first[len(view) :]
        view[: len(data)] = data
        return len(data)


def _one_line_end(first: bytes, rest: BinaryIO) -> Iterator[bytes]:
    """A carriage return cannot stand inside a JSON text, so CR LF and CR alone can safely become LF everywhere."""
    piece, held = first, b""
    while piece:
        if b"\r" in piece or held:
            piece = held + piece
            held = b"\r" if piece.endswith(b"\r") else b""
            piece = piece[: len(piece) - len(held)].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if piece:
            yield piece
        piece = rest.read(PIECE)
    if held:
        yield b"\n"


def size_of(name: str) -> int | None:
    """How many bytes the recording has, where that can be told; for showing progress."""
    try:
        return None if name == STDIN else os.stat(name).st_size
    except OSError:
        return None

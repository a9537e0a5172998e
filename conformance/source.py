"""Opens a recording: a file, standard input or gzip, as pieces of bytes with one kind of line end."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
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
        read = _reader(stream)
        first = next(read, b"")
        if first.startswith(_GZIP):
            read = _decompressed(first, read)
            first = next(read, b"")
        if first.startswith(_UTF16_MARKS):
            raise SourceError("is UTF-16; a recording is UTF-8")
        yield from _one_line_end(first.removeprefix(_UTF8_MARK), read)
    except zlib.error as error:
        raise SourceError(f"has broken gzip data: {str(error).partition(': ')[2] or error}") from None
    except OSError as error:
        raise SourceError(f"cannot be read: {_reason(error)}") from None


def _reader(stream: BinaryIO) -> Iterator[bytes]:
    while piece := stream.read(PIECE):
        yield piece


def _decompressed(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """What is in gzip data: piece by piece, so that a bomb does no harm, and as far as it is whole."""
    member = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for piece in chain((first,), rest):
        while piece:
            if member.eof:
                piece = piece.lstrip(b"\x00")  # tape blocks may be padded between members
                if not piece:
                    break
                member = zlib.decompressobj(zlib.MAX_WBITS | 16)
            plain = member.decompress(piece, PIECE)
            if plain:
                yield plain
            piece = member.unconsumed_tail or member.unused_data
    yield from iter(lambda: member.decompress(b"", PIECE), b"")
    if not member.eof:
        raise SourceError("has gzip data that ends early. Is it still being written?")


def _one_line_end(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """A carriage return cannot stand inside a JSON text, so CR LF and CR alone can safely become LF everywhere."""
    piece, held = first, b""
    while piece:
        if b"\r" in piece or held:
            piece = held + piece
            held = b"\r" if piece.endswith(b"\r") else b""
            piece = piece[: len(piece) - len(held)].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if piece:
            yield piece
        piece = next(rest, b"")
    if held:
        yield b"\n"

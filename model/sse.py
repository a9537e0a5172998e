"""Server-sent events: the bytes of `text/event-stream`, written and read as the HTML standard says."""

from __future__ import annotations

import codecs
import json
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from a2a_lifecycle.model.errors import WireError
from a2a_lifecycle.model.events import Event, Snapshot
from a2a_lifecycle.model.wire import Received, decode, encode
from a2a_lifecycle.spec import Edition

MEDIA_TYPE = "text/event-stream"
"""The content type of these bytes."""


@dataclass(frozen=True, slots=True)
class ServerSentEvent:
    """One event of a stream.

    Attributes:
        data: its data lines, joined by newlines.
        event: its type; `message` where it names none.
        id: the last id the stream has given, or the empty text.
        line: the line its first field stands in, from 1.
    """

    data: str
    event: str
    id: str
    line: int


def frame(item: Event | Snapshot, edition: Edition, *, request_id: str | int | None = None) -> bytes:
    """`item` as one server-sent event in the JSON of `edition`'s protocol version; its id is the sequence number.

    Parameters:
        item: what to write.
        edition: as for `encode`.
        request_id: the id of the JSON-RPC request that is answered, and then the object comes in a JSON-RPC envelope;
            None for none, as in the REST binding.

    Raises:
        NoSuchProtocolError, NoSuchStateError: as `encode`.
    """
    body: dict[str, Any] = encode(item, edition)
    if request_id is not None:
        body = {"jsonrpc": "2.0", "id": request_id, "result": body}
    # JSON escapes every line break, so the object is one line.
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return f"id: {item.sequence}\ndata: {text}\n\n".encode()


class SSEParser:
    """Reads server-sent events from bytes as they arrive, in pieces of any size.

    Lines end with LF, CR or CRLF; a byte order mark at the start, comments and unknown fields are passed over; data may
    span several lines; bytes that are not UTF-8 become U+FFFD. An event that the stream breaks off in is never
    given out, as the standard says.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
        self._rest, self._after_cr = "", False
        self._line = 0
        self._data: list[str] = []
        self._event = self._id = ""
        self._began: int | None = None

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """The events that `chunk` completes."""
        return [event for line in self._lines(self._decoder.decode(chunk)) if (event := self._read(line))]

    def _lines(self, text: str) -> list[str]:
        if self._after_cr and text:
            text, self._after_cr = text.removeprefix("\n"), False
        if text.endswith("\r"):
            self._after_cr = True  # an LF that opens the next piece belongs to it
        # Only these end a line here; str.splitlines knows more.
        *lines, last = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if lines:
            lines[0], self._rest = self._rest + lines[0], ""
        self._rest += last
        return lines

    def _read(self, line: str) -> ServerSentEvent | None:
        self._line += 1
        if not line:
            return self._dispatch()
        name, _, value = line.partition(":")
        if name == "":  # a comment
            return None
        self._began = self._began or self._line
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        return None

    def _dispatch(self) -> ServerSentEvent | None:
        data, event, began = self._data, self._event, self._began or self._line
        self._data, self._event, self._began = [], "", None
        return ServerSentEvent("\n".join(data), event or "message", self._id, began) if data else None


def read(chunks: Iterable[bytes]) -> Iterator[Received]:
    """The objects of the protocol in a stream of server-sent events.

    Raises:
        WireError: an event's data is not JSON, or no object of the protocol.
        RemoteError: the server answered with an error.
    """
    parser = SSEParser()
    for chunk in chunks:
        for event in parser.feed(chunk):
            yield _decoded(event)


async def read_async(chunks: AsyncIterable[bytes]) -> AsyncIterator[Received]:
    """As `read`, from an asynchronous source."""
    parser = SSEParser()
    async for chunk in chunks:
        for event in parser.feed(chunk):
            yield _decoded(event)


def _decoded(event: ServerSentEvent) -> Received:
    try:
        obj = json.loads(event.data)
    except (ValueError, RecursionError):
        raise WireError(f"line {event.line}: the data is not JSON") from None
    return decode(obj)

"""Server-sent events, as the HTML standard defines them."""

import asyncio
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from a2a_lifecycle.model import MEDIA_TYPE, RemoteError, SSEParser, Task, View, WireError, frame, read, read_async
from tests.model.support import EDITIONS, StoppedClock


def events(data, size=None):
    parser = SSEParser()
    pieces = [data] if size is None else [data[i : i + size] for i in range(0, len(data), size)]
    return [event for piece in pieces for event in parser.feed(piece)]


def datas(data):
    return [event.data for event in events(data)]


@pytest.mark.parametrize(
    ("stream", "data"),
    [
        (b"data: a\n\n", ["a"]),
        (b"data:a\n\n", ["a"]),
        (b"data:  a\n\n", [" a"]),
        (b"data: a\r\n\r\n", ["a"]),
        (b"data: a\r\r", ["a"]),
        (b"data: a\r\n\ndata: b\r\r\n", ["a", "b"]),
        (b"data: a\ndata: b\n\n", ["a\nb"]),
        (b"data\n\n", [""]),
        (b"data\ndata\n\n", ["\n"]),
        (b": ping\n\ndata: a\n: ping\ndata: b\n\n", ["a\nb"]),
        (b"event: x\nid: 1\nretry: 5\nfoo: bar\n\n", []),
        (b"\xef\xbb\xbfdata: a\n\n", ["a"]),
        (b"data: \xef\xbb\xbfa\n\n", ["\ufeffa"]),
        (b"data: \xff\n\n", ["\ufffd"]),
        (b"data: a\x0bb\xe2\x80\xa8c\x85\n\n", ["a\x0bb\u2028c\ufffd"]),
        (b"data: a\n\ndata: broken off", ["a"]),
        (b"data: a\n\ndata: broken off\n", ["a"]),
        (b" data: a\nDATA: b\n\n", []),
        (b"", []),
    ],
)
def test_the_standard_s_rules(stream, data):
    assert datas(stream) == data


def test_type_and_id_and_the_line_an_event_begins_in():
    stream = b"id: 7\nevent: update\ndata: a\n\n: c\n\ndata: b\n\nid\ndata: c\n\nid: x\0\ndata: d\n\n"
    assert [(e.event, e.id, e.data, e.line) for e in events(stream)] == [
        ("update", "7", "a", 1),
        ("message", "7", "b", 7),
        ("message", "", "c", 9),
        ("message", "", "d", 12),
    ]


def by_the_standard(stream):
    """The events of a whole stream, read in the plainest way there is: the reference for the reader of pieces."""
    text = stream.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found, last_id, data, event = [], "", [], ""
    for line in text.split("\n")[:-1]:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            if data:
                found.append(("\n".join(data), event or "message", last_id))
            data, event = [], ""
        elif name == "data":
            data.append(value)
        elif name == "event":
            event = value
        elif name == "id":
            last_id = value
    return found


line = st.sampled_from(
    [b"data: \xe5\xb7\xb2", b"data:b", b"data", b":c", b"id: 1", b"event: e", b"", b"", b"", b"x: \xff"]
)
line_end = st.sampled_from([b"\n", b"\r", b"\r\n"])


@given(st.lists(st.tuples(line, line_end), max_size=14), st.integers(1, 7), st.booleans())
@example([(b"data: a", b"\r\n"), (b"", b"\r\n"), (b"data: b", b"\r"), (b"", b"\r")], 1, True)
def test_in_pieces_of_any_size_a_stream_is_what_the_standard_says(lines, size, mark):
    stream = b"\xef\xbb\xbf" * mark + b"".join(text + end for text, end in lines)
    assert [(event.data, event.event, event.id) for event in events(stream, size)] == by_the_standard(stream)
    assert events(stream, size) == events(stream)


def test_an_event_is_given_out_as_soon_as_its_last_line_ends():
    parser = SSEParser()
    assert parser.feed(b"data: a\r") == []
    assert [e.data for e in parser.feed(b"\r")] == ["a"]
    assert parser.feed(b"\n") == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
@pytest.mark.parametrize("request_id", [None, 1, "r"])
def test_a_stream_goes_over_the_wire_and_comes_back(edition, request_id):
    task = Task(edition)
    stream = task.subscribe(timeout=10)
    task.start("first line\nsecond line\u2028third")
    task.require_input("哪种颜色？")
    task.provide_input()
    task.complete()
    items = list(stream)
    sent = b"".join(frame(item, edition, request_id=request_id) for item in items)
    view, shown = View(edition), []
    for received, item in zip(read([sent]), items, strict=True):
        assert view.apply(received)
        shown.append(view.state)
        assert (received.sequence, received.message) == (item.sequence, item.message)
    assert shown == [item.state for item in items]
    assert view.ended


def test_the_bytes_of_a_frame():
    task = Task("guide-v0.3", id="t", context_id="c", clock=StoppedClock())
    assert frame(task.start(), task.edition, request_id=1) == (
        b'id: 1\ndata: {"jsonrpc":"2.0","id":1,"result":{"kind":"status-update","taskId":"t","contextId":"c",'
        b'"status":{"state":"working","timestamp":"2026-01-31T09:01:00.000Z"},"final":false,'
        b'"metadata":{"a2a_lifecycle.sequence":1}}}\n\n'
    )


def test_reading_asynchronously():
    task = Task()
    sent = [frame(task.snapshot(), task.edition), frame(task.start(), task.edition)]

    async def chunks():
        for piece in b"".join(sent).split(b":"):
            await asyncio.sleep(0)
            yield piece + b":"

    async def main():
        return [received.sequence async for received in read_async(chunks())]

    # Splitting at colons and adding one to each piece leaves one behind the last event: a comment.
    assert asyncio.run(main()) == [0, 1]


@pytest.mark.parametrize(
    ("stream", "error", "text"),
    [
        (b": c\ndata: {\n\n", WireError, "line 2: the data is not JSON"),
        (b"data: " + b"[" * 100_000 + b"\n\n", WireError, "line 1: the data is not JSON"),
        (b"data: []\n\n", WireError, "not an object of the protocol"),
        (b'data: {"error": {"code": -32004, "message": "no"}}\n\n', RemoteError, "error -32004"),
    ],
)
def test_what_cannot_be_read_is_told(stream, error, text):
    with pytest.raises(error) as refused:
        list(read([stream]))
    assert text in str(refused.value)


def test_over_real_http():
    """A server streams a task as it is driven; a client reads the response as it comes."""
    task = Task("published-v1.0")
    subscribed = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", MEDIA_TYPE)
            self.end_headers()
            stream = task.subscribe(timeout=10)
            subscribed.set()
            for item in stream:
                self.wfile.write(frame(item, task.edition, request_id=1))
                self.wfile.flush()

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        serving = threading.Thread(target=server.serve_forever, daemon=True)
        serving.start()
        try:
            view, seen = View("published-v1.0"), []
            with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/", timeout=10) as response:
                assert response.headers["Content-Type"] == "text/event-stream"
                assert subscribed.wait(10)
                steps = iter([task.start, task.require_input, task.provide_input, task.complete])
                for received in read(iter(lambda: response.read1(16), b"")):
                    view.apply(received)
                    seen.append(view.state)
                    if not view.ended:
                        next(steps)()
        finally:
            server.shutdown()
            serving.join()
    assert seen == list(task.history)

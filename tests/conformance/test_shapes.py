"""Every kind of finding, in every shape that the protocol has on the wire."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from a2a_lifecycle.conformance import Severity, check_files
from a2a_lifecycle.spec import load

WIRE = {
    version: {state.id: state.wire[version] for state in load().edition(f"published-{version}").states}
    for version in ("v0.3", "v1.0")
}
NUMBERS = {state.id: state.number for state in load().edition("published-v1.0").states}
TERMINAL = load().edition("published-v1.0").terminal


NOON, CLOCK = datetime(2026, 3, 1, 12, tzinfo=UTC), count()


def v10(event, task="t", envelope=True, snake=False, numbers=False):
    kind, state = event
    if state in NUMBERS:
        state = NUMBERS[state] if numbers else WIRE["v1.0"][state]
    status = {"state": state, "timestamp": (NOON + timedelta(seconds=next(CLOCK))).isoformat()}
    if state == 0 or state is None:
        del status["state"]
    id_, wrap = ("task_id", "{}_update") if snake else ("taskId", "{}Update")
    if kind == "task":
        body = {"task": {"id": task, "status": status}}
    elif kind == "status":
        body = {wrap.format("status"): {id_: task, "status": status}}
    else:
        body = {wrap.format("artifact"): {id_: task, "artifact": {"parts": []}}}
    return {"jsonrpc": "2.0", "id": 1, "result": body} if envelope else body


def v03(event, task="t", envelope=True):
    kind, state = event
    final = state in TERMINAL
    status = {"state": WIRE["v0.3"].get(state, state)}
    if kind == "task":
        body = {"kind": "task", "id": task, "contextId": "c", "status": status, "history": [{"kind": "message"}]}
    elif kind == "status":
        body = {"kind": "status-update", "taskId": task, "contextId": "c", "status": status, "final": final}
    else:
        body = {"kind": "artifact-update", "taskId": task, "contextId": "c", "artifact": {"parts": []}}
    return {"jsonrpc": "2.0", "id": "s", "result": body} if envelope else body


def v03_binding(event, task="t"):
    kind, state = event
    body = v10(event, task, envelope=False)
    if kind == "status":
        body["statusUpdate"]["final"] = state in TERMINAL
    return body


WRITERS = {
    "v1.0 JSON-RPC": v10,
    "v1.0 REST": lambda e, task="t": v10(e, task, envelope=False),
    "v1.0 gRPC": lambda e, task="t": v10(e, task, envelope=False, snake=True),
    "v1.0 gRPC numbers": lambda e, task="t": v10(e, task, envelope=False, snake=True, numbers=True),
    "v0.3 JSON-RPC": v03,
    "v0.3 REST": lambda e, task="t": v03(e, task, envelope=False),
    "v0.3 binding": v03_binding,
}


def jsonl(documents):
    return "".join(f"{json.dumps(d, separators=(',', ':'))}\n" for d in documents).encode()


def sse(documents, end="\n"):
    return "".join(f"data: {json.dumps(d)}{end}{end}" for d in documents).encode()


FRAMINGS = {
    "lines": jsonl,
    "lines without an end": lambda ds: jsonl(ds)[:-1],
    "lines in CR LF": lambda ds: jsonl(ds).replace(b"\n", b"\r\n"),
    "lines indented, with blank ones": lambda ds: b"\n" + jsonl(ds).replace(b"\n", b"\n\n  "),
    "spaced lines": lambda ds: "".join(f"{json.dumps(d)}\n" for d in ds).encode(),
    "array": lambda ds: json.dumps(ds).encode(),
    "pretty array": lambda ds: json.dumps(ds, indent=2).encode(),
    "array, one a line": lambda ds: b"[\n" + b",\n".join(json.dumps(d).encode() for d in ds) + b"\n]\n",
    "array without indent": lambda ds: json.dumps(ds, indent=0).encode(),
    "batches": lambda ds: b"".join(json.dumps([d]).encode() + b"\n" for d in ds),
    "pretty objects": lambda ds: "\n".join(json.dumps(d, indent=4) for d in ds).encode(),
    "objects without indent": lambda ds: "\n".join(json.dumps(d, indent=0) for d in ds).encode(),
    "concatenated": lambda ds: "".join(json.dumps(d) for d in ds).encode(),
    "concatenated pretty": lambda ds: "".join(json.dumps(d, indent="\t") for d in ds).encode(),
    "sse": sse,
    "sse in CR LF": lambda ds: sse(ds, "\r\n"),
    "sse in CR": lambda ds: sse(ds, "\r"),
    "sse with a mark": lambda ds: b"\xef\xbb\xbf" + sse(ds),
    "sse without the last blank line": lambda ds: sse(ds)[:-1],
    "sse without the last line end": lambda ds: sse(ds)[:-2],
    "sse without a space": lambda ds: sse(ds).replace(b"data: ", b"data:"),
    "sse with fields": lambda ds: b": hi\n\nretry: 5\n\n" + sse(ds).replace(b"data", b"id: 7\nevent: message\ndata"),
    "sse in several lines": lambda ds: b"".join(
        b"".join(b"data: " + line + b"\n" for line in json.dumps(d, indent=1).encode().split(b"\n")) + b"\n" for d in ds
    ),
    "http": lambda ds: b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nid: 3\r\n\r\n" + sse(ds, "\r\n"),
    "gzip": lambda ds: gzip.compress(jsonl(ds)),
}

START = [("task", "submitted"), ("status", "working")]
END = ("status", "completed")
CASES = {
    "legal": ([*START, ("artifact", None), ("status", "working"), END], []),
    "input twice": ([*START, *[("status", "input_required"), ("status", "working")] * 2, END], []),
    "polled": ([("task", "submitted"), ("task", "input_required"), ("task", "completed"), ("task", "completed")], []),
    "resumed": ([*START, ("task", "working"), END, ("task", "completed")], []),
    "resumed in a pause": ([*START, ("status", "input_required"), ("task", "input_required"), *START[1:], END], []),
    "at once": ([("task", "completed")], []),
    "restart": ([*START, END, ("status", "working")], ["terminal-left"]),
    "restart and end": ([*START, END, ("status", "working"), END], ["terminal-left"]),
    "twice another end": ([*START, END, ("status", "failed"), END], ["terminal-left", "terminal-left"]),
    "whole task": ([*START, END, ("task", "submitted")], ["terminal-left"]),
    "cancelled, completed": ([*START, ("status", "cancelled"), END], ["terminal-left"]),
    "artifact": ([*START, END, ("artifact", None), ("artifact", None)], ["artifact-after-terminal"] * 2),
    "repeated": ([*START, END, END], ["terminal-repeated"]),
    "skipped": ([("task", "submitted"), END], ["not-in-table"]),
    "back": ([*START, ("status", "submitted"), ("status", "working"), END], ["not-in-table"]),
    "pause to end": ([*START, ("status", "input_required"), END], ["not-in-table"]),
    "snapshot back": ([*START, ("task", "submitted"), ("status", "working"), END], ["not-reachable"]),
    "rejected": ([("task", "submitted"), ("status", "rejected")], ["outside-guide"]),
    "rejected at creation": ([("task", "rejected")], ["outside-guide"]),
    "rejected later": ([*START, ("status", "rejected"), ("task", "rejected")], ["outside-guide"]),
    "rejected, left": ([*START, ("status", "rejected"), ("status", "working")], ["outside-guide", "terminal-left"]),
    "future": ([*START, ("status", "PAUSED_FOR_LUNCH"), END], ["unknown-state"]),
    "no such number": ([*START, ("status", 42), END], ["unknown-state"]),
    "future at once": ([("task", "PAUSED_FOR_LUNCH"), END], ["unknown-state"]),
    "no state": ([*START, ("status", None), ("status", "working"), END], ["unspecified-state"]),
    "no state at once": ([("task", None), ("status", "working"), END], ["unspecified-state"]),
    "nothing after the end": ([*START, END, ("task", None), ("task", "completed")], ["unspecified-state"]),
    "brought back": ([*START, END, ("task", None), START[1]], ["unspecified-state", "terminal-left"]),
    "misspelt": ([*START, ("status", "inputRequired"), ("status", "working"), END], ["misspelt-state"]),
}


def findings(report, *, notes=False):
    return [str(f.code) for f in report.findings if notes or f.severity is not Severity.NOTE]


@pytest.fixture
def checked(tmp_path):
    def checked(data, **options):
        file = tmp_path / "recording"
        file.write_bytes(data)
        return check_files([file], **options)

    return checked


@pytest.mark.parametrize("case", CASES)
def test_each_finding_in_each_version(checked, case):
    events, expected = CASES[case]
    for name, write in WRITERS.items():
        report = checked(jsonl([write(event) for event in events]))
        assert (name, findings(report)) == (name, expected)
        assert (name, report.tasks, report.events) == (name, 1, len(events))


@pytest.mark.parametrize("case", CASES)
def test_each_finding_in_each_framing(checked, case):
    events, expected = CASES[case]
    for name, framed in FRAMINGS.items():
        report = checked(framed([v10(event) for event in events]))
        assert (name, findings(report)) == (name, expected)
        assert (name, report.tasks, report.events) == (name, 1, len(events))


@pytest.mark.parametrize("framing", FRAMINGS)
def test_each_version_in_each_framing_with_tasks_interleaved(checked, framing):
    events = [(event, task) for event in [*START, END, ("status", "failed")] for task in "abc"]
    for name, write in WRITERS.items():
        report = checked(FRAMINGS[framing]([write(event, task) for event, task in events]))
        assert (name, findings(report)) == (name, ["terminal-left"] * 3)
        assert [f.task for f in report.findings] == ["a", "b", "c"]
        assert (report.tasks, report.events) == (3, 12)


@pytest.mark.parametrize(
    ("framing", "lines"),
    [
        ("lines", [4]),
        ("lines in CR LF", [4]),
        ("array", [1]),
        ("array, one a line", [5]),
        ("concatenated", [1]),
        ("sse", [7]),
        ("sse in CR", [7]),
        ("sse with fields", [17]),
        ("pretty array", [2 + 3 * len(json.dumps(v10(START[1]), indent=2).splitlines())]),
    ],
)
def test_a_finding_is_where_its_event_begins(checked, framing, lines):
    report = checked(FRAMINGS[framing]([v10(event) for event in [*START, END, ("status", "failed")]]))
    assert [f.place.line for f in report.findings] == lines


@pytest.mark.parametrize("writer", ["v0.3 JSON-RPC", "v0.3 REST", "v0.3 binding"])
@pytest.mark.parametrize(
    ("state", "final", "expected"),
    [
        ("working", True, ["final-flag"]),
        ("submitted", True, ["final-flag"]),
        ("completed", False, ["final-flag"]),
        ("rejected", False, ["outside-guide", "final-flag"]),
        ("input_required", True, []),
        ("input_required", False, []),
        ("working", False, []),
        ("completed", True, []),
        ("unknown", True, ["unspecified-state"]),
        ("unknown", False, ["unspecified-state"]),
        ("PAUSED", True, ["unknown-state"]),
    ],
)
def test_the_final_flag(checked, writer, state, final, expected):
    states = {**WIRE["v0.3"]} if writer != "v0.3 binding" else {**WIRE["v1.0"], "unknown": "TASK_STATE_UNSPECIFIED"}
    document = WRITERS[writer](("status", "working"))
    body = document.get("result", document)
    body = body.get("statusUpdate", body)
    body["status"] = {"state": states.get(state, state)}
    body["final"] = final
    before = "working" if state != "submitted" else "submitted"
    report = checked(jsonl([WRITERS[writer](("task", before)), document]))
    assert findings(report) == expected


def test_auth_required_is_outside_the_guide_in_v03_alone(checked):
    events = [*START, ("status", "auth_required"), ("status", "working"), ("status", "auth_required"), *START[1:], END]
    for name, writer in WRITERS.items():
        assert findings(checked(jsonl(map(writer, events)))) == (["outside-guide"] if "v0.3" in name else [])


def test_what_a_binding_leaves_out_does_not_make_it_another_version(checked):
    events = [v03_binding(event) for event in [*START, ("status", "auth_required"), ("status", "working")]]
    del events[-1]["statusUpdate"]["final"]
    assert findings(checked(jsonl(events))) == ["outside-guide"]


def test_spellings_of_cancelled(checked):
    for raw, write, expected in [
        ("TASK_STATE_CANCELED", WRITERS["v1.0 JSON-RPC"], []),
        ("TASK_STATE_CANCELLED", WRITERS["v1.0 JSON-RPC"], ["guide-spelling"]),
        ("canceled", v03, []),
        ("cancelled", v03, ["guide-spelling"]),
        ("CANCELED", v03, ["misspelt-state"]),
    ]:
        update = write(("status", "completed"))
        body = update["result"]
        body.get("statusUpdate", body)["status"]["state"] = raw
        assert findings(checked(jsonl([write(("task", "working")), update])), notes=True) == expected
    binding = v03_binding(("status", "TASK_STATE_CANCELLED"))
    binding["statusUpdate"]["final"] = True
    assert findings(checked(jsonl([v03_binding(("task", "working")), binding])), notes=True) == []


def test_notes(checked):
    def notes(*documents):
        return [(str(f.code), f.place.line) for f in checked(jsonl(documents)).findings]

    cancel = {"jsonrpc": "2.0", "id": 3, "method": "CancelTask", "params": {"id": "t"}}
    assert notes(v10(("status", "working")), v10(END)) == [("late-start", 1)]
    assert notes(v10(("artifact", None)), v10(("status", "working")), v10(END)) == [("late-start", 1)]
    assert notes(v10(("task", "working")), v10(("status", "input_required"))) == [("not-finished", 2)]
    assert notes(v10(("task", "working")), v10(END)) == []
    for request in [
        cancel,
        {**cancel, "params": {"name": "tasks/t"}},
        {**cancel, "method": "tasks/cancel"},
    ]:
        assert notes(v10(("task", "working")), request) == [("not-finished", 1), ("cancel-unanswered", 2)]
        assert notes(v10(("task", "working")), request, v10(END)) == []
        assert notes(v10(("task", "completed")), request) == []
        assert notes(request, v10(("task", "cancelled"))) == []


def test_requests_answers_and_messages_are_counted_and_not_judged(checked):
    answered = {"jsonrpc": "2.0", "id": 2}
    report = checked(
        jsonl(
            [
                {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {"taskId": "t"}}},
                v10(("task", "completed")),
                {**answered, "error": {"code": -32602, "message": "no", "data": v10(("task", "working"))["result"]}},
                {**answered, "result": {"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": []}}},
                {**answered, "result": {"kind": "message", "messageId": "m", "role": "agent", "parts": []}},
                {**answered, "result": None},
                {"error": {"code": 404, "status": "NOT_FOUND", "message": "no"}},
                {**answered, "result": {"url": "u", "id": "p", "pushNotificationConfig": {}}},
            ]
        )
    )
    assert findings(report, notes=True) == []
    assert report.not_judged == {"request": 1, "error answer": 2, "message": 2, "other answer": 2}


def test_a_list_of_tasks_is_so_many_snapshots(checked):
    tasks = [v10(("task", state), task)["result"]["task"] for state, task in [("working", "a"), ("completed", "b")]]
    listed = {"jsonrpc": "2.0", "id": 9, "result": {"tasks": tasks, "nextPageToken": ""}}
    report = checked(jsonl([listed, v10(("status", "working"), "b")]))
    assert (report.tasks, findings(report)) == (2, ["terminal-left"])


@pytest.mark.parametrize(
    "line",
    [
        "INFO data: {}",
        "2026-03-01T10:00:00Z {}",
        "[2026-03-01] {}",
        '{"log": {"version": "1.2", "entries": []}}',
        '{"level": "info", "message": "hello"}',
        '{"message": {"jsonrpc": "2.0", "result": {"task": {"id": "t", "status": {"state": "TASK_STATE_WORKING"}}}}}',
        '{"id": "t", "status": "working"}',
        "{}",
        "[]",
        "12",
        "null",
        '"text"',
        "data: [DONE]",
        '{"jsonrpc": "2.0", "id": 1}',
        '{"jsonrpc": "2.0", "id": 1, "result": 5}',
        '{"jsonrpc": "2.0", "id": 1, "result": {"statusUpd": {}}}',
        '{"statusUpdate": {"status": {"state": "TASK_STATE_WORKING"}}}',
        '{"statusUpdate": {"taskId": 5, "status": {}}}',
        '{"task": {"id": "t", "status": "working"}}',
        '{"task": {"id": "t"}, "statusUpdate": {"taskId": "t"}}',
        '{"task": [1]}',
        "\x00\x00\x00",
        '{"task": {"id": "t", "x": NaN}}',
    ],
)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_what_is_no_a2a_object_is_said_and_the_rest_is_checked(checked, line, at):
    lines = [json.dumps(v10(event)) for event in START]
    lines.insert(at, line)
    report = checked("\n".join([*lines, json.dumps(v10(END)), json.dumps(v10(("status", "failed")))]).encode())
    assert findings(report) in (["unreadable", "terminal-left"], ["terminal-left", "unreadable"])
    assert [f.place.line for f in report.findings if f.severity is Severity.ERROR] == [at + 1]
    assert (str(report.verdict), report.exit_status(), report.events) == ("violates", 2, 4)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_line_that_is_cut_off_takes_nothing_with_it(checked, at):
    lines = [json.dumps(v10(event), separators=(",", ":")) for event in [*START, END, ("status", "failed")]]
    for cut in range(1, len(lines[at]) - 1):
        report = checked("\n".join([*lines[:at], lines[at][:cut], *lines[at:]]).encode())
        assert (cut, findings(report)) == (cut, ["unreadable", "terminal-left"])
        assert [f.place.line for f in report.findings] == [at + 1, 5, 5][: len(report.findings)]


@pytest.mark.parametrize("cut", [1, 20, 100])
def test_a_recording_that_is_still_being_written(checked, cut):
    whole = jsonl([v10(event) for event in [*START, END]])
    report = checked(whole + whole[:cut])
    assert findings(report) == ["unreadable"]
    assert (str(report.verdict), report.exit_status(), report.findings[0].place.line) == ("conforms", 2, 4)
    array = json.dumps([v10(event) for event in [*START, END]], indent=1).encode()
    assert findings(checked(array[:-1])) == ["unreadable"]
    assert findings(checked(gzip.compress(whole)[:-9])) == ["unreadable"]


def test_an_answer_may_overtake_the_stream_it_is_not_part_of(checked):
    def at(document, second, channel):
        body = document["result"]
        status = next(iter(body.values()))["status"]
        status["timestamp"] = f"2026-03-01T10:00:0{second}Z"
        return {**document, "id": channel}

    stream = [at(v10(event), second, 1) for second, event in enumerate(START)]
    answer = at(v10(("task", "completed")), 5, 2)
    assert findings(checked(jsonl([*stream, answer, at(v10(("status", "working")), 3, 1), at(v10(END), 5, 1)]))) == []
    assert findings(checked(jsonl([*stream, answer, v10(("artifact", None)), at(v10(END), 5, 1)]))) == []
    late = at(v10(("status", "working")), 7, 1)
    assert findings(checked(jsonl([*stream, answer, late]))) == ["terminal-left"]
    assert findings(checked(jsonl([*stream, at(v10(END), 5, 1), at(v10(END), 5, 1)]))) == ["terminal-repeated"]


def test_pushes_come_more_than_once_and_out_of_order(checked):
    def push(event, second):
        document = v10(event, envelope=False)
        next(iter(document.values()))["status"]["timestamp"] = f"2026-03-01T10:00:0{second}Z"
        return document

    legal = [push(("task", "submitted"), 1), push(("status", "working"), 2), push(END, 4)]
    assert findings(checked(jsonl([*legal, legal[-1], legal[1]]))) == []
    assert findings(checked(jsonl([*legal, push(("status", "working"), 5)]))) == ["terminal-left"]
    assert findings(checked(jsonl([*legal, push(END, 5)]))) == ["terminal-repeated"]


def test_each_file_is_a_recording_unless_they_are_joined(tmp_path):
    parts = [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    for part, events in zip(parts, [[*START, END], [("status", "working")], []], strict=True):
        part.write_bytes(jsonl([v10(event) for event in events]))
    apart = check_files(parts)
    assert findings(apart) == ["no-tasks"]
    assert (apart.tasks, apart.exit_status(), apart.findings[-1].place.file) == (2, 2, str(parts[2]))
    joined = check_files(parts, join=True)
    assert findings(joined) == ["terminal-left"]
    found = joined.findings[0]
    assert (joined.tasks, found.place.file, found.earlier.file) == (1, str(parts[1]), str(parts[0]))


def test_files_that_cannot_be_read_are_said(tmp_path):
    good = tmp_path / "good"
    good.write_bytes(jsonl([v10(event) for event in [*START, END]]))
    report = check_files([tmp_path / "missing", tmp_path, good])
    assert findings(report) == ["unreadable", "no-tasks"] * 2
    assert (report.tasks, report.exit_status(), str(report.verdict)) == (1, 2, "conforms")


@pytest.mark.parametrize(
    ("edition", "events", "expected"),
    [
        ("guide-v1.0", [("task", "submitted"), END], ["violation not-in-table"]),
        ("guide-v1.0", [("task", "submitted"), ("status", "rejected")], ["violation outside-guide"]),
        ("guide-v1.0", [*START, ("task", "submitted"), *START[1:], END], ["violation not-reachable"]),
        ("published-v1.0", [("task", "submitted"), END], []),
        ("published-v1.0", [("task", "submitted"), ("status", "rejected")], []),
        ("published-v1.0", [*START, ("status", "PAUSED"), END], ["violation unknown-state"]),
        ("guide-v0.3", [*START, ("status", "auth_required"), ("status", "working"), END], ["violation outside-guide"]),
    ],
)
def test_one_edition_alone(checked, edition, events, expected):
    for writer in (v10, v03):
        report = checked(jsonl(map(writer, events)), edition=edition)
        assert [f"{f.severity} {f.code}" for f in report.findings] == expected

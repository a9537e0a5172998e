"""Whatever comes, `check` gives a report; and the short way says nothing else than the careful one.

`A2A_LIFECYCLE_FUZZ=N` tries N inputs in each test; the default is what a quick run can afford.
"""

from __future__ import annotations

import json
import os
import random
from itertools import product
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from a2a_lifecycle.conformance import Severity, Verdict, check, check_files
from a2a_lifecycle.conformance import checking as checking_module
from a2a_lifecycle.conformance.collector import MAX_PATHS, Collector
from a2a_lifecycle.conformance.documents import Documents
from a2a_lifecycle.conformance.quick import Quick
from a2a_lifecycle.conformance.reports import FORMATS, Options
from a2a_lifecycle.conformance.rulebook import rulebook
from a2a_lifecycle.conformance.tracker import Tracker
from a2a_lifecycle.spec import load

TRIES = int(os.environ.get("A2A_LIFECYCLE_FUZZ", "40"))
SETTINGS = settings(max_examples=TRIES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
RECORDINGS = [path.read_bytes() for path in sorted((Path(__file__).parent / "recordings").glob("*/*"))]

NAMES = sorted({n for s in load().states for n in (s.id, *s.wire.values(), *(x for r in s.reads.values() for x in r))})
raw = st.one_of(st.sampled_from(NAMES), st.integers(-1, 9), st.none(), st.booleans(), st.floats(), st.text(max_size=3))
task_ids = st.sampled_from(["a", "b", "c", "", "long" * 200, "\x07", 5, None])
stamps = st.sampled_from([None, "2026-03-01T10:00:01Z", "2026-03-01T10:00:02+00:00", "2026-03-01", "soon", 7])
finals = st.sampled_from([True, False, None, "yes"])


def maybe(key, values):
    return st.one_of(st.just({}), values.map(lambda value: {key: value}))


def merged(*parts):
    return st.tuples(*parts).map(lambda dicts: {k: v for d in dicts for k, v in d.items()})


statuses = st.one_of(merged(maybe("state", raw), maybe("timestamp", stamps)), st.none(), st.just("working"))
ids = merged(maybe("id", task_ids), maybe("taskId", task_ids), maybe("task_id", task_ids))
kinds = st.sampled_from(["task", "status-update", "artifact-update", "message", "other", 3])
bodies = merged(
    ids, maybe("kind", kinds), maybe("status", statuses), maybe("final", finals), maybe("artifact", st.just({}))
)
wrappers = st.sampled_from(["task", "statusUpdate", "artifactUpdate", "status_update", "artifact_update", "message"])
objects = st.one_of(
    bodies,
    st.dictionaries(wrappers, st.one_of(bodies, st.none(), st.just(1)), max_size=2),
    merged(bodies, st.dictionaries(wrappers, bodies, max_size=1)),
)
envelopes = merged(
    maybe("jsonrpc", st.sampled_from(["2.0", None, 2])),
    maybe("id", st.sampled_from([1, 2, "x", None, 1.5])),
    maybe("result", st.one_of(objects, st.none(), st.just([]), st.just(7))),
    maybe("method", st.sampled_from(["tasks/cancel", "CancelTask", "tasks/get"])),
    maybe("params", ids),
    maybe("error", st.just({"code": 1})),
)


# Mostly what agents send, so that tasks get somewhere; and now and then anything.
def sent(task_id, state, kind, version, channel):
    wire = next(s.wire[version] for s in load().editions[f"published-{version}"].states if s.id == state)
    status = {"state": wire}
    if version == "v1.0":
        key = "id" if kind == "task" else "taskId"
        body = {"task" if kind == "task" else "statusUpdate": {key: task_id, "status": status}}
    else:
        final = load().edition("published-v0.3").state(state).terminal
        body = {"kind": kind, "id" if kind == "task" else "taskId": task_id, "status": status}
        body |= {} if kind == "task" else {"final": final}
    return {"jsonrpc": "2.0", "id": channel, "result": body} if channel else body


states = st.sampled_from([s.id for s in load().edition("published-v1.0").states if not s.fallback])
usual = st.builds(
    sent, st.sampled_from("abc"), states, st.sampled_from(["task", "status-update"]),
    st.sampled_from(["v0.3", "v1.0"]), st.sampled_from([0, 1, 2]),
)  # fmt: skip
documents = st.lists(st.one_of(usual, usual, usual, objects, envelopes), min_size=1, max_size=14)


def outcome(data, *, quick):
    collector = Collector()
    tracker = Tracker(rulebook(), collector)
    tracker.follows_first = 0 if quick else MAX_PATHS  # so that the short way takes what it can
    reader = Documents(
        iter([data[: len(data) // 2], data[len(data) // 2 :]]), Quick(tracker, rulebook()) if quick else None
    )
    checking_module._run(reader, tracker, collector)
    tracker.events += reader.taken
    tracker.finish()
    report = collector.report()
    return report.tasks, report.events, report.findings, report.not_judged, reader.taken


@SETTINGS
@given(documents, st.booleans())
def test_the_short_way_says_what_the_careful_one_says(events, as_stream):
    before, after = (b"data: ", b"\n\n") if as_stream else (b"", b"\n")
    data = b"".join(before + json.dumps(event).encode() + after for event in events)
    *quick, _ = outcome(data, quick=True)
    *careful, taken = outcome(data, quick=False)
    assert taken == 0
    assert quick == careful


def test_the_short_way_takes_what_is_plainly_right():
    steps = [("submitted", "task"), ("working", "status-update"), ("completed", "status-update")]
    shapes = list(product(("v0.3", "v1.0"), (0, 1)))
    tasks = [[sent(str(n), state, kind, *shape) for state, kind in steps] for n, shape in enumerate(shapes)]
    events = [json.dumps(event).encode() + b"\n" for task in tasks for event in task]
    assert outcome(b"".join(events), quick=True)[-1] == len(events) == 12


def holds(report):
    assert report.verdict in set(Verdict)
    assert report.exit_status() in (0, 1, 2)
    for name, write in FORMATS.items():
        text = "\n".join(write(report, Options()))
        if name == "json":
            json.loads(text)
    for finding in report.findings:
        assert "\n" not in finding.message
        assert len(finding.message) < 700


@SETTINGS
@given(st.lists(st.one_of(objects, envelopes, st.binary(max_size=40), st.text(max_size=40), st.integers(), st.none())))
def test_any_events_give_a_report(events):
    report = check(events)
    holds(report)
    assert report.tasks or report.exit_status() == 2


def mutated(chance, recording):
    data = bytearray(recording)
    for _ in range(chance.randrange(1, 6)):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        way = chance.randrange(7)
        if way == 0:
            del data[at : min(to, at + 40)]
        elif way == 1:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(9)))
        elif way == 2:
            data[at:at] = data[at : min(to, at + 300)]
        elif way == 3 and data:
            data[at % len(data)] ^= 1 << chance.randrange(8)
        elif way == 4:
            data[at:at] = chance.choice([b"\n", b"\r", b"\x00", b'"', b"{", b"}", b"[", b"]", b",", b"data: ", b"\xff"])
        elif way == 5:
            data[at:at] = chance.choice(RECORDINGS)[:to]
        else:
            del data[at:]
        if not data:
            data += b"x"
    return bytes(data)


def test_mutations_of_the_recordings_give_a_report(tmp_path):
    chance, file = random.Random(2026), tmp_path / "mutant"
    for _ in range(4 * TRIES):
        data = mutated(chance, chance.choice(RECORDINGS))
        file.write_bytes(data)
        report = check_files([file])
        holds(report)
        lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        assert all(f.place.line is None or 1 <= f.place.line <= lines for f in report.findings)
        *quick, _ = outcome(data, quick=True)
        *careful, _ = outcome(data, quick=False)
        assert quick == careful


def test_a_broken_line_never_hides_another_lines_finding():
    chance = random.Random(7)
    good = [json.dumps(sent("t", state, kind, "v1.0", 1)) for state, kind in
            [("submitted", "task"), ("working", "s"), ("completed", "s"), ("failed", "s")]]  # fmt: skip
    for _ in range(2 * TRIES):
        at = chance.randrange(len(good) + 1)
        broken = mutated(chance, good[0].encode().replace(b'"t"', b'"other"')).replace(b"\n", b"").replace(b"\r", b"")
        lines = [line.encode() for line in good]
        lines.insert(at, broken)
        found = check_lines(b"\n".join(lines))
        assert [f.task for f in found if str(f.code) == "terminal-left" and f.task == "t"] == ["t"], broken


def check_lines(data):
    return [f for f in outcome(data, quick=True)[2] if f.severity is not Severity.NOTE]

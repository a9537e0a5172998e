"""Hostile input gives one clear line where it is, bounded memory, and no traceback; the rest is still checked."""

from __future__ import annotations

import gzip
import json
import tracemalloc

import pytest

from a2a_lifecycle.conformance import Severity, check_files
from a2a_lifecycle.conformance.scanner import MAX_BYTES


def task(state, task_id="t"):
    body = {"task": {"id": task_id, "status": {"state": f"TASK_STATE_{state}"}}}
    return json.dumps({"result": body}).encode() + b"\n"


def deep(opening, closing, inside=b"1"):
    return opening * 100_000 + inside + closing * 100_000 + b"\n"


LONG = b'{"x": "' + b"a" * (MAX_BYTES + 1) + b'"}\n'
NASTY = {
    "deep array": deep(b"[", b"]"),
    "deep object": deep(b'{"a":', b"}"),
    "deep array cut off": b"[" * 100_000 + b"\n",
    "deep in a task": task("COMPLETED")[:-4] + b', "metadata": ' + deep(b'{"a":', b"}")[:-1] + b"}}}\n",
    "long line": LONG,
    "long event": b"data: " + LONG + b"\n",
    "long event in many lines": b"".join(b'data: "' + b"a" * (1 << 20) + b'"\n' for _ in range(17)) + b"\n",
    "long string never closed": b'{"x": "' + b"\\\\" * MAX_BYTES + b"\n",
    "invalid UTF-8": b'{"result": {"task": {"id": "u", "x": "\xff", "status": {"state": 2}}}}\n',
    "invalid UTF-8 in a key": b'{"result": {"task": {"id": "u", "\xc3": 1, "status": {"state": 2}}}}\n',
    "a surrogate in UTF-8": b'{"result": {"task": {"id": "u", "x": "\xed\xa0\x80", "status": {"state": 2}}}}\n',
    "NUL": b"\x00" * 1000 + b"\n",
    "NUL in a string": b'{"result": {"task": {"id": "u\x00", "status": {"state": 2}}}}\n',
    "not a number": b'{"result": {"task": {"id": "u", "x": NaN, "status": {"state": 2}}}}\n',
}
"""Each of these is one thing that cannot be read."""


@pytest.fixture
def checked(tmp_path):
    def checked(data, **options):
        file = tmp_path / "recording"
        file.write_bytes(data)
        return check_files([file], **options)

    return checked


def codes(report, *, notes=False):
    return [str(f.code) for f in report.findings if notes or f.severity is not Severity.NOTE]


@pytest.mark.parametrize("name", NASTY)
def test_one_line_is_said_of_it_and_the_rest_is_checked(checked, name):
    report = checked(task("WORKING") + NASTY[name] + task("COMPLETED") + task("WORKING"))
    assert codes(report) == ["unreadable", "terminal-left"]
    found = report.findings[0]
    assert found.place.line == 2
    assert "\n" not in found.message
    assert len(found.message) < 200
    assert (report.events, report.exit_status()) == (3, 2)


def test_numbers_without_end_are_numbers(checked):
    number = b"9" * 100_000
    line = b'{"result": {"task": {"id": "t", "x": [1e999999, -%s], "status": {"state": %s}}}}\n' % (number, number)
    assert codes(checked(line)) == ["unknown-state"]


def test_half_a_surrogate_pair_is_a_character_that_was_cut(checked):
    line = rb'{"result": {"task": {"id": "t\ud800", "x": "\ud83d", "status": {"state": "TASK_STATE_WORKING"}}}}' + b"\n"
    report = checked(line + line.replace(b"WORKING", b"COMPLETED") + line)
    assert codes(report) == ["terminal-left"]
    report.findings[0].task.encode()


def test_the_last_of_two_equal_keys_counts(checked):
    twice = task("WORKING").replace(b"}}}}", b', "state": "TASK_STATE_COMPLETED"}}}}')
    assert codes(checked(twice + task("WORKING"))) == ["terminal-left"]


def test_ids_without_end_are_told_apart_and_kept_short(checked):
    ids = ["x" * 100_000 + str(n) for n in range(3)]
    report = checked(b"".join(task(state, i) for state in ("COMPLETED", "WORKING") for i in ids))
    assert codes(report) == ["terminal-left"] * 3
    assert len({f.task for f in report.findings}) == 3
    assert all(len(f.task) < 100 for f in report.findings)


def test_a_bomb_is_read_piece_by_piece(checked):
    bomb = gzip.compress(task("COMPLETED") + (b":" + b"a" * 65_535 + b"\n") * 1000 + task("WORKING"))
    tracemalloc.start()
    report = checked(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert codes(report) == ["terminal-left"]
    assert peak < 16 << 20


def test_memory_does_not_grow_with_the_input(checked):
    def peak(events):
        data = b"".join(task(state, str(n)) for n in range(events // 2) for state in ("WORKING", "COMPLETED"))
        tracemalloc.start()
        assert checked(data).verdict == "conforms"
        used = tracemalloc.get_traced_memory()[1] - len(data)
        tracemalloc.stop()
        return used

    assert peak(20_000) - peak(2_000) < 9_000 * 160


def test_an_array_in_one_line_is_read_element_by_element(checked):
    elements = [task(state, str(n))[:-1] for n in range(5000) for state in ("WORKING", "COMPLETED")]
    report = checked(b"[" + b", ".join([*elements, task("WORKING", "7")[:-1]]) + b"]")
    assert (report.tasks, report.events, codes(report)) == (5000, 10_001, ["terminal-left"])


def test_broken_gzip_loses_nothing_that_was_whole(checked):
    whole = gzip.compress(task("WORKING") + task("COMPLETED")) + gzip.compress(task("WORKING"))
    assert codes(checked(whole)) == ["terminal-left"]
    assert codes(checked(whole + b"\x00" * 512)) == ["terminal-left"]
    assert codes(checked(whole[:-1])) in (["terminal-left", "unreadable"], ["unreadable", "terminal-left"])
    assert "unreadable" in codes(checked(whole + b"rubbish"))


@pytest.mark.parametrize("data", ["\ufeffx".encode("utf-16-le"), "\ufeffx".encode("utf-16-be")])
def test_utf16_is_named(checked, data):
    assert "UTF-16" in checked(data).findings[0].message

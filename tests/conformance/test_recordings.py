"""The recordings give exactly what `expected.toml` says."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from a2a_lifecycle.conformance import Report, Severity, check_files

RECORDINGS = Path(__file__).parent / "recordings"
EXPECTED = tomllib.loads((RECORDINGS / "expected.toml").read_text(encoding="utf-8"))


def said(report: Report, *, notes: bool = True) -> list[str]:
    return [
        " ".join([str(f.severity), str(f.code), *([str(f.place.line)] if f.place.line else [])])
        for f in report.findings
        if notes or f.severity is not Severity.NOTE
    ]


def test_every_recording_is_expected_something_of():
    there = {f"{path.parent.name}/{path.name}" for path in RECORDINGS.glob("*/*")}
    assert there == set(EXPECTED)
    assert len(there) >= 26


@pytest.mark.parametrize("name", EXPECTED)
def test_recording(name):
    report = check_files([RECORDINGS / name])
    assert str(report.verdict) == name.partition("/")[0]
    assert report.exit_status() == EXPECTED[name]["exit"]
    expected = EXPECTED[name]["findings"]
    assert [line for line in said(report) if line in expected or not line.startswith("note ")] == expected

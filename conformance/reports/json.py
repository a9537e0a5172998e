"""One JSON object."""

from __future__ import annotations

import json as _json
from collections.abc import Iterator

from a2a_lifecycle.conformance.findings import Report
from a2a_lifecycle.conformance.reports.options import Options


def json(report: Report, options: Options) -> Iterator[str]:
    """The report as one JSON object, a finding a line; a finding has null where it has no such thing."""
    head = {"verdict": str(report.verdict), "tasks": report.tasks, "events": report.events}
    yield f'{_json.dumps(head)[:-1]}, "findings": ['
    last = len(report.findings) - 1
    for number, finding in enumerate(report.findings):
        row = {
            "code": finding.code.value,
            "severity": str(finding.severity),
            "file": finding.place.file,
            "line": finding.place.line,
            "task": finding.task,
            "from": finding.from_state,
            "to": finding.to_state,
            "message": finding.message,
        }
        yield f" {_json.dumps(row)}{',' if number < last else ''}"
    yield "]}"

"""One JSON object."""

from __future__ import annotations

import json as _json
from collections.abc import Iterator

from a2a_lifecycle.conformance.findings import Report
from a2a_lifecycle.conformance.reports.options import Options


def json(report: Report, options: Options) -> Iterator[str]:
    """The report as one JSON object; a finding has null where it has no such thing."""
    findings = [
        {
            "code": str(finding.code),
            "severity": str(finding.severity),
            "file": finding.place.file,
            "line": finding.place.line,
            "task": finding.task,
            "from": finding.from_state,
            "to": finding.to_state,
            "message": finding.message,
        }
        for finding in report.findings
    ]
    document = {
        "verdict": str(report.verdict),
        "tasks": report.tasks,
        "events": report.events,
        "findings": findings,
    }
    yield _json.dumps(document, indent=1)

"""Workflow commands that GitHub turns into annotations."""

from __future__ import annotations

from collections.abc import Iterator

from a2a_lifecycle.conformance.codes import Severity
from a2a_lifecycle.conformance.findings import Report
from a2a_lifecycle.conformance.reports.options import Options
from a2a_lifecycle.conformance.reports.words import summary

_COMMAND = {
    Severity.NOTE: "notice",
    Severity.DEVIATION: "warning",
    Severity.VIOLATION: "error",
    Severity.ERROR: "error",
}


def github(report: Report, options: Options) -> Iterator[str]:
    """One annotation a finding, and the summary."""
    for finding in report.findings:
        where = {"file": finding.place.file, "line": finding.place.line, "title": f"{finding.severity} {finding.code}"}
        properties = ",".join(f"{key}={_property(str(value))}" for key, value in where.items() if value is not None)
        about = f"task {finding.task}: " if finding.task else ""
        yield f"::{_COMMAND[finding.severity]} {properties}::{_data(about + finding.message)}"
    yield summary(report)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

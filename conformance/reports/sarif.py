"""SARIF 2.1.0, which code hosts show beside the recording."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from a2a_lifecycle.conformance.codes import Code, Severity
from a2a_lifecycle.conformance.explain import explanations
from a2a_lifecycle.conformance.findings import Finding, Place, Report
from a2a_lifecycle.conformance.reports.options import Options

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVEL = {Severity.NOTE: "note", Severity.DEVIATION: "warning", Severity.VIOLATION: "error", Severity.ERROR: "error"}
_RULES = tuple(Code)


def sarif(report: Report, options: Options) -> Iterator[str]:
    """One run: what could not be read is an error like any other, and the invocation says that it was not whole."""
    document = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "a2a-lifecycle",
                        "semanticVersion": version("a2a-lifecycle"),
                        "rules": [_rule(code) for code in _RULES],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [{"executionSuccessful": not report.count(Severity.ERROR)}],
                "results": [_result(finding) for finding in report.findings],
                "properties": {
                    "verdict": str(report.verdict),
                    "tasks": report.tasks,
                    "events": report.events,
                    "findingsLeftOut": report.left_out,
                    "notJudged": dict(report.not_judged),
                },
            }
        ],
    }
    yield json.dumps(document, indent=1)


def _rule(code: Code) -> dict[str, Any]:
    explanation = explanations()[code]
    return {
        "id": str(code),
        "shortDescription": {"text": f"{explanation.title[0].upper()}{explanation.title[1:]}."},
        "fullDescription": {"text": explanation.means},
        "help": {"text": " ".join([explanation.repair, *(f"[{clause}]" for clause in explanation.clause)])},
        "defaultConfiguration": {"level": _LEVEL[code.severity]},
    }


def _result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": str(finding.code),
        "ruleIndex": _RULES.index(finding.code),
        "level": _LEVEL[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(finding.place, finding.task)],
    }
    if finding.earlier is not None and finding.earlier.line is not None:
        earlier = _location(finding.earlier, finding.task)
        result["relatedLocations"] = [{**earlier, "message": {"text": "Here the task was in the state before."}}]
    states = {"from": finding.from_state, "to": finding.to_state}
    result["properties"] = {key: state for key, state in states.items() if state is not None}
    return result


def _location(place: Place, task: str | None) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if place.file is not None:
        physical: dict[str, Any] = {"artifactLocation": {"uri": quote(place.file.replace("\\", "/"))}}
        if place.line is not None:
            physical["region"] = {"startLine": place.line}
        location["physicalLocation"] = physical
    if task is not None:
        location["logicalLocations"] = [{"name": task, "kind": "object"}]
    return location

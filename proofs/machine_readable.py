"""The report for programs: JSON, and JUnit XML for CI servers."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

from a2a_lifecycle.proofs.run import Report
from a2a_lifecycle.proofs.text import refutation_lines, row_label
from a2a_lifecycle.proofs.theorem import UNDETERMINED, Result
from a2a_lifecycle.proofs.trace import Trace


def as_json(report: Report) -> str:
    """The report as JSON: the run's verdict, and each theorem's."""
    return json.dumps(
        {"verdict": report.verdict, "theorems": [_result(result) for result in report.results]},
        indent=2,
        ensure_ascii=False,
    )


def _result(result: Result) -> dict[str, Any]:
    refutation = result.refutation
    return {
        "name": result.theorem.name,
        "edition": result.edition,
        "claim": result.theorem.claim,
        "expected": result.theorem.expected,
        "verdict": result.verdict,
        "rows": list(refutation.blame) if refutation else [row_label(row) for row in result.core],
        "trace": _trace(refutation.trace) if refutation and refutation.trace else None,
    }


def _trace(trace: Trace) -> list[dict[str, Any]]:
    return [
        {"action": step.action, "parameters": dict(step.parameters), "changed": dict(step.changed)}
        for step in trace.steps
    ]


def as_junit(report: Report) -> str:
    """The report as JUnit XML: a suite an edition, a case a theorem; no times, so that it is the same every time."""
    root = ElementTree.Element("testsuites", name="a2a-lifecycle prove")
    for edition in dict.fromkeys(result.edition for result in report.results):
        results = [result for result in report.results if result.edition == edition]
        off = [result for result in results if not result.as_expected]
        undetermined = sum(result.verdict == UNDETERMINED for result in off)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=edition,
            tests=str(len(results)),
            failures=str(len(off) - undetermined),
            errors=str(undetermined),
            skipped="0",
        )
        for result in results:
            case = ElementTree.SubElement(suite, "testcase", name=result.theorem.name, classname=edition)
            if not result.as_expected:
                kind = "error" if result.verdict == UNDETERMINED else "failure"
                message = f"{result.verdict}, expected {result.theorem.expected}"
                problem = ElementTree.SubElement(case, kind, message=message, type=result.verdict)
                lines = list(refutation_lines(result.refutation)) if result.refutation else [result.reason or ""]
                problem.text = "\n".join(lines)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode")

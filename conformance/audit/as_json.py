"""A report as one JSON object."""

from __future__ import annotations

import json

from a2a_lifecycle.conformance.audit.report import Report


def as_json(report: Report) -> str:
    """The report; a thing that is not there is null."""
    document = {
        "verdict": str(report.verdict),
        "tasks": report.tasks,
        "events": report.events,
        "conforming": report.conforming,
        "violating": report.violating,
        "share": report.share,
        "log": report.log,
        "engine": report.engine,
        "edition": report.edition,
        "columns": {role: list(names) for role, names in report.columns.items()},
        "ties": report.ties,
        "unusable": report.unusable,
        "findings": [
            {
                "code": str(count.code),
                "severity": str(count.severity),
                "count": count.count,
                "steps": [
                    {"from": source, "to": target, "count": number}
                    for (source, target), number in sorted(
                        count.by_pair.items(), key=lambda item: (-item[1], str(item[0]))
                    )
                ],
            }
            for count in report.counts
        ],
        "steps": [
            {
                "from": pair.from_state,
                "to": pair.to_state,
                "opening": pair.opening,
                "kind": pair.kind,
                "events": pair.events,
                "findings": list(map(str, pair.findings)),
            }
            for pair in report.pairs
        ],
        "endings": [{"state": state, "tasks": tasks} for state, tasks in report.endings.items()],
        "examples": [
            {
                "task": example.task,
                "violations": example.violations,
                "deviations": example.deviations,
                "steps": [
                    {
                        "order": [str(value) for value in step.order],
                        "state": step.state,
                        "kind": step.kind,
                        "repeats": step.repeats,
                        "findings": list(map(str, step.findings)),
                    }
                    for step in example.steps
                ],
                "more": example.cut,
            }
            for example in report.examples
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False)

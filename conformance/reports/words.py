"""Words that several formats use."""

from __future__ import annotations

from a2a_lifecycle.conformance.codes import Severity
from a2a_lifecycle.conformance.findings import Report


def counted(number: int, what: str) -> str:
    """`number` of `what`: "1 task", "2 tasks"."""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else plural}"


def summary(report: Report) -> str:
    """What a recording came to, in one line."""
    found = [counted(report.count(s), str(s)) for s in sorted(Severity, reverse=True) if report.count(s)]
    files = f" in {counted(len(report.files), 'file')}" if len(report.files) > 1 else ""
    begin = f"{counted(report.tasks, 'task')}, {counted(report.events, 'event')}{files}: {report.verdict}"
    return f"{begin} ({', '.join(found)})" if found else begin


def not_judged(report: Report) -> str | None:
    """What was recognised and carries no state, in one line."""
    if not report.not_judged:
        return None
    return f"Not judged: {', '.join(counted(number, what) for what, number in sorted(report.not_judged.items()))}."


def left_out(report: Report) -> str | None:
    """That there were more findings than were kept, in one line."""
    if not report.left_out:
        return None
    return f"{report.left_out:,} more findings were counted and are not listed (--max-findings)."

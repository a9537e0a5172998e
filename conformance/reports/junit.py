"""JUnit XML: a suite a recording, a case a task."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from a2a_lifecycle.conformance.codes import Severity
from a2a_lifecycle.conformance.findings import Finding, Report
from a2a_lifecycle.conformance.reports.options import Options
from a2a_lifecycle.conformance.reports.words import left_out, not_judged

_ILLEGAL = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report, options: Options) -> Iterator[str]:
    """A case for each task that was followed or found wanting, and one for whether the recording could be read.

    A finding at or above `fail_on` is a failure; what could not be read is an error; the rest is the case's output.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<testsuites name="a2a-lifecycle check">'
    files: tuple[str | None, ...] = report.files or (None,)
    for file in files:
        yield from _suite(file, report, options)
    yield "</testsuites>"


def _suite(file: str | None, report: Report, options: Options) -> Iterator[str]:
    cases: dict[str | None, list[Finding]] = {None: []}
    for path in report.paths:
        if path.file == file:
            cases.setdefault(path.task, [])
    for finding in report.findings:
        if finding.place.file == file:
            cases.setdefault(finding.task, []).append(finding)
    errors = [f for found in cases.values() for f in found if f.severity is Severity.ERROR]
    failures = sum(1 for found in cases.values() if any(_fails(f, options) for f in found))
    name = file or "events"
    counts = f'tests="{len(cases)}" failures="{failures}" errors="{int(bool(errors))}"'
    yield f" <testsuite name={_attribute(name)} {counts}>"
    for task, found in cases.items():
        case = f"task {task}" if task is not None else "the recording can be read"
        yield f"  <testcase name={_attribute(case)} classname={_attribute(name)}>"
        # A case has one error or failure: all that is wrong goes into it.
        for element, wrong in (
            ("error", [f for f in found if f.severity is Severity.ERROR]),
            ("failure", [f for f in found if _fails(f, options)]),
        ):
            if wrong:
                head = f"message={_attribute(wrong[0].message)} type={_attribute(str(wrong[0].code))}"
                yield f"   <{element} {head}>{_text(_lines(wrong))}</{element}>"
        rest = [f for f in found if f.severity is not Severity.ERROR and not _fails(f, options)]
        if rest:
            yield f"   <system-out>{_text(_lines(rest))}</system-out>"
        yield "  </testcase>"
    said = [line for line in (not_judged(report), left_out(report)) if line]
    if said:
        yield f"  <system-out>{_text(chr(10).join(said))}</system-out>"
    yield " </testsuite>"


def _fails(finding: Finding, options: Options) -> bool:
    return finding.severity is not Severity.ERROR and finding.severity >= options.fail_on


def _lines(findings: list[Finding]) -> str:
    return "\n".join(f"{f.place}: {f.severity} {f.code}: {f.message}" for f in findings)


def _legal(text: str) -> str:
    """XML 1.0 has no place for most control characters, escaped or not."""
    return _ILLEGAL.sub("\ufffd", text)


def _text(text: str) -> str:
    return escape(_legal(text))


def _attribute(text: str) -> str:
    return quoteattr(_legal(text))

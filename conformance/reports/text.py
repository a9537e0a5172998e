"""Text for people, by recording and by task."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from a2a_lifecycle.conformance.codes import Code, Severity, Verdict
from a2a_lifecycle.conformance.findings import Finding, Path, Report
from a2a_lifecycle.conformance.reports.options import Options
from a2a_lifecycle.conformance.reports.words import counted, left_out, not_judged, summary

_STYLE = {Severity.NOTE: "dim", Severity.DEVIATION: "yellow", Severity.VIOLATION: "red", Severity.ERROR: "red"}
_VERDICT_STYLE = {
    Verdict.CONFORMS: "green",
    Verdict.DEVIATES: "yellow",
    Verdict.VIOLATES: "red",
    Verdict.UNCHECKED: "red",
}


def text(report: Report, options: Options) -> Iterator[str]:
    """What each recording and each task came to, what is wrong, and the summary in the last line."""
    by_file: dict[str | None, list[Finding]] = {file: [] for file in report.files}
    for finding in report.findings:
        if not options.quiet or finding.severity >= options.fail_on:
            by_file.setdefault(finding.place.file, []).append(finding)
    paths = {(path.file, path.task): path for path in report.paths}
    for file, findings in by_file.items():
        yield from _file(file, findings, paths, report, options)
    if not options.quiet:
        for line in (not_judged(report), left_out(report)):
            if line:
                yield from wrap(line, options.width)
    verdict = options.paint(str(report.verdict), "bold", _VERDICT_STYLE[report.verdict])
    last = wrap(summary(report), options.width)
    yield from (line.replace(f": {report.verdict}", f": {verdict}") for line in last)


def _file(
    file: str | None,
    findings: list[Finding],
    paths: dict[tuple[str | None, str], Path],
    report: Report,
    options: Options,
) -> Iterator[str]:
    by_task: dict[str | None, list[Finding]] = {}
    for finding in findings:
        by_task.setdefault(finding.task, []).append(finding)
    quiet_paths = [p for p in report.paths if p.file == file and p.task not in by_task]
    if options.quiet and not findings:
        return
    if file is not None and (findings or len(report.files) > 1 or quiet_paths):
        yield options.paint(file, "bold")
    if not options.quiet:
        for path in quiet_paths[:20]:
            yield from _task(path.task, path, options)
    for task, found in by_task.items():
        if task is not None:
            yield from _task(task, paths.get((file, task)), options)
        yield from (line for finding in _runs(found) for line in _finding(*finding, options))
    listed = sum(1 for p in report.paths if p.file == file) or len(by_task)
    if not options.quiet and len(report.files) <= 1 and report.tasks > listed:
        yield f"  … and {counted(report.tasks - listed, 'more task')} that nothing, or notes alone, is said of here"
    yield ""


def _task(task: str, path: Path | None, options: Options) -> Iterator[str]:
    """The task's id and what it did, as far as that is known."""
    line = options.paint(task, "cyan")
    if path is None:
        yield f"  {line}"
        return
    states = list(path.states)
    if len(states) > 12:
        states = [*states[:6], "…", *states[-5:]]
    steps = " → ".join(states)
    if len(task) + len(steps) + 6 <= options.width:
        yield f"  {line}  {steps}"
    else:
        yield f"  {line}"
        yield from wrap(steps, options.width, initial_indent="    ", subsequent_indent="    ")


def _runs(findings: list[Finding]) -> Iterator[tuple[Finding, int]]:
    """Findings, with how many lines in a row have the same one: a broken file says the same of each of its lines."""
    run: Finding | None = None
    length = 0
    for finding in findings:
        same = (
            run is not None
            and finding.code is Code.UNREADABLE is run.code
            and finding.message.partition(":")[0] == run.message.partition(":")[0]
            and finding.place.line is not None
            and run.place.line is not None
            and finding.place.line == run.place.line + length
        )
        if same:
            length += 1
            continue
        if run is not None:
            yield run, length
        run, length = finding, 1
    if run is not None:
        yield run, length


def _finding(finding: Finding, run: int, options: Options) -> Iterator[str]:
    where = f"event {finding.place.line}" if finding.place.file is None else f"line {finding.place.line}"
    if finding.place.line is None:
        where = "the recording"
    elif run > 1:
        where = f"lines {finding.place.line}-{finding.place.line + run - 1}"
    severity = options.paint(str(finding.severity), _STYLE[finding.severity])
    yield f"    {where}: {severity} {options.paint(str(finding.code), 'bold')}"
    yield from wrap(finding.message, options.width, initial_indent="      ", subsequent_indent="      ")

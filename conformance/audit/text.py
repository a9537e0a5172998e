"""A report as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap

from a2a_lifecycle.conformance.audit import words
from a2a_lifecycle.conformance.audit.report import Example, Report
from a2a_lifecycle.conformance.codes import Severity, Verdict

Paint = Callable[..., str]
_STYLE = {Severity.ERROR: "red", Severity.VIOLATION: "red", Severity.DEVIATION: "yellow", Severity.NOTE: "dim"}
_VERDICT = {Verdict.CONFORMS: "green", Verdict.DEVIATES: "yellow", Verdict.VIOLATES: "red", Verdict.UNCHECKED: "red"}
_BAR = 24
_MOST_PAIRS = 40


def text(report: Report, width: int, paint: Paint) -> Iterator[str]:
    """The report, line by line.

    Parameters:
        report: the report.
        width: how many columns a line may take.
        paint: gives a text in styles.
    """
    head = f"{report.log}: {report.verdict}"
    rest = words.headline(report).removeprefix(head)
    yield paint(head, "bold", _VERDICT[report.verdict]) + rest
    events = "event" if report.events == 1 else "events"
    yield f"{report.events:,} {events}, judged on {report.engine}" + (
        f", by {report.edition} alone" if report.edition else ""
    )
    yield from _findings(report, paint)
    yield from _steps(report, width, paint)
    if report.examples:
        yield ""
        yield paint("Worst tasks", "bold")
        for example in report.examples:
            yield from _example(example, width, paint)
    remarks = words.remarks(report)
    if remarks:
        yield ""
    for remark in remarks:
        yield from wrap(remark, width)


def _findings(report: Report, paint: Paint) -> Iterator[str]:
    if not report.counts:
        return
    yield ""
    yield paint("Findings", "bold")
    for count in report.counts:
        severity = paint(f"{count.severity!s:<9}", _STYLE[count.severity])
        yield f"  {count.count:>14,}  {severity}  {count.code}"


def _steps(report: Report, width: int, paint: Paint) -> Iterator[str]:
    if not report.pairs:
        return
    yield ""
    yield paint("Steps", "bold")
    pairs = sorted(
        report.pairs,
        key=lambda pair: (-(pair.severity or 0) if (pair.severity or 0) > Severity.NOTE else 0, -pair.events),
    )
    shown, most = pairs[:_MOST_PAIRS], max(pair.events for pair in report.pairs)
    kinds = 4 if any(pair.kind == "task" for pair in shown) else 0
    left = max(len(words.source_of(pair)) for pair in shown)
    right = max(len(words.target_of(pair)) for pair in shown)
    said_in = max((len(", ".join(map(str, pair.findings))) for pair in shown), default=0)
    room = max(0, min(_BAR, width - left - right - said_in - 28))
    for pair in shown:
        bar = f"{'█' * max(1, round(room * pair.events / most)):<{room}} " if room > 4 else ""
        codes = ", ".join(map(str, pair.findings))
        kind = {"status": "", "task": "Task"}.get(pair.kind, "")
        step = f"{words.source_of(pair):<{left}} → {words.target_of(pair):<{right}}"
        line = f"  {pair.events:>14,}  {step} {kind:<{kinds}} {bar}"
        said = paint(codes, _STYLE[pair.severity]) if pair.severity is not None else ""
        yield f"{line} {said}".rstrip()
    if len(pairs) > len(shown):
        yield f"  … and {len(pairs) - len(shown)} more kinds of steps"


def _example(example: Example, width: int, paint: Paint) -> Iterator[str]:
    counts = [(example.violations, "violation"), (example.deviations, "deviation")]
    said = ", ".join(f"{number} {name}{'s' if number > 1 else ''}" for number, name in counts if number)
    yield f"  {paint(example.task, 'bold')}: {said}"
    line, used = "    ", 4
    for number, step in enumerate(example.steps):
        name = words.step_of(step)
        plain = name if number == 0 else f" → {name}"
        grave = step.severity is not None and step.severity > Severity.NOTE
        mark = "!" if grave else ""
        if used + len(plain) + len(mark) > width and used > 4:
            yield line
            line, used, plain = "      ", 6, f"→ {name}"
        shown = plain.removesuffix(name) + (
            paint(name + mark, _STYLE[step.severity]) if grave and step.severity else name
        )
        line, used = line + shown, used + len(plain) + len(mark)
    yield line + (f" … and {example.cut:,} more" if example.cut else "")

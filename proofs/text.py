"""The report as people read it: a grid of verdicts, then whatever needs to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from a2a_lifecycle.proofs.obligation import Outcome
from a2a_lifecycle.proofs.run import Report
from a2a_lifecycle.proofs.theorem import (
    PROVED,
    REFUTED,
    SYSTEM_EDGES,
    UNDETERMINED,
    Result,
    Verdict,
    too_large,
    unsound,
)
from a2a_lifecycle.proofs.trace import Refutation, Trace, shown
from a2a_lifecycle.spec import Transition

Paint = Callable[..., str]
"""A function that gives a text some styles (see `cli.terminal.Terminal.paint`)."""

Signs = Mapping[Verdict | None, str]
"""A verdict, or None where a theorem was not asked → the sign for it in a grid."""

SIGNS: Signs = {PROVED: "✓", REFUTED: "✗", UNDETERMINED: "?", None: "·"}
ASCII_SIGNS: Signs = {PROVED: "+", REFUTED: "x", UNDETERMINED: "?", None: "."}
"""For a stream whose encoding has no others."""


def plain(text: str, *styles: str) -> str:
    """The text as it is."""
    return text


def row_label(row: Transition) -> str:
    """A row as a report names it: its place, and what it says."""
    return f"{row.origin}: {', '.join(row.sources)} --{row.trigger}--> {row.target}"


def _style(result: Result) -> str:
    if not result.as_expected:
        return "red"
    return "green" if result.verdict == PROVED else "cyan"


def grid(report: Report, width: int = 80, paint: Paint = plain, signs: Signs = SIGNS) -> str:
    """One line a theorem, one column an edition, and the counterexamples of all that came out unexpected."""
    by_name: dict[str, dict[str, Result]] = {}
    for result in report.results:
        by_name.setdefault(result.theorem.name, {})[result.edition] = result
    editions = list(dict.fromkeys(result.edition for result in report.results))
    lines = ["", *(f"  {number}  {paint(edition, 'bold')}" for number, edition in enumerate(editions, start=1)), ""]
    left = min(width - 6, max((len(name) for name in by_name), default=0) + 2)
    in_a_block = max(1, (width - 2 - left) // 4)
    for start in range(0, len(editions), in_a_block):
        lines += [""] if start else []
        lines += _block(by_name, editions, range(start, min(start + in_a_block, len(editions))), left, paint, signs)
    words = {PROVED: "proved", REFUTED: "refuted", UNDETERMINED: "undetermined", None: "not asked"}
    legend = "".join(f"  {signs[verdict]} {word}" for verdict, word in words.items())
    lines += ["", paint(f"{legend}  ! not as expected", "dim"), ""]
    large = [edition for edition in editions if too_large(report.table.edition(edition))]
    if large:
        limit = f"the theorems about the system are asked of lifecycles of at most {SYSTEM_EDGES} edges"
        lines += [*wrap(f"{', '.join(large)}: {limit}, so not of this one.", width), ""]
    if not report.table.bundled and any(map(unsound, report.results)):
        lines += ["The table is refuted, so nothing is asked of the system that follows it.", ""]
    for result in report.results:
        if not result.as_expected:
            lines += [*_problem(result, width, paint), ""]
    lines.append(summary(report, paint))
    return "\n".join(lines)


def _block(
    by_name: Mapping[str, Mapping[str, Result]],
    editions: Sequence[str],
    shown: range,
    left: int,
    paint: Paint,
    signs: Signs,
) -> Iterator[str]:
    """The heading and the lines of those editions that are `shown` beside one another."""
    yield (" " * (left + 2) + "".join(f"{number + 1:<4}" for number in shown)).rstrip()
    for name, results in sorted(by_name.items(), key=lambda item: next(iter(item[1].values())).theorem.order):
        cells = ""
        for number in shown:
            result = results.get(editions[number])
            if result is None:
                cells += paint(signs[None], "dim") + "   "
            else:
                cells += paint(signs[result.verdict], _style(result)) + (" " if result.as_expected else "!") + "  "
        yield f"  {name.replace('_', ' '):<{left}}{cells}".rstrip()


def _problem(result: Result, width: int, paint: Paint) -> Iterator[str]:
    theorem = result.theorem
    heading = f"{theorem.name.replace('_', ' ')} ({result.edition}): {result.verdict}, expected {theorem.expected}"
    yield from (paint(line, "red", "bold") for line in wrap(heading, width))
    if result.reason:
        yield from wrap(result.reason, width, initial_indent="  ", subsequent_indent="  ")
    if result.refutation:
        yield from refutation_lines(result.refutation, width)


def refutation_lines(refutation: Refutation, width: int = 80) -> Iterator[str]:
    """The sentence, the trace, and the rows to blame."""
    yield from wrap(refutation.sentence, width, initial_indent="  ", subsequent_indent="  ")
    if refutation.trace is not None:
        yield "  trace"
        yield from (f"    {line}" for line in trace_lines(refutation.trace, width - 4))
    if refutation.replayed is not None:
        yield from wrap(f"replayed: {refutation.replayed}", width, initial_indent="  ", subsequent_indent="      ")
    for row in refutation.blame:
        yield from wrap(f"to blame: {row}", width, initial_indent="  ", subsequent_indent="      ")


def trace_lines(trace: Trace, width: int = 76) -> Iterator[str]:
    """A line a step, or more where it is long: its number, its action, and what it changed."""
    for number, step in enumerate(trace.steps):
        changed = ", ".join(f"{name} = {shown(value)}" for name, value in step.changed.items())
        yield from wrap(f"{number:>2}  {step.heading():<28} {changed}", width, subsequent_indent=" " * 33)
        if trace.loop == number:
            yield "    ⟲ from here on, for ever:"


def full_text(report: Report, width: int = 80, paint: Paint = plain, signs: Signs = SIGNS) -> str:
    """Every theorem with its claim, its obligations, the rows its proof rests on, and its witnesses."""
    lines = []
    for result in report.results:
        theorem = result.theorem
        sign = paint(f"{signs[result.verdict]} {result.verdict}", _style(result))
        lines.append(paint(theorem.name, "bold"))
        lines.append(f"  {result.edition}: {sign}, expected {theorem.expected}")
        lines += wrap(theorem.claim, width, initial_indent="  ", subsequent_indent="  ")
        for outcome in result.outcomes:
            lines += _outcome_lines("negation", outcome, width)
        if result.core:
            rows = ", ".join(str(row.origin.number) for row in result.core)
            lines += wrap(f"rests on transitions {rows}", width, initial_indent="    ", subsequent_indent=" " * 8)
        for outcome in result.witnesses:
            lines += _outcome_lines("witness", outcome, width)
        if result.reason:
            lines += wrap(result.reason, width, initial_indent="  ", subsequent_indent="  ")
        if result.refutation:
            lines += refutation_lines(result.refutation, width)
        lines.append("")
    lines.append(summary(report, paint))
    return "\n".join(lines)


def _outcome_lines(part: str, outcome: Outcome, width: int) -> Iterator[str]:
    found = f": {outcome.evidence}" if outcome.evidence else ""
    answer = f"{outcome.obligation.name}: {outcome.answer}{found}"
    yield from wrap(answer, width, initial_indent=f"    {part:<10}", subsequent_indent=" " * 14)


def summary(report: Report, paint: Paint = plain) -> str:
    """One line: how many theorems, in how many editions, and whether all is as expected."""
    theorems = len({result.theorem.name for result in report.results})
    editions = len({result.edition for result in report.results})
    asked = f"{_counted(theorems, 'theorem')}, {_counted(editions, 'edition')}, "
    asked += _counted(len(report.results), "verdict")
    if not report.results:
        return paint("nothing was asked: what was named is not true of every sound table, only of ours", "red", "bold")
    off = sum(not result.as_expected for result in report.results)
    if off:
        return f"{asked}: {paint(f'{off} not as expected', 'red', 'bold')}"
    return f"{asked}: {paint('all as expected', 'green', 'bold')}"


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"

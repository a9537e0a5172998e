"""The words that a report has in common in every format."""

from __future__ import annotations

from a2a_lifecycle.conformance.audit.report import ExampleStep, Pair, Report

NOTHING = "(begins)"
NOT_KNOWN = "(not known)"


def share(report: Report) -> str:
    """The share of the tasks that conform, in percent, never rounded up to all of them."""
    if report.share is None:
        return "no tasks"
    percent = report.share * 100
    return "100 %" if report.conforming == report.tasks else f"{min(percent, 99.99):.2f} %"


def headline(report: Report) -> str:
    """The verdict and the share, in one sentence."""
    if not report.tasks:
        return f"{report.log}: {report.verdict}: there is no task in it"
    of = f"{report.conforming:,} of {report.tasks:,} tasks conform ({share(report)})"
    return f"{report.log}: {report.verdict}: {of}"


def source_of(pair: Pair) -> str:
    """What was before."""
    return NOTHING if pair.opening else pair.from_state or NOT_KNOWN


def target_of(pair: Pair) -> str:
    """What came."""
    return "(artifact update)" if pair.kind == "artifact" else pair.to_state or NOT_KNOWN


def step_of(step: ExampleStep) -> str:
    """A step of an example: its state, marked where it is wrong, and how often it was repeated."""
    name = "artifact update" if step.kind == "artifact" else step.state or NOT_KNOWN
    whole = f"[{name}]" if step.kind == "task" else name
    return whole + (f" ×{step.repeats + 1}" if step.repeats else "")


def remarks(report: Report) -> list[str]:
    """What is to be said besides: ties, rows that cannot be used, what stands for what."""
    said = []
    if report.columns:
        named = ", ".join(f"{role} {' and '.join(names)}" for role, names in report.columns.items())
        said.append(f"Columns: {named}.")
    if report.columns and "kind" not in report.columns:
        said.append("Without a kind column, the first row of a task counts as the Task, the others as status updates.")
    if report.ties:
        said.append(
            f"{report.ties:,} events share their order with the one before in their task; those are taken in the order "
            "of their states in the table. Name a second order column to tell them apart."
        )
    if report.unusable:
        rows = "row" if report.unusable == 1 else "rows"
        said.append(f"{report.unusable:,} {rows} could not be used: without a task or an order, or not to be read.")
    return said

"""A report as one HTML page that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from a2a_lifecycle.conformance.audit import words
from a2a_lifecycle.conformance.audit.report import Example, Report
from a2a_lifecycle.conformance.codes import Severity
from a2a_lifecycle.conformance.explain import explanations

_MOST_PAIRS = 100


def page(report: Report, drawing: str, caption: str = "") -> str:
    """The page.

    Parameters:
        report: the report.
        drawing: the flow, as SVG.
        caption: what is to be said below it.
    """
    style = files("a2a_lifecycle.conformance.audit").joinpath("page.css").read_text(encoding="utf-8")
    title = f"Audit of {report.log}"
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>\n{style}</style></head><body><main>",
        *_header(report),
        *_flow(drawing, caption),
        *_findings(report),
        *_examples(report),
        *_steps(report),
        *(f"<p class=remark>{escape(remark)}</p>" for remark in words.remarks(report)),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _header(report: Report) -> Iterator[str]:
    yield f"<header><p class=over>A2A Task lifecycle audit</p><h1>{escape(report.log)}</h1>"
    yield f'<p><span class="verdict {report.verdict}">{report.verdict}</span> '
    edition = f", held against {escape(report.edition)} alone" if report.edition else ""
    yield f"judged on {escape(report.engine)}{edition}</p></header>"
    deviating = report.tasks - report.conforming - report.violating
    tiles = [
        (words.share(report), f"of {report.tasks:,} tasks conform", ""),
        (f"{report.violating:,}", "tasks with a violation", "violation" if report.violating else ""),
        (f"{deviating:,}", "tasks with a deviation alone", "deviation" if deviating else ""),
        (f"{report.events:,}", "events judged", ""),
    ]
    yield "<section class=tiles>"
    for number, caption, kind in tiles:
        yield f'<div class="tile {kind}"><b>{number}</b><span>{caption}</span></div>'
    yield "</section>"
    if report.tasks:
        parts = [("conforms", report.conforming), ("deviation", deviating), ("violation", report.violating)]
        bar = "".join(f'<i class="{kind}" style="flex-grow:{count}"></i>' for kind, count in parts if count)
        yield f'<div class=bar role=img aria-label="share of tasks that conform">{bar}</div>'


def _flow(drawing: str, caption: str) -> Iterator[str]:
    picture = drawing[drawing.index("<svg") :]
    yield "<section><h2>Flow</h2>"
    yield '<p class=key><i class="line legal"></i>a step of the table, as wide as it is frequent '
    yield '<i class="line deviation"></i>outside the guide’s table <i class="line violation"></i>breaks a stated rule '
    yield '<i class="line never"></i>a step of the table that nobody took</p>'
    yield f"<figure>{picture}</figure>"
    if caption:
        yield f"<p class=remark>{escape(caption)}</p>"
    yield "</section>"


def _findings(report: Report) -> Iterator[str]:
    yield "<section><h2>Findings</h2>"
    if not report.counts:
        yield "<p>None.</p></section>"
        return
    about = explanations()
    yield "<table><thead><tr><th>Severity<th>Finding<th class=number>Count<th>What it means</tr></thead><tbody>"
    for count in report.counts:
        meaning = about[count.code].means if count.code in about else ""
        yield (
            f'<tr><td><span class="tag {count.severity}">{count.severity}</span><td><code>{count.code}</code>'
            f"<td class=number>{count.count:,}<td>{escape(meaning)}</tr>"
        )
    yield "</tbody></table></section>"


def _examples(report: Report) -> Iterator[str]:
    if not report.examples:
        return
    yield "<section><h2>Worst tasks</h2>"
    for example in report.examples:
        counts = [(example.violations, "violation"), (example.deviations, "deviation")]
        tags = " ".join(f'<span class="tag {name}">{number} × {name}</span>' for number, name in counts if number)
        yield f"<article><h3><code>{escape(example.task)}</code> {tags}</h3><ol class=path>"
        yield from _path(example)
        yield "</ol></article>"
    yield "</section>"


def _path(example: Example) -> Iterator[str]:
    for step in example.steps:
        grave = step.severity if step.severity is not None and step.severity > Severity.NOTE else ""
        said = f"<small>{escape(', '.join(map(str, step.findings)))}</small>" if grave else ""
        order = escape(" ".join(map(str, step.order)), quote=True)
        yield f'<li class="{grave}" title="{order}"><span>{escape(words.step_of(step))}</span>{said}</li>'
    if example.cut:
        yield f"<li>… and {example.cut:,} more</li>"


def _steps(report: Report) -> Iterator[str]:
    if not report.pairs:
        return
    yield "<section><h2>Steps</h2>"
    yield "<table><thead><tr><th>From<th>To<th>Said by<th class=number>Events<th>Findings</tr></thead><tbody>"
    pairs = sorted(report.pairs, key=lambda pair: -pair.events)
    for pair in pairs[:_MOST_PAIRS]:
        tags = " ".join(f'<span class="tag {pair.severity}">{code}</span>' for code in pair.findings)
        by = {"task": "whole Task", "artifact": "artifact update"}.get(pair.kind, "status update")
        yield (
            f"<tr><td>{escape(words.source_of(pair))}<td>{escape(words.target_of(pair))}<td>{by}"
            f"<td class=number>{pair.events:,}<td>{tags}</tr>"
        )
    yield "</tbody></table>"
    if len(pairs) > _MOST_PAIRS:
        yield f"<p class=remark>… and {len(pairs) - _MOST_PAIRS} more kinds of steps.</p>"
    yield "</section>"

"""Writes a report in the formats that people and machines read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from a2a_lifecycle.conformance.findings import Report
from a2a_lifecycle.conformance.reports.github import github
from a2a_lifecycle.conformance.reports.json import json
from a2a_lifecycle.conformance.reports.junit import junit
from a2a_lifecycle.conformance.reports.options import Options
from a2a_lifecycle.conformance.reports.sarif import sarif
from a2a_lifecycle.conformance.reports.text import text

FORMATS: Mapping[str, Callable[[Report, Options], Iterator[str]]] = {
    "text": text,
    "json": json,
    "junit": junit,
    "sarif": sarif,
    "github": github,
}
"""Format → what writes it, line by line, without line ends."""

__all__ = ["FORMATS", "Options"]

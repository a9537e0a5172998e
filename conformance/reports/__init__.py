"""Writes a report in the formats that people and machines read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from a2a_lifecycle.conformance.findings import Report
from a2a_lifecycle.conformance.reports.options import Options

Writer = Callable[[Report, Options], Iterator[str]]


def _writer(name: str) -> Writer:
    """What writes the format `name`: the function of that name in the module of that name, imported when it is called.

    XML and SARIF bring libraries along that a report in text does not need.
    """

    def write(report: Report, options: Options) -> Iterator[str]:
        writer: Writer = getattr(import_module(f"{__name__}.{name}"), name)
        return writer(report, options)

    return write


FORMATS: Mapping[str, Writer] = {name: _writer(name) for name in ("text", "json", "junit", "sarif", "github")}
"""Format → what writes it, line by line, without line ends."""

__all__ = ["FORMATS", "Options"]

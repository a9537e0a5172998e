"""What a report may be told about how it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from a2a_lifecycle.conformance.codes import Severity


def _plain(text: str, *styles: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Options:
    """How a report is to be written.

    Attributes:
        width: how many columns a line of text may take.
        paint: gives a text in styles (bold, dim, red, green, yellow, cyan), where colours can be shown.
        fail_on: from this severity on a finding is a failure.
        quiet: the verdict and what fails, and nothing else.
    """

    width: int = 80
    paint: Callable[..., str] = _plain
    fail_on: Severity = Severity.VIOLATION
    quiet: bool = False

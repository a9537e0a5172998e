"""Recorded traffic held against the table.

What is public is imported when it is asked for: pytest loads the plugin of this room in every run.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from a2a_lifecycle.conformance.checking import check, check_files
    from a2a_lifecycle.conformance.codes import Code, Severity, Verdict
    from a2a_lifecycle.conformance.findings import Finding, Path, Place, Report
    from a2a_lifecycle.conformance.rules import Standard, standard

_HOMES = {
    "check": "checking",
    "check_files": "checking",
    "Code": "codes",
    "Severity": "codes",
    "Verdict": "codes",
    "Finding": "findings",
    "Path": "findings",
    "Place": "findings",
    "Report": "findings",
    "Standard": "rules",
    "standard": "rules",
}

__all__ = [
    "Code",
    "Finding",
    "Path",
    "Place",
    "Report",
    "Severity",
    "Standard",
    "Verdict",
    "check",
    "check_files",
    "standard",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)

"""Recorded traffic held against the table."""

from a2a_lifecycle.conformance.checking import check, check_files
from a2a_lifecycle.conformance.codes import Code, Severity, Verdict
from a2a_lifecycle.conformance.findings import Finding, Path, Place, Report
from a2a_lifecycle.conformance.rules import Standard, standard

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

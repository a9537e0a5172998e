"""What the tests of the audit have in common."""

from __future__ import annotations

import re
from collections import Counter

from a2a_lifecycle.conformance.codes import Code
from a2a_lifecycle.spec import load
from tests import needs

IDS = {state.id for state in load().states}
BEYOND_PAIRS = {Code.FINAL_FLAG, Code.CANCEL_UNANSWERED}
"""What `check` finds and no pair of states decides."""


def duckdb_engine(**options):
    """A DuckDB engine, where the extra is installed."""
    needs.module("ibis", "audit")
    needs.module("adbc_driver_postgresql", "audit")
    from a2a_lifecycle.conformance.audit.duckdb_engine import DuckDBEngine

    return DuckDBEngine(threads=1, **options)


def checked(report):
    """(code, from, to) → how many findings of a check."""
    found = (f for f in report.findings if f.code not in BEYOND_PAIRS)
    return Counter(_key(f.code, f.from_state, f.to_state) for f in found)


def audited(report):
    """(code, from, to) → how many findings of an audit."""
    counts = Counter()
    for count in report.counts:
        for step, number in count.by_pair.items():
            counts[_key(count.code, *step)] += number
    return counts


def _key(code, source, target):
    # What a task begins with where it is no state: nothing, to the one; the value as it came, to the other.
    return str(code), source, target if target in IDS or code is not Code.LATE_START else None


def conforming(report):
    """How many tasks of a check have no violation and no deviation, whatever no pair decides."""
    wrong = {f.task for f in report.findings if f.code not in BEYOND_PAIRS and str(f.severity) in _WRONG}
    return report.tasks - len(wrong)


def documented(page, language):
    """The blocks of a documentation page in `language`; a CSV file is called as the page says, `events.csv`."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [("events.csv", block) for block in blocks]


_WRONG = ("violation", "deviation")

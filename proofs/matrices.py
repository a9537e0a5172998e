"""Two tables a proof run can print: which theorem rests on which row, and which theorems refute which mutant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from a2a_lifecycle.proofs.killers import killers
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.run import Report
from a2a_lifecycle.proofs.theorem import Result
from a2a_lifecycle.spec import Table, Transition

COLUMNS = 10
"""How many theorems stand beside each other in the matrix; more would not fit into 80 columns."""


def core_matrix(report: Report, edition: str) -> Iterator[str]:
    """For each row of `edition`, the theorems that have it in an unsat core."""
    results = [result for result in report.results if result.edition == edition and result.core]
    rows = report.table.edition(edition).transitions
    yield f"Rows of {edition} in the unsat cores"
    yield "  ● the proof needs the row to be there   ○ the claim is about every row"
    for start in range(0, len(results), COLUMNS):
        columns = results[start : start + COLUMNS]
        yield ""
        for index, result in enumerate(columns):
            yield f"  {'│ ' * index}┌ {result.theorem.name.replace('_', ' ')}"
        for row in rows:
            marks = " ".join(_mark(result, row) for result in columns)
            yield f"  {marks}  {row.origin.number:>2} {', '.join(row.sources)} → {row.target} ({row.trigger})"
    missing = [row for row in rows if not any(_mark(result, row) == "●" for result in results)]
    if missing:
        yield f"  needed by none of these: {', '.join(str(row.origin) for row in missing)}"


def _mark(result: Result, row: Transition) -> str:
    inside = [outcome.obligation for outcome in result.outcomes if row in outcome.core]
    if not inside:
        return "·"
    return "○" if all(obligation.universal for obligation in inside) else "●"


def mutant_table(table: Table, edition: str, *, each: bool) -> Iterator[str]:
    """How many mutants of `edition` each theorem refutes; with `each`, a line for every mutant."""
    killed = killers(Lifecycle(table.edition(edition), table))
    yield f"One-edit mutants of {edition}: {sum(map(bool, killed.values()))} of {len(killed)} refuted"
    kinds = Counter(mutant.kind for mutant in killed)
    yield "  " + ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    yield ""
    for name, count in Counter(name for names in killed.values() for name in names).most_common():
        alone = sum(names == (name,) for names in killed.values())
        yield f"  {count:>4} by {name.replace('_', ' ')}" + (f" ({alone} by it alone)" if alone else "")
    if each:
        yield ""
        for mutant, names in killed.items():
            by = ", ".join(name.replace("_", " ") for name in names) or "SURVIVES"
            yield from wrap(f"{mutant.edit}: {by}", 80, initial_indent="  ", subsequent_indent="      ")

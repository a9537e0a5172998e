"""A cancel request may stay pending while the agent works, and in no other state (G5.3)."""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 26)
SCOPE = bundled

# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some cancel row is deferrable and leaves another state than the working one, or leaves that and is not."""
    yield t.row_breaking(
        "a request is deferred elsewhere, or not by work",
        lambda row, source, target: z3.Implies(row.cancels, row.deferrable == t.working(source)),
        "a cancel request in {source} may stay pending exactly where the agent does not work",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some cancel row is deferrable, and some is not."""
    yield t.some_row("a row is deferrable", lambda row, source, target: row.deferrable)
    yield t.some_row("a row cancels at once", lambda row, source, target: z3.And(row.cancels, z3.Not(row.deferrable)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

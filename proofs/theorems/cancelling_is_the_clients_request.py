"""Cancelling is the client's request, and no other row but those of cancelling leads to cancelled (G3)."""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 25)
SCOPE = bundled

# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some cancel row is the agent's, or another row leads to where cancelling leads."""
    yield t.row_breaking(
        "a cancel row is not the client's",
        lambda row, source, target: z3.Implies(row.cancels, row.by_client),
        "a step cancels from {source} to {target}, and is the agent's",
    )
    yield t.row_breaking(
        "another row leads to cancelled",
        lambda row, source, target: z3.Implies(t.cancelled(target), row.cancels),
        "a step leads from {source} to {target}, and is not one of cancelling",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some row cancels."""
    yield t.some_row("a row cancels", lambda row, source, target: row.cancels)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""A pending cancel request can be honoured where it is deferred, and from wherever the task may go meanwhile it can end
(G5.3).

The certificate is a ranking over the edges that are open while a request is pending.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import z3

from a2a_lifecycle.proofs import refute
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.search import backward
from a2a_lifecycle.proofs.system.scopes import with_deferral
from a2a_lifecycle.proofs.theorem import PROVED
from a2a_lifecycle.proofs.trace import Refutation, table_trace

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 28)
SCOPE = with_deferral


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some deferred request cannot be honoured; or the task may get meanwhile to where it cannot end."""
    yield t.row_breaking(
        "a deferred request cannot be honoured",
        lambda row, source, target: z3.Implies(row.deferrable, row.while_cancelling),
        "a request may stay pending in {source}, and the step to {target} that honours it is closed while it does",
    )
    meanwhile = replace(t.edition, edges=tuple(edge for edge in t.edition.edges if edge.row.while_cancelling))
    deferring = [edge.source for edge in t.edition.edges if edge.row.deferrable]
    visited = {state for source in deferring for state in (source, *meanwhile.reachable(source))}
    helpful, rank = backward(meanwhile, [state.id for state in t.edition.states if state.terminal])
    asked = [state.id for state in t.edition.states if state.id in visited and not state.terminal]

    def explain() -> Refutation:
        lost = next(state for state in asked if state not in rank)
        start, path = refute.way_to(t.edition, lost)
        blame = (refute.blame_state(t.edition, lost), *map(refute.blame, t.edition.edges_from(lost)))
        sentence = f"while a cancel request is pending, a task in {lost} has no way to end"
        return Refutation(sentence, table_trace(start, path), blame)

    yield t.descending("a task cannot end meanwhile", helpful, rank, asked, explain)


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some request may stay pending, and some row may be taken meanwhile."""
    yield t.some_row("a row is deferrable", lambda row, source, target: row.deferrable)
    yield t.some_row("a row is open meanwhile", lambda row, source, target: row.while_cancelling)


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

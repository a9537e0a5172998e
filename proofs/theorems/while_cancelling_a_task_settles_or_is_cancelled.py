"""While a cancel request is pending, the agent may settle the task as the guide allows, or cancel it, and nothing else:
no row opens a pause (G5.3).
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 27)
SCOPE = bundled

# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """Some row may be taken meanwhile and neither cancels nor settles, or does and may not be taken."""
    guide = [edge for edge in t.edition.edges if "guide" in edge.row.basis]

    def settles(source: z3.ExprRef, target: z3.ExprRef) -> z3.BoolRef:
        return z3.And(t.defers(source), t.terminal(target), t.is_one_of(guide, source, target))

    yield t.row_breaking(
        "a row is open or closed against the rule",
        lambda row, source, target: row.while_cancelling == z3.Or(row.cancels, settles(source, target)),
        "while a cancel request is pending, the step from {source} to {target} is open or closed against the rule",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """Some row settles meanwhile, and some is closed."""
    yield t.some_row(
        "a row settles meanwhile", lambda row, source, target: z3.And(row.while_cancelling, z3.Not(row.cancels))
    )
    yield t.some_row("a row is closed meanwhile", lambda row, source, target: z3.Not(row.while_cancelling))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

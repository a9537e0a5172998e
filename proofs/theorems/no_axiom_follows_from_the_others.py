"""No axiom follows from the others: drop any one, and another table gets in (G1, G2, G3, G5.1, G5.2; published v1.0).

For the guide the nine axioms of `the_axioms_have_one_model`; for the published editions the stated rules. The table
that gets in is one step away from ours, and is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.axioms import GUIDE, PUBLISHED, named
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, bundled
from a2a_lifecycle.proofs.trace import Refutation

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 22)
SCOPE = bundled

# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """For some axiom, no table one step away breaks it and keeps the others."""
    free = t.free
    axioms = named(t, GUIDE if t.edition.source == "guide" else PUBLISHED)
    for name, axiom in axioms.items():
        others = [formula for other, formula in axioms.items() if other != name]
        yield Obligation(
            f"without {name}",
            "sat",
            [*free.classes_fixed(), *free.one_step_away(t.edition.pairs), *others, z3.Not(axiom)],
            (),
            lambda _, name=name: Refutation(f"{name} follows from the other axioms"),  # type: ignore[misc]
            free.difference_in,
        )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """The axioms can be kept all together, so each denial stands against something."""
    free = t.free
    axioms = named(t, GUIDE if t.edition.source == "guide" else PUBLISHED)
    yield Obligation("a relation keeps them all", "sat", [*free.classes_fixed(), *axioms.values()])


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""The guide's edition refines the published one of its protocol version: each of its steps is a published step, each of
its states a published one of the same class, initial in both or in neither (G1–G3; published v1.0 §4.1.3).

The fallback is excepted: the guide calls it terminal, the published protocol does not, and no server enters it.
"""

from __future__ import annotations

from collections.abc import Iterator

import z3

from a2a_lifecycle.proofs.compared import compared
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.script import run_as_script
from a2a_lifecycle.proofs.theorem import PROVED, guide
from a2a_lifecycle.spec import Edition, Table

# --- The claim --------------------------------------------------------------------------------------------------------

NUMBER = (1, 18)


def SCOPE(table: Table, edition: Edition) -> bool:  # noqa: N802 - a part of every theorem, here with a condition
    """Of the guide's editions whose protocol version has a published one."""
    return guide(table, edition) and any(published_beside(table, edition))


def published_beside(table: Table, edition: Edition) -> Iterator[Edition]:
    """The published editions of the protocol version of `edition`."""
    return (e for e in table.editions.values() if e.source == "published" and e.protocol == edition.protocol)


def published(t: Lifecycle) -> Edition:
    """The published edition of this protocol version."""
    return next(published_beside(t.table, t.edition))


# --- Its negation, as constraints -------------------------------------------------------------------------------------


def negation(t: Lifecycle) -> Iterator[Obligation]:
    """A step of the guide's is no published one; or a state of the guide's has another class there, or is not there."""
    here, there = compared(t, published(t))
    yield here.step_breaking(
        "a step of the guide's is not published",
        lambda _, source, target: there.step(source, target),
        f"the guide leads from {{source}} to {{target}}, and {there.edition.id} does not",
    )
    yield here.state_breaking(
        "a state of the guide's is another there",
        lambda state: z3.Or(here.fallback(state), z3.Not(here.has(state)), here.agrees(there, state)),
        f"{{state}} is not in {there.edition.id}, or of another class there",
    )


# --- The witness twin -------------------------------------------------------------------------------------------------


def witness(t: Lifecycle) -> Iterator[Obligation]:
    """There is a step of both; and the refinement is strict: there is a published step that is none of the guide's."""
    here, there = compared(t, published(t))
    yield here.some_step("a step is in both", there.step)
    yield there.some_step("a step is published alone", lambda source, target: z3.Not(here.step(source, target)))


# --- The expected verdict ---------------------------------------------------------------------------------------------

EXPECTED = PROVED

if __name__ == "__main__":
    run_as_script(__spec__)

"""Two editions over one set of states, so that what they say of a state or a step can be compared."""

from __future__ import annotations

from a2a_lifecycle.proofs.domain import Domain
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.spec import Edition


def compared(t: Lifecycle, other: Edition) -> tuple[Lifecycle, Lifecycle]:
    """The edition of `t`, and `other`, each encoded over the states of both."""
    names = dict.fromkeys([*t.edition.by_id, *other.by_id])
    states = Domain("State", tuple(names), t.kind)
    return Lifecycle(t.edition, t.table, t.kind, states), Lifecycle(other, t.table, t.kind, states)

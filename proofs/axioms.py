"""The theorems that serve as axioms: their claims as formulas over any transition relation at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3

from a2a_lifecycle.proofs.lifecycle import Lifecycle

GUIDE = (
    "terminal_states_are_final",
    "no_server_enters_the_fallback",
    "nothing_reenters_the_initial_state",
    "no_state_follows_itself",
    "only_working_settles",
    "pauses_are_entered_from_working_alone",
    "every_open_state_can_be_cancelled",
    "every_state_is_reachable",
    "input_may_be_asked_for_any_number_of_times",
)
"""The nine that have the guide's table as their one model (G1, G2, G3, G5.1, G5.2)."""

PUBLISHED = (
    "terminal_states_are_final",
    "no_server_enters_the_fallback",
    "no_step_leaves_the_fallback",
    "no_state_follows_itself",
)
"""The rules that the published protocol states of a step; the published table is the largest that keeps them."""


def named(t: Lifecycle, names: Sequence[str]) -> Mapping[str, z3.BoolRef]:
    """The axioms of `names`, as formulas over the free relation of `t`."""
    formulas = {name: _axiom(t, name) for name in names}
    return {name: formula for name, formula in formulas.items() if formula is not None}


def applying(t: Lifecycle) -> Mapping[str, z3.BoolRef]:
    """The axioms of every theorem that is asked of the edition and states one."""
    from a2a_lifecycle.proofs.catalogue import catalogue

    return named(t, [name for name, theorem in catalogue().items() if theorem.applies(t.table, t.edition)])


def _axiom(t: Lifecycle, name: str) -> z3.BoolRef | None:
    # Several theorems ask for the same formulas, and to build one costs more than to solve it.
    from a2a_lifecycle.proofs.catalogue import catalogue

    if name not in t.axioms:
        t.axioms[name] = catalogue()[name].axiom(t.free)
    return t.axioms[name]

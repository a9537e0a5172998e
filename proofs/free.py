"""Any transition relation at all, over an edition's states: what the axioms are asked of, and the mutants.

One free Boolean for each pair of states says whether a step leads from the one to the other; the classes and the
initial state are free as well, and fixed where a question does not vary them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import product
from typing import get_args

import z3
from a2a_lifecycle.proofs.signature import StepClaim, resumed_by_the_client
from a2a_lifecycle.spec import Edition, StateClass

CLASSES: tuple[StateClass, ...] = get_args(StateClass)


class FreeLifecycle:
    """The vocabulary of `edition` with nothing of its rows assumed.

    Parameters:
        edition: gives the states, the fallback's role, and the state its cancel trigger leads to.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.states = tuple(state.id for state in edition.states)
        self.pairs = tuple(product(self.states, repeat=2))
        self.steps = {pair: z3.Bool(f"step {pair[0]} {pair[1]}") for pair in self.pairs}
        self._class = {(state, name): z3.Bool(f"{state} is {name}") for state in self.states for name in CLASSES}
        self._initial = {state: z3.Bool(f"{state} is initial") for state in self.states}
        self._resumed = resumed_by_the_client(edition)
        cancel = edition.cancel_trigger
        self._cancelled = {edge.target for edge in edition.edges if edge.trigger == cancel}

    # --- the signature, over names ---

    def initial(self, state: str) -> z3.BoolRef:
        """A task is created in `state`."""
        return self._initial[state]

    def terminal(self, state: str) -> z3.BoolRef:
        """`state` is terminal."""
        return self._class[state, "terminal"]

    def interrupted(self, state: str) -> z3.BoolRef:
        """`state` waits for the client."""
        return self._class[state, "interrupted"]

    def open(self, state: str) -> z3.BoolRef:
        """`state` is active or interrupted."""
        return z3.Or(self._class[state, "active"], self._class[state, "interrupted"])

    def fallback(self, state: str) -> z3.BoolRef:
        """`state` is the edition's fallback."""
        return z3.BoolVal(self.edition.state(state).fallback)

    def working(self, state: str) -> z3.BoolRef:
        """`state` is active and not initial."""
        return z3.And(self._class[state, "active"], z3.Not(self._initial[state]))

    def cancelled(self, state: str) -> z3.BoolRef:
        """`state` is where the edition's cancel trigger leads."""
        return z3.BoolVal(state in self._cancelled)

    def resumed(self, state: str) -> z3.BoolRef:
        """Some step of the client, other than cancelling, leaves `state` in the edition."""
        return z3.BoolVal(state in self._resumed)

    def same(self, one: str, other: str) -> z3.BoolRef:
        """`one` and `other` are the same state."""
        return z3.BoolVal(one == other)

    # --- quantifiers, over finitely many states ---

    def every_step(self, claim: StepClaim) -> z3.BoolRef:
        """That `claim` holds of every step."""
        return z3.And([z3.Implies(self.steps[s, u], claim(self, s, u)) for s, u in self.pairs])

    @cached_property
    def _closure(self) -> dict[tuple[str, str], z3.BoolRef]:
        # Warshall's algorithm on formulas: after the round for `via`, paths may pass through `via` as well.
        reach: dict[tuple[str, str], z3.BoolRef] = dict(self.steps)
        for via in self.states:
            reach = {(s, u): z3.Or(reach[s, u], z3.And(reach[s, via], reach[via, u])) for s, u in self.pairs}
        return reach

    def leads(self, source: str, target: str) -> z3.BoolRef:
        """That one step or more lead from `source` to `target`."""
        return self._closure[source, target]

    # --- the edition itself, as an assignment of the free Booleans ---

    def classes_fixed(self) -> list[z3.BoolRef]:
        """That the classes and the initial state are the edition's."""
        return self.assigned({state.id: state.state_class for state in self.edition.states}, self.edition.initial.id)

    def assigned(self, classes: dict[str, StateClass], initial: str) -> list[z3.BoolRef]:
        """That the classes are `classes` and the initial state is `initial`."""
        literals = [atom if classes[state] == name else z3.Not(atom) for (state, name), atom in self._class.items()]
        literals += [atom if state == initial else z3.Not(atom) for state, atom in self._initial.items()]
        return literals

    def relation_is(self, pairs: Iterable[tuple[str, str]]) -> list[z3.BoolRef]:
        """That the steps are exactly `pairs`."""
        chosen = frozenset(pairs)
        return [atom if pair in chosen else z3.Not(atom) for pair, atom in self.steps.items()]

    def relation_in(self, model: z3.ModelRef) -> frozenset[tuple[str, str]]:
        """The steps that `model` takes."""
        return frozenset(
            pair for pair, atom in self.steps.items() if z3.is_true(model.eval(atom, model_completion=True))
        )

"""Any transition relation at all, over an edition's states: what the axioms are asked of, and the mutants.

One free Boolean for each pair of states says whether a step leads from the one to the other; the classes and the
initial state are free as well, and fixed where a question does not vary them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import get_args

import z3

from a2a_lifecycle.proofs.build import conj, disj, implied, negated
from a2a_lifecycle.proofs.obligation import Fact, Obligation
from a2a_lifecycle.proofs.signature import StepClaim, resuming_edges
from a2a_lifecycle.proofs.trace import Refutation
from a2a_lifecycle.spec import Edition, StateClass, Transition

TRUTH = (z3.BoolVal(False), z3.BoolVal(True))
"""False and true, as terms: by a Boolean's own number."""

CLASSES: tuple[StateClass, ...] = get_args(StateClass)


class FreeLifecycle:
    """The vocabulary of `edition` with nothing of its rows assumed.

    Parameters:
        edition: gives the states, the fallback's role, and the state its cancel trigger leads to.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.states: tuple[str, ...] = tuple(state.id for state in edition.states)
        self.pairs = tuple(product(self.states, self.states))
        self.steps = {pair: z3.Bool(f"step {pair[0]} {pair[1]}") for pair in self.pairs}
        self._class = {(state, name): z3.Bool(f"{state} is {name}") for state in self.states for name in CLASSES}
        self._initial = {state: z3.Bool(f"{state} is initial") for state in self.states}
        self._resuming = {(edge.source, edge.target) for edge in resuming_edges(edition)}
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
        return disj((self._class[state, "active"], self._class[state, "interrupted"]))

    def class_atom(self, state: str, state_class: StateClass) -> z3.BoolRef:
        """The Boolean that says `state` is of `state_class`."""
        return self._class[state, state_class]

    def fallback(self, state: str) -> z3.BoolRef:
        """`state` is the edition's fallback."""
        return TRUTH[self.edition.state(state).fallback]

    def working(self, state: str) -> z3.BoolRef:
        """`state` is active and not initial."""
        return conj((self._class[state, "active"], negated(self._initial[state])))

    def cancelled(self, state: str) -> z3.BoolRef:
        """`state` is where the edition's cancel trigger leads."""
        return TRUTH[state in self._cancelled]

    def resumed(self, state: str) -> z3.BoolRef:
        """Some step of the client, other than cancelling, leaves `state` in the edition."""
        return TRUTH[any(state == source for source, _ in self._resuming)]

    def resumes(self, source: str, target: str) -> z3.BoolRef:
        """Some step of the client, other than cancelling, leads from `source` to `target` in the edition."""
        return TRUTH[(source, target) in self._resuming]

    def same(self, one: str, other: str) -> z3.BoolRef:
        """`one` and `other` are the same state."""
        return TRUTH[one == other]

    def exactly_one(self, atoms: Sequence[z3.BoolRef]) -> z3.BoolRef:
        """That one of `atoms` holds, and no second: spelt out, for solvers without cardinalities."""
        return conj([disj(atoms), *(negated(conj((one, other))) for one, other in combinations(atoms, 2))])

    # --- quantifiers, over finitely many states ---

    def every_step(self, claim: StepClaim) -> z3.BoolRef:
        """That `claim` holds of every step."""
        return conj(implied(self.steps[s, u], claim(self, s, u)) for s, u in self.pairs)

    @cached_property
    def _closure(self) -> dict[tuple[str, str], z3.BoolRef]:
        # Warshall's algorithm on formulas: after the round for `via`, paths may pass through `via` as well.
        reach: dict[tuple[str, str], z3.BoolRef] = dict(self.steps)
        for via in self.states:
            reach = {(s, u): disj((reach[s, u], conj((reach[s, via], reach[via, u])))) for s, u in self.pairs}
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
        literals = [atom if classes[state] == name else negated(atom) for (state, name), atom in self._class.items()]
        literals += [atom if state == initial else negated(atom) for state, atom in self._initial.items()]
        return literals

    def relation_is(self, pairs: Iterable[tuple[str, str]]) -> list[z3.BoolRef]:
        """That the steps are exactly `pairs`."""
        chosen = frozenset(pairs)
        return [atom if pair in chosen else negated(atom) for pair, atom in self.steps.items()]

    def table_keeps(self, name: str, claims: Mapping[str, z3.BoolRef]) -> Obligation:
        """That the edition keeps `claims`: what its rows say is tracked, that nothing else is a step is assumed."""
        edges: dict[int, tuple[Transition, list[z3.BoolRef]]] = {}
        for edge in self.edition.edges:
            atom = self.steps[edge.source, edge.target]
            edges.setdefault(edge.row.origin.number, (edge.row, []))[1].append(atom)
        nothing_else = [negated(atom) for pair, atom in self.steps.items() if pair not in self.edition.pairs]

        def explain(model: z3.ModelRef | None) -> Refutation:
            assert model is not None, "a claim that is false has a model"
            false = [name for name, claim in claims.items() if not z3.is_true(model.eval(claim, model_completion=True))]
            return Refutation(f"false of the table: {', '.join(false)}")

        facts = [Fact(row, z3.And(atoms)) for row, atoms in edges.values()]
        fails = z3.Not(z3.And(*claims.values()))
        return Obligation(name, "unsat", [*self.classes_fixed(), *nothing_else, fails], facts, explain)

    def one_step_away(self, pairs: Collection[tuple[str, str]]) -> list[z3.BoolRef]:
        """That the steps are `pairs` but for exactly one pair."""
        chosen = z3.BitVec("the pair that differs", len(self.pairs).bit_length())
        differs = {pair: chosen == index for index, pair in enumerate(self.pairs)}
        return [
            z3.ULT(chosen, len(self.pairs)),
            *(atom == (z3.Not(differs[pair]) if pair in pairs else differs[pair]) for pair, atom in self.steps.items()),
        ]

    def difference_in(self, model: z3.ModelRef) -> str:
        """How the steps of `model` differ from the edition's, in words."""
        steps = self.relation_in(model)
        gained = [f"gains {s} → {u}" for s, u in self.pairs if (s, u) in steps - self.edition.pairs]
        lost = [f"loses {s} → {u}" for s, u in self.pairs if (s, u) in self.edition.pairs - steps]
        return ", ".join([*gained, *lost])

    def explain_model(self, model: z3.ModelRef | None) -> Refutation:
        """What another relation that keeps the claims shows."""
        assert model is not None, "another relation is a model"
        return Refutation(f"another relation keeps them all: it {self.difference_in(model)}")

    def relation_in(self, model: z3.ModelRef) -> frozenset[tuple[str, str]]:
        """The steps that `model` takes."""
        return frozenset(
            pair for pair, atom in self.steps.items() if z3.is_true(model.eval(atom, model_completion=True))
        )

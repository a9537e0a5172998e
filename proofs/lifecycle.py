"""The shapes of obligation that the theorems about a table are made of.

Two kinds: claims about any one step or state, asked of a symbolic one; and claims that something exists, whose
certificate (a distance, a ranking, a closed set, a cycle) is found by search and checked by Z3 on ground facts, row by
row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from itertools import pairwise

import z3

from a2a_lifecycle.proofs import refute
from a2a_lifecycle.proofs.build import conj, disj, implied, negated
from a2a_lifecycle.proofs.encoding import Encoding
from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.mutants import MutantSpace
from a2a_lifecycle.proofs.obligation import Answer, Fact, Obligation
from a2a_lifecycle.proofs.signature import StepClaim
from a2a_lifecycle.proofs.trace import Refutation
from a2a_lifecycle.spec import Edge, Transition

StateFormula = Callable[[z3.ExprRef], z3.BoolRef]
StepFormula = Callable[[z3.ExprRef, z3.ExprRef], z3.BoolRef]


class RowTerms:
    """What the row of a symbolic step says of cancelling (G5.3), as Booleans.

    Attributes:
        cancels: it is a cancel row.
        deferrable: it is a cancel row, and a request may stay pending in its source.
        while_cancelling: it may be taken while a request is pending.
        by_client: the client takes it.
    """

    def __init__(self) -> None:
        self.cancels, self.deferrable = z3.Bool("the row cancels"), z3.Bool("the row is deferrable")
        self.while_cancelling, self.by_client = z3.Bool("taken while cancelling"), z3.Bool("taken by the client")

    def say(self, row: Transition) -> list[z3.BoolRef]:
        """That these are what `row` says."""
        return [
            self.cancels if row.deferrable is not None else negated(self.cancels),
            self.deferrable if row.deferrable else negated(self.deferrable),
            self.while_cancelling if row.while_cancelling else negated(self.while_cancelling),
            self.by_client if row.actor == "client" else negated(self.by_client),
        ]


RowClaim = Callable[[RowTerms, z3.ExprRef, z3.ExprRef], z3.BoolRef]
"""A claim about one edge: from what its row says, its source and its target, what must hold of it."""


class Lifecycle(Encoding):
    """The encoding of one edition, and the obligations that can be made of it."""

    @cached_property
    def free(self) -> FreeLifecycle:
        """The edition's vocabulary with nothing of its rows assumed, for the claims about any relation at all."""
        return FreeLifecycle(self.edition)

    @cached_property
    def mutants(self) -> MutantSpace:
        """All one-edit mutants of the edition at once."""
        return MutantSpace(self.edition, self.free)

    @cached_property
    def axioms(self) -> dict[str, z3.BoolRef | None]:
        """Theorem → its claim over `free`, filled as they are asked for (see `axioms.py`)."""
        return {}

    # --- any one step ---

    def step_breaking(self, name: str, claim: StepClaim, sentence: str) -> Obligation:
        """That no step breaks `claim`; a model is a step that does, and `sentence` says so of {source} and {target}."""
        return self._breaking(name, lambda s, u: z3.Not(claim(self, s, u)), sentence)

    def row_breaking(self, name: str, claim: RowClaim, sentence: str) -> Obligation:
        """That no edge breaks `claim`, which may ask what its row says of cancelling; `sentence` as for a step."""
        return self._breaking(name, lambda s, u: z3.Not(claim(RowTerms(), s, u)), sentence)

    def _breaking(self, name: str, broken: StepFormula, sentence: str) -> Obligation:
        def explain(source: str, target: str) -> Refutation:
            return refute.by_step(self.edition, source, target, sentence)

        return self._step(name, broken, "unsat", explain)

    def some_row(self, name: str, where: RowClaim) -> Obligation:
        """A witness: there is an edge `where` something holds of it and of what its row says of cancelling."""
        return self._step(name, lambda s, u: where(RowTerms(), s, u), "sat")

    def some_step(self, name: str, where: StepFormula) -> Obligation:
        """A witness: there is a step `where` something holds of its source and target."""
        return self._step(name, where, "sat")

    def _step(
        self,
        name: str,
        where: StepFormula,
        needs: Answer,
        explain: Callable[[str, str], Refutation] | None = None,
    ) -> Obligation:
        source, target = self.states.variable("source"), self.states.variable("target")
        taken, facts, terms = [], [], RowTerms()
        for number, (row, edges) in self.edges_of_rows.items():
            # "Row n is taken" is what the row says, tracked; that some row is taken, the relation's definition.
            is_taken = z3.Bool(f"row {number} is taken")
            taken.append(is_taken)
            says = conj([self.is_one_of(edges, source, target), *terms.say(row)])
            facts.append(Fact(row, implied(is_taken, says)))
        constraints = [disj(taken), where(source, target), *self.states.within(source, target)]
        if explain is None:
            return Obligation(name, needs, constraints, facts, large=self.large)

        def named(model: z3.ModelRef | None) -> Refutation:
            return explain(self._named(model, source), self._named(model, target))

        return Obligation(name, needs, constraints, facts, named, universal=True, large=self.large)

    def each_trigger_leaves(self, name: str, sources: Collection[str]) -> Obligation:
        """A witness: every trigger has an edge out of one of `sources`."""
        inside = {state.id: z3.Bool(f"{state.id} is a source") for state in self.edition.states}
        members = [atom if state in sources else z3.Not(atom) for state, atom in inside.items()]
        leaves: dict[str, list[z3.BoolRef]] = {trigger: [] for trigger in self.edition.triggers}
        for edge in self.edition.edges:
            leaves[edge.trigger].append(inside[edge.source])
        return Obligation(name, "sat", [*members, *map(z3.Or, leaves.values())])

    def two_targets(self, name: str) -> Obligation:
        """That no two edges agree in source and trigger and differ in target."""
        source, one, other = (self.states.variable(end) for end in ("source", "one", "other"))
        pairs = []
        for state in self.edition.states:
            by_trigger: dict[str, list[Edge]] = {}
            for edge in self.edition.edges_from(state.id):
                by_trigger.setdefault(edge.trigger, []).append(edge)
            for edges in by_trigger.values():
                pairs.append(conj([self.is_one_of(edges, source, one), self.is_one_of(edges, source, other)]))
        within = self.states.within(source, one, other)

        def explain(model: z3.ModelRef | None) -> Refutation:
            at, first, second = (self._named(model, term) for term in (source, one, other))
            edges = [
                (e, f)
                for e in self.edition.edges_between(at, first)
                for f in self.edition.edges_between(at, second)
                if e.trigger == f.trigger
            ]
            return refute.by_two_targets(self.edition, *edges[0])

        return Obligation(name, "unsat", [disj(pairs), one != other, *within], (), explain, large=self.large)

    def closed_set(self, name: str, inside: Collection[str], bad: StateFormula, explain: Explain) -> Obligation:
        """That `inside` holds the initial state, is left by no step, and holds no `bad` state."""
        source, target = self.states.variable("source"), self.states.variable("target")
        leaves = z3.And(
            self.step(source, target), self.states.among(source, inside), z3.Not(self.states.among(target, inside))
        )
        lacks_initial = z3.And(self.initial(source), z3.Not(self.states.among(source, inside)))
        holds_bad = z3.And(bad(source), self.states.among(source, inside))
        constraints = [z3.Or(leaves, lacks_initial, holds_bad), *self.states.within(source, target)]
        return Obligation(name, "unsat", constraints, (), lambda _: explain(), large=self.large)

    # --- any one state ---

    def state_breaking(self, name: str, claim: StateFormula, sentence: str) -> Obligation:
        """That no state breaks `claim`; `sentence` says of {state} that it does."""
        state = self.states.variable("state")
        return Obligation(
            name,
            "unsat",
            [z3.Not(claim(state)), *self.states.within(state)],
            (),
            lambda model: refute.by_state(self.edition, self._named(model, state), sentence),
        )

    def some_state(self, name: str, where: StateFormula, missing: str = "") -> Obligation:
        """That there is a state `where` something holds of it; `missing` says what it means that there is none."""
        state = self.states.variable("state")
        constraints = [where(state), *self.states.within(state)]
        return Obligation(name, "sat", constraints, (), lambda _: Refutation(missing or f"there is none: {name}"))

    def two_states(self, name: str, where: StateFormula, sentence: str) -> Obligation:
        """That no two states are `where` something holds; `sentence` may name {state}, one of them."""
        one, other = self.states.variable("one"), self.states.variable("other")
        return Obligation(
            name,
            "unsat",
            [where(one), where(other), one != other, *self.states.within(one, other)],
            (),
            lambda model: refute.by_state(self.edition, self._named(model, one), sentence),
        )

    # --- a certificate, checked on ground facts ---

    def descending(
        self, name: str, edges: Mapping[str, Edge], rank: Mapping[str, int], where: Iterable[str], explain: Explain
    ) -> Obligation:
        """That each state of `where` has an edge of the table that joins it to a state of lower rank.

        Parameters:
            name: the obligation's name.
            edges: state → that edge, out of it (progress) or into it (reachability).
            rank: state → its rank; the states it lacks have none.
            where: the states asked about.
            explain: what it means that one of them has no such edge.
        """
        width = max(1, max(rank.values(), default=0).bit_length())
        ranks = {state: z3.BitVec(f"rank {state}", width) for state in rank}
        there: dict[Edge, z3.BoolRef] = {}
        lowers = []
        for state in where:
            edge = edges.get(state)
            if edge is None or edge.source not in rank or edge.target not in rank:
                lowers.append(z3.BoolVal(False))
                continue
            other = edge.target if edge.source == state else edge.source
            there[edge] = self._is_there(edge)
            lowers.append(z3.And(there[edge], z3.ULT(ranks[other], ranks[state])))
        certificate = [ranks[state] == value for state, value in rank.items()]
        return Obligation(
            name, "unsat", [*certificate, z3.Not(z3.And(lowers))], self._facts(there), lambda _: explain()
        )

    def each_has_an_edge(
        self, name: str, edges: Mapping[str, Edge], where: Iterable[str], explain: Explain
    ) -> Obligation:
        """That each state of `where` has its edge of `edges` in the table."""
        there = {edges[state]: self._is_there(edges[state]) for state in where if state in edges}
        taken = [there[edges[state]] if state in edges else z3.BoolVal(False) for state in where]
        return Obligation(name, "unsat", [z3.Not(z3.And(taken))], self._facts(there), lambda _: explain())

    def no_edge_skips(self, name: str, distance: Mapping[str, int]) -> Obligation:
        """That no edge leads more than one further from where `distance` is 0: no path is shorter than it says."""
        width = max(1, max(distance.values(), default=0).bit_length()) + 1
        far = {state: z3.BitVec(f"distance {state}", width) for state in distance}
        skips = [
            z3.UGT(far[edge.target], far[edge.source] + 1)
            for edge in self.edition.edges
            if edge.source in distance and edge.target in distance
        ]
        certificate = [far[state] == value for state, value in distance.items()]
        return Obligation(name, "unsat", [*certificate, z3.Or(skips)])

    def path_exists(self, name: str, path: tuple[Edge, ...] | None, explain: Explain) -> Obligation:
        """That each edge of `path`, found by search, is one of the table's; where there is none, that is refuted."""
        if path is None:
            return Obligation(name, "unsat", [z3.BoolVal(True)], (), lambda _: explain())
        there = {edge: self._is_there(edge) for edge in path}
        return Obligation(name, "unsat", [z3.Not(z3.And(*there.values()))], self._facts(there), lambda _: explain())

    def run_along(self, name: str, path: tuple[Edge, ...]) -> Obligation:
        """A witness: the table takes each step of `path`, one after the other; what it shows is the triggers."""
        value = self.states.values
        ends = [*(edge.source for edge in path), path[-1].target]
        steps = [self.step(value[source], value[target]) for source, target in pairwise(ends)]
        triggers = " ".join(edge.trigger for edge in path)
        return Obligation(name, "sat", steps, describe=lambda _: triggers)

    def _is_there(self, edge: Edge) -> z3.BoolRef:
        return z3.Bool(f"step {edge.source} {edge.trigger} {edge.target}")

    def _facts(self, there: Mapping[Edge, z3.BoolRef]) -> list[Fact]:
        """What the rows say of the edges `there`: that they are."""
        rows: dict[int, tuple[Transition, list[z3.BoolRef]]] = {}
        for edge, atom in there.items():
            rows.setdefault(edge.row.origin.number, (edge.row, []))[1].append(atom)
        return [Fact(row, z3.And(atoms)) for row, atoms in rows.values()]

    # --- models ---

    def _named(self, model: z3.ModelRef | None, term: z3.ExprRef) -> str:
        assert model is not None, "what is explained by a state has a model"
        return self.states.name_of(model.eval(term, model_completion=True))


Explain = Callable[[], Refutation]
"""What it means that a certificate does not hold; what is missing is known from the search."""

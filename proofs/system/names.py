"""The names that states have on the wire, as Z3 reads them: what is written, and what it is read as (G4, G5.4)."""

from __future__ import annotations

from dataclasses import dataclass

import z3

from a2a_lifecycle.proofs.domain import Kind
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.system.ask import coding_of
from a2a_lifecycle.proofs.system.coding import Coding, unrecognised
from a2a_lifecycle.proofs.system.symbolic import Reading
from a2a_lifecycle.proofs.system.terms import Enum, Lit, Term, Var, among, mapped, names_in, pair_in
from a2a_lifecycle.proofs.trace import Refutation


@dataclass(frozen=True)
class Names:
    """The names between a server of one edition and a client of another.

    All the names that somebody writes or reads, and one more that stands for every other value: readers compare for
    equality alone, so what is true of that one is true of all.

    Attributes:
        coding: the names.
        kind: how names are represented.
    """

    coding: Coding
    kind: Kind

    @property
    def _states(self) -> Enum:
        return Enum("State", tuple(state.id for state in self.coding.server.states))

    @property
    def _shown(self) -> Enum:
        return Enum("State", tuple(state.id for state in self.coding.client.states))

    @property
    def _names(self) -> Enum:
        known = dict.fromkeys([*self.coding.written.values(), *self.coding.read])
        return Enum("Name", (*known, unrecognised(known)))

    @property
    def state(self) -> Var:
        """Any state of the server's edition."""
        return Var("state", self._states)

    @property
    def name(self) -> Var:
        """Any name."""
        return Var("name", self._names)

    @property
    def shown_states(self) -> tuple[str, ...]:
        """The states of the client's edition."""
        return self._shown.names

    @property
    def fallback(self) -> Lit:
        """The client's fallback."""
        assert self.coding.client.fallback is not None
        return self.constant(self.coding.client.fallback.id)

    def constant(self, state: str) -> Lit:
        """A state of the client's edition as a term."""
        return Lit(state, self._shown)

    def written(self, state: Term) -> Term:
        """The name that is written for `state`."""
        return mapped(state, self.coding.written, self._names)

    def read_as(self, name: Term, state: Term) -> Term:
        """`name` is read as `state`."""
        pairs = list(self.coding.read.items())
        if self.coding.otherwise is not None:
            pairs += [(other, self.coding.otherwise) for other in self._names.names if other not in self.coding.read]
        return pair_in(name, state, pairs)

    def unrecognised(self, name: Term) -> Term:
        """The client's edition does not know `name`."""
        client = self.coding.client
        known = {name for name in self._names.names if client.decode(name).recognised}
        return among(name, set(self._names.names) - known)

    def expected(self, state: Term) -> Term:
        """`state` itself where the client's edition has it and a name for it, else the client's fallback."""
        client, fallback = self.coding.client, self.coding.client.fallback
        named = {s.id for s in client.states if client.protocol in s.wire}
        images = {s: s if s in named or fallback is None else fallback.id for s in self._states.names}
        return mapped(state, images, self._shown)

    # --- obligations ---

    def every(self, claim: Term, sentence: str, name: str = "it fails") -> Obligation:
        """That no state and no name break `claim`."""
        reading = Reading(self.kind)
        names = {v.name: reading.fresh(v.name, v.sort) for v in (self.state, self.name)}
        broken = z3.Not(reading.read(claim, names))

        def explain(model: z3.ModelRef | None) -> Refutation:
            assert model is not None
            domain = reading.domain(self._states)
            state = domain.name_of(model.eval(names[self.state.name], model_completion=True))
            word = reading.domain(self._names).name_of(model.eval(names[self.name.name], model_completion=True))
            if self.state.name not in names_in(claim):
                return Refutation(f"{sentence}: {word}")
            place = self.coding.server.state(state).origin
            written = self.coding.written.get(state)
            return Refutation(f"{sentence}: {state}, written {written}", blame=(f"{place}: {state}",))

        return Obligation(name, "unsat", [broken, *reading.typing], (), explain)

    def some(self, name: str, wanted: Term) -> Obligation:
        """A witness: there are a state and a name of which `wanted` holds."""
        reading = Reading(self.kind)
        names = {v.name: reading.fresh(v.name, v.sort) for v in (self.state, self.name)}
        return Obligation(name, "sat", [reading.read(wanted, names), *reading.typing])


def names(t: Lifecycle, client: str | None = None) -> Names:
    """The names between a server of the edition of `t` and a client of the edition `client`, or of the same."""
    other = t.edition if client is None else t.table.edition(client)
    return Names(coding_of(t, other), t.kind)

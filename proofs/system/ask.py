"""What the theorems ask: claims about the composed system, about webhooks and about writers, made into obligations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import z3

from a2a_lifecycle.proofs.domain import Kind
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.system.claims import SIZES, Invariant, Safety, search_failure, searchable, sizes_of
from a2a_lifecycle.proofs.system.coding import Coding, coding
from a2a_lifecycle.proofs.system.execute import Machine
from a2a_lifecycle.proofs.system.fairness import Response, Stage
from a2a_lifecycle.proofs.system.ground import runs_exist
from a2a_lifecycle.proofs.system.interference import Interference
from a2a_lifecycle.proofs.system.mutant import Mutated
from a2a_lifecycle.proofs.system.replay import Replay, Replayer
from a2a_lifecycle.proofs.system.rules import System
from a2a_lifecycle.proofs.system.stream import Design, Parts, system_of
from a2a_lifecycle.proofs.system.terms import Term, no
from a2a_lifecycle.proofs.trace import Refutation
from a2a_lifecycle.spec import Edition


@dataclass(frozen=True, eq=False)
class Asked:
    """A system that claims are asked of.

    Attributes:
        system: the system.
        kind: how names are represented.
        replay: replays its runs through the executable model, where that has a counterpart.
    """

    system: System
    kind: Kind
    replay: Replay | None = None

    def always(
        self, claim: Term, invariant: Invariant, sentence: str, of: tuple[str, ...] | None = None
    ) -> Iterator[Obligation]:
        """That `claim` holds of every reachable state, or of every step from one (see `Safety`)."""
        return Safety(self.system, self.kind, invariant, claim, sentence, of).obligations()

    def possible(self, claim: Term, sentence: str) -> Obligation:
        """That a run ends in a step of which `claim` holds; the system must have finitely many states.

        The run is found by search, and each of its steps checked; where there is none, every state was searched.
        """
        system = self.system.without_history()
        machine = Machine(system)
        run = search_failure(machine, no(claim))
        exists = runs_exist("no run does it", self.kind, machine, [run])
        negated = [z3.Not(z3.And(list(exists.constraints)))]
        return Obligation("no run does it", "unsat", negated, (), lambda _: Refutation(sentence))

    def not_always(self, claim: Term, sentence: str, of: tuple[str, ...] | None = None) -> Iterator[Obligation]:
        """The shortest run to where `claim` fails, checked step by step."""
        yield Safety(self.system, self.kind, (), claim, sentence, of, self.replay).refuting()

    def leads_to(
        self, begun: Term, done: Term, stages: Sequence[Stage], rank: Term, invariant: Invariant, sentence: str
    ) -> Response:
        """The claim that `done` follows where `begun` holds (see `Response`)."""
        return Response(self.system, self.kind, invariant, begun, done, stages, rank, sentence, self.replay)

    def interference(self, client: str, sentence: str) -> Interference:
        """The claim that `client` interferes with nothing else (see `Interference`)."""
        return Interference(self.system, self.kind, client, sentence, self.replay)

    # --- witnesses ---

    @cached_property
    def _finite(self) -> System:
        return self.system.without_history()

    @cached_property
    def _machine(self) -> Machine:
        return Machine(self._finite, sizes_of(self.system, SIZES[-1]))

    def every_action_fires(self) -> Obligation:
        """A witness: for each choice of each action there is a run that takes it."""
        return self._fires

    @cached_property
    def _fires(self) -> Obligation:
        machine = self._machine
        found = machine.first_of_each()
        runs = [found.get(label) for label in machine.labels]
        return runs_exist("every action can fire", self.kind, machine, runs)

    def reaches(self, name: str, wanted: Term, of: tuple[str, ...] | None = None) -> Obligation:
        """A witness: a run ends in a state, or in a step, of which `wanted` holds."""
        finite = searchable(self.system, wanted) is not self.system
        machine = self._machine if finite else Machine(self.system, sizes_of(self.system, SIZES[-1]))
        return runs_exist(name, self.kind, machine, [search_failure(machine, no(wanted), of)])


@dataclass(frozen=True, eq=False)
class Composed(Asked):
    """The composed system, built in one way.

    Attributes:
        parts: its variables as terms.
    """

    parts: Parts = field(kw_only=True)


@lru_cache(maxsize=64)
def composed(
    t: Lifecycle,
    client: str | None = None,
    *,
    clients: tuple[str, ...] = ("",),
    blocking: bool = False,
    reports: bool = True,
    reports_while_cancelling: bool = True,
    pauses_while_cancelling: bool = False,
    reconnects: bool = True,
    stops_at_fallback: bool = False,
) -> Composed:
    """The composed system with the server's edition that `t` is of.

    Parameters:
        t: the edition, and the table it is of.
        client: the id of the client's edition; the server's where None.
        clients: see `Design`, like all that follow.
        blocking: see `Design`.
        reports: see `Design`.
        reports_while_cancelling: see `Design`.
        pauses_while_cancelling: see `Design`.
        reconnects: see `Design`.
        stops_at_fallback: see `Design`.
    """
    other = t.edition if client is None else t.table.edition(client)
    design = Design(
        coding_of(t, other),
        clients,
        blocking,
        reports,
        reports_while_cancelling,
        pauses_while_cancelling,
        reconnects,
        stops_at_fallback,
    )
    parts = Parts(design)
    system = system_of(design)
    if isinstance(t, Mutated):
        system = t.mutant.edited(system, parts)
    return Composed(system, t.kind, Replayer(t.edition, other, departs=pauses_while_cancelling), parts=parts)


def coding_of(t: Lifecycle, client: Edition) -> Coding:
    """The names between a server of the edition that `t` is of and a client of `client`."""
    names = coding(t.edition, client)
    return t.mutant.recoded(names) if isinstance(t, Mutated) else names

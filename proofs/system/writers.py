"""Writers that race for one task: each checks the state and decides, and later writes what it decided.

Any number of them; what each has decided is its own, the state and the log are shared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.system.ask import Asked
from a2a_lifecycle.proofs.system.claims import INDEX, Clause
from a2a_lifecycle.proofs.system.mutant import Mutated
from a2a_lifecycle.proofs.system.replay import Replayer
from a2a_lifecycle.proofs.system.rules import Action, Choice, System, Variable
from a2a_lifecycle.proofs.system.terms import (
    BOOL,
    FALSE,
    NUMBER,
    TRUE,
    Enum,
    Family,
    Sequence,
    Term,
    Var,
    among,
    at,
    both,
    implies,
    last,
    less,
    no,
    number,
    pair_in,
    plus,
    pushed,
    put,
    same,
    size,
)
from a2a_lifecycle.spec import Edition

COUNT = 2
"""How many writers a search runs; the proofs are for any number."""


@dataclass(frozen=True, eq=False)
class Writers(Asked):
    """The writers' system.

    Attributes:
        edition: the edition of the task.
    """

    edition: Edition = field(kw_only=True)

    @property
    def state(self) -> Var:
        """The task's state."""
        return self.system.var("state")

    @property
    def log(self) -> Var:
        """The task's events."""
        return self.system.var("log")

    @property
    def expects(self) -> Var:
        """For each writer, the state it found when it checked."""
        return self.system.var("expects")

    @property
    def writes(self) -> Var:
        """For each writer, the state it will write."""
        return self.system.var("writes")

    @property
    def decided(self) -> Var:
        """For each writer, whether it has checked and not yet written."""
        return self.system.var("decided")

    def terminal(self, state: Term) -> Term:
        """`state` is terminal."""
        return among(state, self.edition.terminal)

    def outcome(self, state: Term) -> Term:
        """`state` is an outcome."""
        return among(state, self.edition.outcomes)

    def cancelled(self, state: Term) -> Term:
        """`state` is where the cancel trigger leads."""
        return among(state, self.edition.cancel_targets)

    @property
    def log_is_legal(self) -> Term:
        """Any two consecutive events in the log are the ends of an edge."""
        pair = pair_in(at(self.log, INDEX), at(self.log, plus(INDEX, 1)), self.edition.pairs)
        return implies(less(plus(INDEX, 1), size(self.log)), pair)

    @property
    def invariant(self) -> tuple[Clause, ...]:
        """The log is legal and ends in the state, and each writer, whichever, has decided to take an edge."""
        decision = pair_in(at(self.expects, INDEX), at(self.writes, INDEX), self.edition.pairs)
        return (
            Clause("the log is not empty", less(number(0), size(self.log))),
            Clause("the log ends in the task's state", same(last(self.log), self.state)),
            Clause("a writer has decided to take an edge", implies(at(self.decided, INDEX), decision)),
            Clause("the log is legal", self.log_is_legal),
        )


@lru_cache(maxsize=16)
def writers(t: Lifecycle, *, compare: bool) -> Writers:
    """The system of the edition that `t` is of.

    Parameters:
        t: the edition.
        compare: whether a write compares and sets: it is done only if the state is still the one that was checked.
    """
    edition = t.edition
    states = Enum("State", tuple(state.id for state in edition.states))
    state, log = Var("state", states), Var("log", Sequence(states))
    source, target, writer = Var("source", states), Var("target", states), Var("writer", NUMBER)
    expects, writes = Var("expects", Family(states)), Var("writes", Family(states))
    decided = Var("decided", Family(BOOL))
    initial = edition.initial.id
    choices = tuple(
        Choice({"source": edge.source, "target": edge.target}, edge.row, {"trigger": edge.trigger, "to": edge.target})
        for edge in edition.edges
    )
    which = {"writer": Var("writers", NUMBER)}
    current = same(state, at(expects, writer))
    idle = {"decided": put(decided, writer, FALSE)}
    actions = [
        # Writing comes first, so that a search shows a run in which nobody decides earlier than it must.
        Action(
            "write",
            "writer",
            both(at(decided, writer), *([current] if compare else [])),
            {"state": at(writes, writer), "log": pushed(log, at(writes, writer)), **idle},
            {"writer": NUMBER},
            below=which,
        ),
        Action(
            "check",
            "writer",
            both(no(at(decided, writer)), same(state, source)),
            {
                "expects": put(expects, writer, source),
                "writes": put(writes, writer, target),
                "decided": put(decided, writer, TRUE),
            },
            {"source": states, "target": states, "writer": NUMBER},
            choices,
            which,
        ),
    ]
    if compare:
        refused = both(at(decided, writer), no(current))
        actions.append(Action("refuse", "server", refused, idle, {"writer": NUMBER}, below=which))
    system = System(
        "writers that compare and set" if compare else "writers that check, then write",
        (
            Variable("state", states, initial),
            Variable("log", Sequence(states), (initial,), history=True),
            Variable("expects", Family(states), (initial,) * COUNT),
            Variable("writes", Family(states), (initial,) * COUNT),
            Variable("decided", Family(BOOL), (False,) * COUNT),
        ),
        tuple(actions),
        {"writers": COUNT},
    )
    system = t.mutant.writers(system) if isinstance(t, Mutated) else system
    return Writers(system, t.kind, Replayer(edition, edition, departs=not compare), edition=edition)

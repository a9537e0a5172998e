"""Webhooks: each event of the log is sent to the client at least once, and arrives in any order.

The network is the log itself: any event in it may arrive now, again or late. How the client folds them is its rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum as Enumeration
from functools import lru_cache

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.system.ask import Asked, coding_of
from a2a_lifecycle.proofs.system.claims import INDEX, Clause
from a2a_lifecycle.proofs.system.mutant import Mutated
from a2a_lifecycle.proofs.system.replay import Replayer
from a2a_lifecycle.proofs.system.rules import Action, Choice, System, Variable
from a2a_lifecycle.proofs.system.stream import AGENT, CLIENT
from a2a_lifecycle.proofs.system.terms import (
    NUMBER,
    TRUE,
    Enum,
    Sequence,
    Term,
    Var,
    after,
    among,
    at,
    both,
    implies,
    last,
    less,
    mapped,
    no,
    number,
    plus,
    pushed,
    same,
    size,
    when,
)
from a2a_lifecycle.spec import Edition


class Fold(Enumeration):
    """How a client folds the webhooks it gets."""

    BY_ARRIVAL = "each one as it arrives"
    BY_NUMBER = "those with a higher sequence number than the last"
    TERMINAL_WINS = "each one, until it shows an outcome"


@dataclass(frozen=True, eq=False)
class Webhooks(Asked):
    """The webhooks' system.

    Attributes:
        edition: the server's edition, and the client's.
        shown: state of the server → what the client shows.
    """

    edition: Edition = field(kw_only=True)
    shown: dict[str, str] = field(kw_only=True)

    @property
    def state(self) -> Var:
        """The task's state."""
        return self.system.var("state")

    @property
    def log(self) -> Var:
        """The task's events."""
        return self.system.var("log")

    @property
    def view(self) -> Var:
        """What the client shows."""
        return self.system.var("view")

    @property
    def seen(self) -> Var:
        """The number of the event that it shows."""
        return self.system.var("seen")

    def shows(self, state: Term) -> Term:
        """What the client shows for `state`."""
        return mapped(state, self.shown, self.view.sort)

    def shows_outcome(self, view: Term) -> Term:
        """`view` is an outcome."""
        return among(view, self.edition.outcomes)

    @property
    def outcome_is_kept(self) -> Term:
        """A view that shows an outcome stays as it is."""
        return implies(self.shows_outcome(self.view), same(after(self.view), self.view))

    @property
    def invariant(self) -> tuple[Clause, ...]:
        """The log ends in the task's state, its last event alone may be terminal, and the view is one of its events."""
        before_last = less(plus(INDEX, 1), size(self.log))
        ended = among(at(self.log, INDEX), self.edition.terminal)
        end = plus(size(self.log), -1)
        return (
            Clause("the log is not empty", less(number(0), size(self.log))),
            Clause("the log ends in the task's state", same(last(self.log), self.state)),
            Clause("only the last event is terminal", implies(before_last, no(ended)), (self.seen, end)),
            Clause("what is shown is in the log", less(self.seen, size(self.log))),
            Clause("the view shows the event it has seen", same(self.view, self.shows(at(self.log, self.seen)))),
        )


@lru_cache(maxsize=16)
def webhooks(t: Lifecycle, fold: Fold) -> Webhooks:
    """The system of the edition that `t` is of, with a client that folds as `fold` says."""
    edition = t.edition
    states = Enum("State", tuple(state.id for state in edition.states))
    state, log, view, seen = (
        Var("state", states),
        Var("log", Sequence(states)),
        Var("view", states),
        Var("seen", NUMBER),
    )
    source, target, arriving = Var("source", states), Var("target", states), Var("number", NUMBER)
    shown = coding_of(t, edition).shown
    choices = tuple(
        Choice({"source": edge.source, "target": edge.target}, edge.row, name=edge.trigger, actor=edge.row.actor)
        for edge in edition.edges
    )
    takes = {
        Fold.BY_ARRIVAL: TRUE,
        Fold.BY_NUMBER: less(seen, arriving),
        Fold.TERMINAL_WINS: no(among(view, edition.outcomes)),
    }[fold]
    shows = mapped(at(log, arriving), shown, states)
    system = System(
        f"webhooks, folded: {fold.value}",
        (
            Variable("state", states, edition.initial.id),
            Variable("log", Sequence(states), (edition.initial.id,)),
            Variable("view", states, shown[edition.initial.id]),
            Variable("seen", NUMBER, 0),
        ),
        (
            Action(
                "fire",
                AGENT,
                both(same(state, source)),
                {"state": target, "log": pushed(log, target)},
                {"source": states, "target": states},
                choices,
            ),
            Action(
                "deliver",
                CLIENT,
                TRUE,
                {"view": when(takes, shows, view), "seen": when(takes, arriving, seen)},
                {"number": NUMBER},
                below={"number": size(log)},
            ),
        ),
    )
    system = t.mutant.webhooks(system) if isinstance(t, Mutated) else system
    return Webhooks(system, t.kind, Replayer(edition, edition), edition=edition, shown=shown)

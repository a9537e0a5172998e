"""The composed system: a task that may be asked to cancel, its log, a stream to each client, and what the client sees.

These rules are what design and model agree on; `Design` names the ways to build it otherwise that the theorems compare.
"""

from __future__ import annotations

from dataclasses import dataclass

from a2a_lifecycle.proofs.system.coding import Coding
from a2a_lifecycle.proofs.system.rules import Action, Choice, System, Variable, Which
from a2a_lifecycle.proofs.system.terms import (
    BOOL,
    NUMBER,
    TRUE,
    Enum,
    Lit,
    Sequence,
    Term,
    Var,
    among,
    both,
    either,
    empty,
    first,
    implies,
    is_,
    less,
    mapped,
    no,
    number,
    plus,
    popped,
    pushed,
    same,
    size,
    when,
)
from a2a_lifecycle.spec import Edge, Edition

AWAY, OPEN, CLOSED = "away", "open", "closed"
STREAM = Enum("Stream", (AWAY, OPEN, CLOSED))
"""A client's stream: there is none; more events will be sent; the last one was sent."""

SERVER, CLIENT, AGENT = "server", "client", "agent"


@dataclass(frozen=True)
class Design:
    """How the system is built.

    Attributes:
        coding: the server's edition, the client's, and the names between them.
        clients: the clients' names; a single one may be nameless.
        blocking: a channel holds `capacity` events at most, and the server waits where it is full; else it never does.
        reports: the agent may report progress, an event that changes no state.
        reports_while_cancelling: it may do so while a cancel request is pending.
        pauses_while_cancelling: the agent may do what the table forbids it while a cancel request is pending.
        reconnects: a client may lose its stream, poll, and subscribe again.
        stops_at_fallback: the client takes the fallback for the end and reads no further.
    """

    coding: Coding
    clients: tuple[str, ...] = ("",)
    blocking: bool = False
    reports: bool = True
    reports_while_cancelling: bool = True
    pauses_while_cancelling: bool = False
    reconnects: bool = True
    stops_at_fallback: bool = False

    @property
    def edition(self) -> Edition:
        """The server's edition."""
        return self.coding.server


class Parts:
    """The system's variables as terms.

    Parameters:
        design: how it is built.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.edition = design.edition
        self.states = Enum("State", tuple(state.id for state in self.edition.states))
        self.shown = Enum("State", tuple(state.id for state in design.coding.client.states))
        self.state, self.pending = Var("state", self.states), Var("pending", BOOL)
        self.log = Var("log", Sequence(self.states))
        self.capacity = Var("capacity", NUMBER)

    def _of(self, client: str, name: str) -> str:
        return f"{client} {name}" if client else name

    def stream(self, client: str) -> Var:
        """The client's stream."""
        return Var(self._of(client, "stream"), STREAM)

    def waiting(self, client: str) -> Var:
        """The events in the client's channel."""
        return Var(self._of(client, "waiting"), Sequence(self.states))

    def numbers(self, client: str) -> Var:
        """Their sequence numbers."""
        return Var(self._of(client, "numbers"), Sequence(NUMBER))

    def view(self, client: str) -> Var:
        """The state the client shows."""
        return Var(self._of(client, "view"), self.shown)

    def seen(self, client: str) -> Var:
        """The sequence number of the event the client shows; 0 for the task as it was created."""
        return Var(self._of(client, "seen"), NUMBER)

    def reading(self, client: str) -> Var:
        """Whether the client still reads."""
        return Var(self._of(client, "reading"), BOOL)

    def terminal(self, state: Term) -> Term:
        """`state`, of the server, is terminal."""
        return among(state, self.edition.terminal)

    def shows(self, state: Term) -> Term:
        """What a client shows for `state`."""
        return mapped(state, self.design.coding.shown, self.shown)

    def room(self) -> Term:
        """No channel that is in use is full."""
        if not self.design.blocking:
            return TRUE
        full = (no(less(size(self.waiting(c)), self.capacity)) for c in self.design.clients)
        return both(*(no(both(is_(self.stream(c), OPEN), f)) for c, f in zip(self.design.clients, full, strict=True)))

    def event(self, target: Term) -> dict[str, Term]:
        """What an event that says `target` changes: the log, and the channel of each client with an open stream."""
        changes: dict[str, Term] = {"log": pushed(self.log, target)}
        for client in self.design.clients:
            stream, waiting, numbers = self.stream(client), self.waiting(client), self.numbers(client)
            is_open = is_(stream, OPEN)
            changes[waiting.name] = when(is_open, pushed(waiting, target), waiting)
            changes[numbers.name] = when(is_open, pushed(numbers, size(self.log)), numbers)
            changes[stream.name] = when(both(is_open, self.terminal(target)), Lit(CLOSED, STREAM), stream)
        return changes


SETTLING = Which("settle", "fire", "settling")
"""The steps that end a task and may be taken while a cancel request is pending."""

RECEIVING = Which("receive", "receive")
"""The steps in which a client takes an event."""

PROGRESS = Which("change", "fire"), RECEIVING, Which("cancel at once", "request_cancel")
"""The steps that take the task or a view on; a request that stays pending is none, for by itself it leads nowhere."""

REQUESTS = "request_cancel", "request_cancel_later"
"""The actions by which a client asks to cancel: done at once, or left pending."""


def system_of(design: Design) -> System:
    """The rules of the composed system, built as `design` says."""
    p = Parts(design)
    edition, coding = p.edition, design.coding
    initial = edition.initial.id
    variables = [
        Variable("state", p.states, initial),
        Variable("pending", BOOL, False),
        Variable("log", Sequence(p.states), (initial,), history=True),
    ]
    for client in design.clients:
        variables += [
            Variable(p.stream(client).name, STREAM, OPEN),
            Variable(p.waiting(client).name, Sequence(p.states), ()),
            Variable(p.numbers(client).name, Sequence(NUMBER), (), history=True),
            Variable(p.view(client).name, p.shown, coding.shown[initial]),
            Variable(p.seen(client).name, NUMBER, 0, history=True),
        ]
        if design.stops_at_fallback:
            variables.append(Variable(p.reading(client).name, BOOL, True))
    actions = [*_of_the_task(p), *(action for client in design.clients for action in _of_a_client(p, client))]
    return System("the composed system", tuple(variables), tuple(actions), {"capacity": 1} if design.blocking else {})


def _of_the_task(p: Parts) -> list[Action]:
    edition = p.edition
    source, target = Var("source", p.states), Var("target", p.states)
    ends = {"source": p.states, "target": p.states}
    terminal = edition.terminal
    passes = Var("passes", BOOL)

    def passing(edge: Edge) -> bool:
        freely = p.design.pauses_while_cancelling and edge.target not in terminal
        return edge.row.while_cancelling or freely

    cancels = edition.cancel_edges
    deferrable = [edge.source for edge in cancels if edge.row.deferrable]
    actions = [
        Action(
            "fire",
            AGENT,
            both(same(p.state, source), implies(p.pending, passes), p.room()),
            {"state": target, "pending": both(p.pending, no(p.terminal(target))), **p.event(target)},
            {**ends, "passes": BOOL, "settling": BOOL},
            tuple(
                Choice(
                    {
                        "source": edge.source,
                        "target": edge.target,
                        "passes": passing(edge),
                        "settling": edge.row.while_cancelling and edge.target in terminal,
                    },
                    edge.row,
                    name=edge.trigger,
                    # Once a request is there it is the agent that honours it, and an agent may stop of itself (G5.3).
                    actor=AGENT if edge in cancels else edge.row.actor,
                )
                for edge in edition.edges
            ),
        )
    ]
    if len(deferrable) < len(cancels):
        actions.append(
            Action(
                "request_cancel",
                CLIENT,
                both(same(p.state, source), no(p.pending), p.room()),
                {"state": target, **p.event(target)},
                ends,
                tuple(
                    Choice({"source": edge.source, "target": edge.target}, edge.row)
                    for edge in cancels
                    if not edge.row.deferrable
                ),
            )
        )
    if deferrable:
        actions.append(
            Action(
                "request_cancel_later",
                CLIENT,
                either(among(p.state, deferrable), both(p.pending, among(p.state, [edge.source for edge in cancels]))),
                {"pending": TRUE},
                choices=(Choice({}, name="request_cancel"),),
            )
        )
    if p.design.reports:
        allowed = TRUE if p.design.reports_while_cancelling else no(p.pending)
        actions.append(Action("report", AGENT, both(no(p.terminal(p.state)), allowed, p.room()), p.event(p.state)))
    return actions


def _of_a_client(p: Parts, client: str) -> list[Action]:
    stream, waiting, numbers = p.stream(client), p.waiting(client), p.numbers(client)
    view, seen, reading = p.view(client), p.seen(client), p.reading(client)
    actor, prefix = client or CLIENT, f"{client} " if client else ""
    changes = {
        view.name: p.shows(first(waiting)),
        seen.name: first(numbers),
        waiting.name: popped(waiting),
        numbers.name: popped(numbers),
    }
    reads: Term = TRUE
    if p.design.stops_at_fallback:
        reads = reading
        fallback = p.design.coding.client.fallback
        assert fallback is not None
        changes[reading.name] = no(is_(p.shows(first(waiting)), fallback.id))
    actions = [
        Action(f"{prefix}receive", actor, both(reads, no(is_(stream, AWAY)), less(number(0), size(waiting))), changes)
    ]
    if p.design.reconnects:
        nothing = {waiting.name: empty(waiting.sort), numbers.name: empty(numbers.sort)}
        now = {view.name: p.shows(p.state), seen.name: plus(size(p.log), -1)}
        away = is_(stream, AWAY)
        actions += [
            Action(f"{prefix}lose_stream", actor, no(away), {stream.name: Lit(AWAY, STREAM), **nothing}),
            Action(
                f"{prefix}subscribe",
                actor,
                both(away, no(p.terminal(p.state))),
                {stream.name: Lit(OPEN, STREAM), **nothing, **now},
            ),
            Action(f"{prefix}poll", actor, away, now),
        ]
    return actions

"""The inductive invariants of the composed system: what every step keeps, for a log and channels of any length."""

from __future__ import annotations

from a2a_lifecycle.proofs.system.claims import INDEX, Clause
from a2a_lifecycle.proofs.system.stream import AWAY, CLOSED, OPEN, Parts
from a2a_lifecycle.proofs.system.terms import (
    Term,
    among,
    at,
    at_most,
    implies,
    is_,
    last,
    less,
    no,
    number,
    pair_in,
    plus,
    same,
    size,
    total,
)


def log_is_legal(p: Parts) -> Term:
    """Any two consecutive events are the ends of an edge of the table, or a report in an open state."""
    reports = [(state.id, state.id) for state in p.edition.states if not state.terminal]
    here, following = at(p.log, INDEX), at(p.log, plus(INDEX, 1))
    return implies(less(plus(INDEX, 1), size(p.log)), pair_in(here, following, {*p.edition.pairs, *reports}))


def log_follows_the_task(p: Parts) -> tuple[Clause, ...]:
    """The log is legal and ends in the task's state."""
    return (Clause("the log is legal", log_is_legal(p), (plus(size(p.log), -2),)), *log_ends_in_the_state(p))


def log_ends_in_the_state(p: Parts) -> tuple[Clause, ...]:
    """The log has a last event, which says the task's state."""
    return (
        Clause("the log is not empty", less(number(0), size(p.log))),
        Clause("the log ends in the task's state", same(last(p.log), p.state)),
    )


def pending_is_open(p: Parts) -> Clause:
    """A pending request never coexists with a terminal state."""
    return Clause("a pending request has an open task", implies(p.pending, no(p.terminal(p.state))))


def pending_can_be_honoured(p: Parts) -> Clause:
    """A request is pending only in states from which the table has a way to cancel."""
    sources = {edge.source for edge in p.edition.cancel_edges if edge.row.while_cancelling}
    return Clause("a pending request can be honoured", implies(p.pending, among(p.state, sources)))


def task_goes_on_or_has_ended(p: Parts) -> Clause:
    """The task is in a state that some edge leaves, or in a terminal one."""
    lively = {edge.source for edge in p.edition.edges} | p.edition.terminal
    return Clause("the task goes on or has ended", among(p.state, lively))


def channel_is_bounded(p: Parts, client: str) -> Clause:
    """A channel holds no more than its capacity."""
    return Clause("a channel holds no more than its capacity", at_most(size(p.waiting(client)), p.capacity))


def client_reads_the_log(p: Parts, client: str) -> tuple[Clause, ...]:
    """What a client's channel holds is a part of the log: what follows the event that it shows."""
    stream, waiting, numbers = p.stream(client), p.waiting(client), p.numbers(client)
    seen, view = p.seen(client), p.view(client)
    held = less(INDEX, size(waiting))
    place = plus(total(seen, INDEX), 1)
    known = plus(total(seen, size(waiting)), 1)
    return (
        *log_ends_in_the_state(p),
        Clause("the view shows the event it has seen", same(view, p.shows(at(p.log, seen)))),
        Clause("each waiting event has a number", same(size(waiting), size(numbers))),
        Clause("the waiting events' numbers follow the one seen", implies(held, same(at(numbers, INDEX), place))),
        Clause("the waiting events are the log's", implies(held, same(at(waiting, INDEX), at(p.log, place)))),
        Clause("what is seen and what waits is in the log", at_most(known, size(p.log))),
        Clause("with an open stream it is all there is", implies(is_(stream, OPEN), same(known, size(p.log)))),
        Clause("without a stream nothing waits", implies(is_(stream, AWAY), same(size(waiting), number(0)))),
    )


def stream_ends_with_the_task(p: Parts, client: str) -> tuple[Clause, ...]:
    """A stream is closed where the task has ended, and then everything was sent."""
    stream, waiting, seen = p.stream(client), p.waiting(client), p.seen(client)
    sent = same(plus(total(seen, size(waiting)), 1), size(p.log))
    clauses = [
        Clause("an open stream has an open task", implies(is_(stream, OPEN), no(p.terminal(p.state)))),
        Clause("a closed stream has an ended task", implies(is_(stream, CLOSED), p.terminal(p.state))),
        Clause("a closed stream was sent everything", implies(is_(stream, CLOSED), sent)),
    ]
    if not p.design.reconnects:
        clauses.append(Clause("a client keeps its stream", no(is_(stream, AWAY))))
    if p.design.blocking:
        clauses.append(channel_is_bounded(p, client))
    return tuple(clauses)


def everything(p: Parts) -> tuple[Clause, ...]:
    """The whole invariant."""
    clauses = [*log_follows_the_task(p), pending_is_open(p)]
    for client in p.design.clients:
        clauses += [*client_reads_the_log(p, client), *stream_ends_with_the_task(p, client)]
    return tuple(dict.fromkeys(clauses))

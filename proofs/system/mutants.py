"""The one-edit mutants of the system's rules, and which theorem catches each.

A mutant is an edit of the rules that all theorems are asked of, never a verdict of its own. It is caught where a
theorem that is proved of the rules is refuted of the mutant, with what shows the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from a2a_lifecycle.proofs.system.coding import Coding
from a2a_lifecycle.proofs.system.mutant import Mutant, Mutated
from a2a_lifecycle.proofs.system.rules import Action, System, fixed
from a2a_lifecycle.proofs.system.stream import CLOSED, OPEN, Parts
from a2a_lifecycle.proofs.system.terms import (
    TRUE,
    Lit,
    Term,
    Var,
    among,
    both,
    either,
    is_,
    last,
    less,
    no,
    number,
    popped,
    popped_last,
    pushed,
    same,
    size,
    when,
)
from a2a_lifecycle.proofs.theorem import PROVED, REFUTED, prove
from a2a_lifecycle.spec import Edition, Table

Edit = Callable[[Action, Parts, str], Action]
"""Edits an action; it is given the system's parts and the client whose action it is."""


def _on(name: str, edit: Edit) -> Callable[[System, Parts], System]:
    """The edit of every action called `name`, the server's or each client's."""

    def edited(system: System, p: Parts) -> System:
        actions = []
        for action in system.actions:
            client = next((c for c in p.design.clients if c and action.name.startswith(f"{c} ")), p.design.clients[:1])
            owner = client if isinstance(client, str) else "".join(client)
            plain = action.name.removeprefix(f"{owner} ") if owner else action.name
            actions.append(edit(action, p, owner) if plain == name else action)
        return replace(system, actions=tuple(actions))

    return edited


def _without(action: Action, *names: str) -> Action:
    return replace(action, changes={name: term for name, term in action.changes.items() if name not in names})


def _cancels(p: Parts) -> Term:
    return among(_target(p), p.edition.cancel_targets)


def _target(p: Parts) -> Var:
    return Var("target", p.states)


def _silent(action: Action, p: Parts, _: str) -> Action:
    return replace(
        action, changes={name: action.changes[name] for name in ("state", "pending") if name in action.changes}
    )


def _twice(action: Action, p: Parts, client: str) -> Action:
    return fixed(action, log=pushed(action.changes["log"], _target(p)))


def _arriving(p: Parts, client: str, what: Term) -> dict[str, Term]:
    is_open, waiting = is_(p.stream(client), OPEN), p.waiting(client)
    return {waiting.name: when(is_open, what, waiting)}


def _closes_early(action: Action, p: Parts, client: str) -> Action:
    pauses = [state.id for state in p.edition.states if state.state_class == "interrupted"]
    stream, target = p.stream(client), _target(p)
    ends = both(is_(stream, OPEN), either(p.terminal(target), among(target, pauses)))
    return fixed(action, **{stream.name: when(ends, Lit(CLOSED, stream.sort), stream)})


def _out_of_order(action: Action, p: Parts, client: str) -> Action:
    waiting, numbers = p.waiting(client), p.numbers(client)
    changes = {p.view(client).name: p.shows(last(waiting)), p.seen(client).name: last(numbers)}
    return fixed(action, **changes, **{waiting.name: popped_last(waiting), numbers.name: popped_last(numbers)})


def _skipping(action: Action, p: Parts, client: str) -> Action:
    waiting, numbers = p.waiting(client), p.numbers(client)
    more = less(number(1), size(waiting))
    changes = {q.name: when(more, popped(popped(q)), popped(q)) for q in (waiting, numbers)}
    return fixed(action, **changes)


def _back_to_the_start(action: Action, p: Parts, client: str) -> Action:
    start = Lit(p.edition.initial.id, p.states)
    return fixed(action, **{p.seen(client).name: number(0), p.view(client).name: p.shows(start)})


def _takes_from_others(action: Action, p: Parts, client: str) -> Action:
    others = [other for other in p.design.clients if other != client]
    return fixed(action, **{p.waiting(o).name: popped(p.waiting(o)) for o in others if o})


def _waits_for_clients(action: Action, p: Parts, client: str) -> Action:
    return fixed(action, both(action.guard, *(less(size(p.waiting(c)), number(2)) for c in p.design.clients)))


def _initially(action: Action, p: Parts, client: str) -> Action:
    return fixed(action, log=pushed(p.log, Lit(p.edition.initial.id, p.states)))


SYSTEM_MUTANTS: Mapping[str, tuple[Mutant, ...]] = {
    "every_change_is_exactly_one_event": (
        Mutant("a change makes no event", _on("fire", _silent)),
        Mutant("a change makes two events", _on("fire", _twice)),
        Mutant("an event says the state before", _on("fire", lambda a, p, c: fixed(a, log=pushed(p.log, p.state)))),
        Mutant(
            "an event reaches the log, not the streams", _on("fire", lambda a, p, c: _without(a, p.waiting(c).name))
        ),
        Mutant("cancelling at once makes no event", _on("request_cancel", _silent)),
        Mutant(
            "an event reaches a stream twice",
            _on(
                "fire",
                lambda a, p, c: fixed(a, **_arriving(p, c, pushed(pushed(p.waiting(c), _target(p)), _target(p)))),
            ),
        ),
    ),
    "consecutive_events_are_edges": (
        Mutant("progress is reported of an ended task", _on("report", lambda a, p, c: fixed(a, p.room()))),
        Mutant("a report says the initial state", _on("report", _initially)),
        Mutant(
            "a trigger is taken from any state",
            _on("fire", lambda a, p, c: fixed(a, both(no(p.terminal(p.state)), p.room()))),
        ),
    ),
    "a_pending_request_has_an_open_task": (
        Mutant(
            "a request stays pending after the end",
            _on("fire", lambda a, p, c: _without(a, "pending")),
        ),
    ),
    "a_request_in_an_ended_task_changes_nothing": (
        Mutant("cancel is allowed in a terminal state", _on("request_cancel_later", lambda a, p, c: fixed(a, TRUE))),
    ),
    "a_second_request_changes_nothing": (
        Mutant(
            "a second request takes the first one back",
            _on("request_cancel_later", lambda a, p, c: fixed(a, pending=no(p.pending))),
        ),
    ),
    "a_pending_request_stays_until_the_end": (
        Mutant(
            "a report forgets the request", _on("report", lambda a, p, c: fixed(a, pending=Lit(False, p.pending.sort)))
        ),
    ),
    "no_pause_is_opened_while_cancelling": (
        Mutant(
            "a pause is opened while a request is pending",
            _on("fire", lambda a, p, c: fixed(a, both(same(p.state, Var("source", p.states)), p.room()))),
        ),
    ),
    "work_may_still_complete_after_a_request": (
        Mutant(
            "nothing but cancelling is allowed while a request is pending",
            _on(
                "fire",
                lambda a, p, c: fixed(a, both(a.guard, either(no(p.pending), _cancels(p)))),
            ),
        ),
    ),
    "a_stream_closes_exactly_at_the_end": (
        Mutant("the stream closes at a pause", _on("fire", _closes_early)),
        Mutant("the stream does not close at the end", _on("fire", lambda a, p, c: _without(a, p.stream(c).name))),
        Mutant(
            "an ended task is subscribed to",
            _on("subscribe", lambda a, p, c: fixed(a, no(either(is_(p.stream(c), OPEN), is_(p.stream(c), CLOSED))))),
        ),
    ),
    "a_connected_client_misses_nothing": (
        Mutant("events are delivered out of order", _on("receive", _out_of_order)),
        Mutant("an event is skipped", _on("receive", _skipping)),
        Mutant(
            "an event is delivered again",
            _on("receive", lambda a, p, c: _without(a, p.waiting(c).name, p.numbers(c).name)),
        ),
        Mutant("an event is taken and not shown", _on("receive", lambda a, p, c: _without(a, p.view(c).name))),
        Mutant("the number seen stays behind", _on("receive", lambda a, p, c: _without(a, p.seen(c).name))),
        Mutant(
            "a subscription begins without a snapshot",
            _on("subscribe", lambda a, p, c: _without(a, p.view(c).name, p.seen(c).name)),
        ),
    ),
    "a_drained_stream_shows_the_task": (
        Mutant(
            "the snapshot's state is an old one",
            _on("subscribe", lambda a, p, c: _without(a, p.view(c).name)),
        ),
    ),
    "a_view_never_goes_back": (
        Mutant("a subscription begins at the first event again", _on("subscribe", _back_to_the_start)),
        Mutant("a poll answers with the first state", _on("poll", _back_to_the_start)),
    ),
    "every_event_of_an_ended_task_is_received": (
        Mutant(
            "a client takes nothing from a closed stream",
            _on("receive", lambda a, p, c: fixed(a, both(a.guard, is_(p.stream(c), OPEN)))),
        ),
    ),
    "views_never_influence_each_other": (
        Mutant("one client takes events from another's stream", _on("receive", _takes_from_others)),
        Mutant("the server waits for slow clients", _on("fire", _waits_for_clients)),
    ),
    "names_round_trip": (
        Mutant("names are written in other letters", recoded=lambda n: _written(n, lambda name: name.swapcase())),
        Mutant("two states have one name", recoded=lambda n: _one_name(n)),
        Mutant("a name is not read", recoded=lambda n: replace(n, read=dict(list(n.read.items())[1:]))),
    ),
    "decoding_is_total": (
        Mutant("an unrecognised value is read as nothing", recoded=lambda n: replace(n, otherwise=None)),
        Mutant(
            "an unrecognised value is read as the initial state",
            recoded=lambda n: replace(n, otherwise=n.client.initial.id),
        ),
    ),
    "webhooks_folded_by_number_never_go_back": (
        Mutant(
            "a webhook's number is not remembered", webhooks=lambda s: s.edit("deliver", lambda a: _without(a, "seen"))
        ),
        Mutant("a webhook's number is not compared", webhooks=lambda s: s.edit("deliver", _uncompared)),
    ),
    "a_terminal_webhook_wins": (Mutant("an outcome is not kept", webhooks=lambda s: s.edit("deliver", _uncompared)),),
    "writers_that_compare_and_set_keep_the_outcome": (
        Mutant("a write does not compare", writers=lambda s: s.edit("write", lambda a: fixed(a, _decided(s)))),
        Mutant("a late write is done all the same", writers=lambda s: s.edit("refuse", lambda a: _as_write(a, s))),
    ),
}
"""The name of the theorem that is meant to catch them → mutants."""


def _written(names: Coding, change: Callable[[str], str]) -> Coding:
    return replace(names, written={state: change(name) for state, name in names.written.items()})


def _one_name(names: Coding) -> Coding:
    one, other = list(names.written)[:2]
    return replace(names, written={**names.written, other: names.written[one]})


def _uncompared(action: Action) -> Action:
    # What is shown is `if taken then … else …`: the mutant always takes.
    changes = {name: term.args[1] for name, term in action.changes.items() if not isinstance(term, Var | Lit)}
    return replace(action, changes=changes)


def _decided(system: System) -> Term:
    from a2a_lifecycle.proofs.system.terms import NUMBER, at

    return at(system.var("decided"), Var("writer", NUMBER))


def _as_write(action: Action, system: System) -> Action:
    return replace(action, changes=system.action("write").changes)


@dataclass(frozen=True)
class Caught:
    """What became of a mutant.

    Attributes:
        mutant: its name.
        theorem: the theorem that was refuted of it, or None where it survives.
        sentence: what goes wrong.
    """

    mutant: str
    theorem: str | None
    sentence: str | None = None


def catches(table: Table, edition: Edition) -> Iterator[Caught]:
    """For each mutant of the system of `edition`, the theorem that catches it; the one that is meant to is tried first.

    A mutant whose theorem is not asked of the edition is left out.
    """
    from a2a_lifecycle.proofs.catalogue import catalogue

    theorems = {
        name: theorem
        for name, theorem in catalogue().items()
        if theorem.number[0] > 1 and theorem.expected == PROVED and theorem.applies(table, edition)
    }
    for aim, mutants in SYSTEM_MUTANTS.items():
        if aim not in theorems:
            continue
        for mutant in mutants:
            t = Mutated(mutant, edition, table)
            for name in dict.fromkeys([aim, *theorems]):
                result = prove(theorems[name], t)
                if result.verdict == REFUTED and result.refutation is not None:
                    yield Caught(mutant.name, name, result.refutation.sentence)
                    break
            else:
                yield Caught(mutant.name, None)


def score_lines(caught: Sequence[Caught]) -> Iterator[str]:
    """How many mutants were caught, and by which theorem each."""
    done = sum(one.theorem is not None for one in caught)
    yield f"One-edit mutants of the system's rules: {done} of {len(caught)} caught"
    yield ""
    by: dict[str | None, list[str]] = {}
    for one in caught:
        by.setdefault(one.theorem, []).append(one.mutant)
    for theorem, mutants in by.items():
        yield f"  {theorem.replace('_', ' ')}" if theorem else "  SURVIVES"
        yield from (f"      {mutant}" for mutant in mutants)

"""The composed system, checked by other engines: the same verdicts as the theorems', and the same number of states.

Asked for every channel size from 1 to 4 of an edition. Maude must be there; SPIN is asked where it is installed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.system import maude, promela
from a2a_lifecycle.proofs.system.ask import Composed, composed
from a2a_lifecycle.proofs.system.execute import Machine
from a2a_lifecycle.proofs.system.rules import enabled
from a2a_lifecycle.proofs.system.scopes import bare_client
from a2a_lifecycle.proofs.system.stream import AWAY, PROGRESS, RECEIVING, SETTLING
from a2a_lifecycle.proofs.system.terms import Term, both, implies, is_, no, number, same, size
from a2a_lifecycle.proofs.theorem import PROVED, REFUTED, Verdict, prove
from a2a_lifecycle.spec import Edition, Table

SIZES = 1, 2, 3, 4
"""The channel sizes that the engines are asked about."""


@dataclass(frozen=True)
class Question:
    """A theorem as another engine is asked about it.

    Attributes:
        theorem: the theorem's name.
        design: how the system is built (see `ask.composed`).
        always: what holds in every state; None for the response of a pending request.
    """

    theorem: str
    design: Mapping[str, Any]
    always: Callable[[Composed], Term] | None = None


@dataclass(frozen=True)
class Answer:
    """What an engine said.

    Attributes:
        what: what it was asked.
        engine: its name.
        expected: what this project says.
        said: what the engine says, or why there is no answer.
    """

    what: str
    engine: str
    expected: str
    said: str
    missing: bool = field(default=False)

    @property
    def agrees(self) -> bool:
        """Whether the two are the same."""
        return not self.missing and self.said == self.expected


BLOCKING: Mapping[str, Any] = {"blocking": True, "reports": False, "reconnects": False}
"""The design whose states are counted: a channel that blocks the sender, no reports, one lasting stream."""


def _drained(s: Composed) -> Term:
    p = s.parts
    drained = both(no(is_(p.stream(""), AWAY)), same(size(p.waiting("")), number(0)))
    return implies(drained, same(p.view(""), p.shows(p.state)))


def _goes_on(s: Composed) -> Term:
    return implies(no(enabled(s.system.without_history(), *PROGRESS)), s.parts.terminal(s.parts.state))


def questions(table: Table, edition: Edition) -> Iterator[Question]:
    """What the engines are asked of `edition`, as far as the theorems are."""
    stops = {**BLOCKING, "client": bare_client(table, edition)}
    asked = [
        Question(
            "a_pending_request_has_an_open_task",
            BLOCKING,
            lambda s: implies(s.parts.pending, no(s.parts.terminal(s.parts.state))),
        ),
        Question("a_drained_stream_shows_the_task", BLOCKING, _drained),
        Question(
            "a_pending_request_ends_without_pauses_and_reports",
            {**BLOCKING, "reports": True, "reports_while_cancelling": False},
        ),
        Question("a_pending_request_ends_when_pauses_fill_the_channel", {**BLOCKING, "pauses_while_cancelling": True}),
        Question("a_pending_request_ends_when_reports_fill_the_channel", {**BLOCKING, "reports": True}),
        Question("a_client_that_reads_on_learns_the_outcome", stops, _goes_on),
        Question(
            "a_client_that_stops_at_the_fallback_lets_the_server_go_on",
            {**stops, "stops_at_fallback": True},
            _goes_on,
        ),
    ]
    from a2a_lifecycle.proofs.catalogue import catalogue

    yield from (question for question in asked if catalogue()[question.theorem].applies(table, edition))


@dataclass(frozen=True)
class _Job:
    what: str
    engine: str
    expected: str
    ask: Callable[[Path], str | bool | int]


def cross_check(table: Table, edition: Edition, sizes: tuple[int, ...] = SIZES) -> tuple[Answer, ...]:
    """Ask the engines, and say where they agree.

    Raises:
        EngineMissingError: maude or umaudemc is not installed.
    """
    from a2a_lifecycle.proofs.catalogue import catalogue

    t = Lifecycle(edition, table)
    jobs = [*_counts(t, sizes)]
    for question in questions(table, edition):
        verdict = prove(catalogue()[question.theorem], t).verdict
        for channel in sizes:
            jobs += verdict_jobs(t, question, verdict, channel)
    with TemporaryDirectory() as directory, ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        files = [Path(directory, f"{index}.maude") for index, _ in enumerate(jobs)]
        return tuple(pool.map(_answer, jobs, files))


def _answer(job: _Job, file: Path) -> Answer:
    said = job.ask(file)
    if isinstance(said, bool):
        return Answer(job.what, job.engine, job.expected, PROVED if said else REFUTED)
    return Answer(job.what, job.engine, job.expected, str(said), missing=isinstance(said, str))


def _counts(t: Lifecycle, sizes: tuple[int, ...]) -> Iterator[_Job]:
    system = composed(t, **BLOCKING).system
    for channel in sizes:
        capacity = {"capacity": channel}
        what = f"{t.edition.id}, states with a channel of {channel}"
        ours = str(Machine(system.without_history(), capacity).count())
        text = maude.module(system, capacity, {})
        yield _Job(what, "maude", ours, lambda file, text=text: _written(file, text, maude.count))  # type: ignore[misc]
        if promela.installed():
            model = promela.Promela(system, capacity).model()
            yield _Job(what, "spin", ours, lambda _, model=model: promela.count(model))  # type: ignore[misc]


def _written(file: Path, text: str, ask: Callable[[Path], Any]) -> Any:
    file.write_text(text, encoding="utf-8")
    return ask(file)


def verdict_jobs(t: Lifecycle, question: Question, verdict: Verdict, channel: int) -> Iterator[_Job]:
    """What each engine is to be asked of `question`, for a channel of that size; `verdict` is ours."""
    s = composed(t, **question.design)
    capacity, p = {"capacity": channel}, s.parts
    what = f"{t.edition.id}, {question.theorem.replace('_', ' ')}, with a channel of {channel}"
    if question.always is not None:
        properties = {"holds": question.always(s)}
        in_maude = in_spin = "[] holds"
    else:
        finite = s.system.without_history()
        properties = {"pending": p.pending, "ended": p.terminal(p.state)}
        properties |= {which.title: enabled(finite, which) for which in (SETTLING, RECEIVING)}
        settling = maude.weakly_fair(finite, SETTLING, ends="ended")
        in_maude = f"({settling} /\\ {maude.weakly_fair(finite, RECEIVING)}) -> [] (pending -> <> ended)"
        done = promela.Promela(s.system, capacity, steps=True).done(RECEIVING.action)
        fair = f"([] <> (!{SETTLING.title} || ended)) && ([] <> (!{RECEIVING.title} || {done}))"
        in_spin = f"({fair}) -> [] (!pending || <> ended)"
    steps = question.always is None
    text = maude.module(s.system, capacity, properties, steps=steps)
    yield _Job(
        what,
        "maude",
        verdict,
        lambda file: _written(file, text, lambda written: maude.holds(written, in_maude)),
    )
    if promela.installed():
        model = promela.Promela(s.system, capacity, steps=steps).model(in_spin, properties)
        yield _Job(what, "spin", verdict, lambda _: promela.holds(model))


def status(answers: tuple[Answer, ...]) -> int:
    """0 where all agree; 1 where one says something else; 3 where an answer is missing, or nothing was asked."""
    off = [answer for answer in answers if not answer.agrees]
    if any(not answer.missing for answer in off):
        return 1
    return 3 if off or not answers else 0


def cross_check_lines(answers: tuple[Answer, ...]) -> Iterator[str]:
    """What came of it, for a person: one line an engine, and each disagreement."""
    for engine in dict.fromkeys(answer.engine for answer in answers):
        asked = [answer for answer in answers if answer.engine == engine]
        agree = sum(answer.agrees for answer in asked)
        yield f"{engine}: {agree} of {len(asked)} verdicts and state counts of the composed system, the same as ours"
    for answer in answers:
        if not answer.agrees:
            yield f"  DISAGREES  {answer.what}: we say {answer.expected}, {answer.engine} {answer.said}"
    if not answers:
        yield "nothing was asked of another engine"

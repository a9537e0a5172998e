"""Proves the editions of a table side by side, in processes of their own; several share one where there are enough.

What Z3 holds cannot leave its process, so a result comes back without the terms of its obligations: with their names,
their answers and all that a report shows.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation, Outcome
from a2a_lifecycle.proofs.theorem import TABLE, Result, Theorem, prove, unsound
from a2a_lifecycle.spec import Edition, Table

Told = Callable[[Theorem, str], None]
"""What is told before a theorem is proved: the theorem, and the edition's id."""

_work: tuple[Table, tuple[Theorem, ...]] | None = None


def possible() -> bool:
    """Whether this process can be forked safely: where that is usual, and while no other thread runs."""
    return sys.platform == "linux" and threading.active_count() == 1


def prove_editions(
    table: Table, editions: Sequence[Edition], theorems: Sequence[Theorem], processes: int
) -> list[Result]:
    """What `prove_edition` gives for each of `editions`, in their order, from at most `processes` processes."""
    import multiprocessing  # here, for these take longer to load than many a proof takes
    from concurrent.futures import ProcessPoolExecutor

    global _work
    _work = table, tuple(theorems)
    # A table of one's own is asked in one process whether it is sound, and about the system only then.
    parts = max(1, min(processes // len(editions), len(theorems))) if table.bundled else 1
    # Those with the most edges first, so that none of them is begun when the others are done.
    order = sorted(range(len(editions)), key=lambda index: -len(editions[index].edges))
    jobs = [(index, part) for index in order for part in range(parts)]
    place = {theorem.name: place for place, theorem in enumerate(theorems)}
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(min(processes, len(jobs)), mp_context=context) as pool:
        futures = [(index, pool.submit(_proved, editions[index].id, part, parts)) for index, part in jobs]
        found = [(index, place[result.theorem.name], result) for index, done in futures for result in done.result()]
    return [result for _, _, result in sorted(found, key=lambda one: one[:2])]


def prove_edition(table: Table, edition: Edition, theorems: Sequence[Theorem], told: Told) -> list[Result]:
    """The results of those of `theorems` that are asked of `edition`, in their order.

    Where the table is one's own and is refuted, nothing is asked of the system: its theorems presuppose a sound table.
    """
    encoding = Lifecycle(edition, table)
    results: list[Result] = []
    for theorem in theorems:
        if theorem.number[0] != TABLE and not table.bundled and any(unsound(result) for result in results):
            break
        if theorem.applies(table, edition):
            told(theorem, edition.id)
            results.append(prove(theorem, encoding))
    return results


def _proved(edition_id: str, part: int, parts: int) -> list[Result]:
    assert _work is not None, "it is set before the processes are forked"
    table, theorems = _work
    results = prove_edition(table, table.edition(edition_id), theorems[part::parts], lambda theorem, edition: None)
    return [_portable(result) for result in results]


def _portable(result: Result) -> Result:
    return replace(
        result,
        outcomes=tuple(map(_without_terms, result.outcomes)),
        witnesses=tuple(map(_without_terms, result.witnesses)),
    )


def _without_terms(outcome: Outcome) -> Outcome:
    asked = outcome.obligation
    bare = Obligation(asked.name, asked.needs, (), universal=asked.universal, large=asked.large)
    return replace(outcome, obligation=bare)

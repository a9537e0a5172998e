"""View folds: what a client shows after each event it receives (G5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from a2a_lifecycle.conformance.vectors.names import recognised, unrecognised
from a2a_lifecycle.conformance.vectors.sentences import shown
from a2a_lifecycle.spec import Edition, Table


def vectors(table: Table, edition: Edition) -> list[dict[str, Any]]:
    """Folds over runs of events, each with what the view shows after every one of them."""
    return [
        _fold(edition, name, sentence, clause, events)
        for name, sentence, clause, events in _runs(table, edition)
        if events
    ]


def _fold(edition: Edition, name: str, sentence: str, clause: str, events: Sequence[object]) -> dict[str, Any]:
    shows = [edition.decode(event) for event in events]
    return {
        "id": name,
        "description": sentence,
        "clause": [clause],
        "events": list(events),
        "shows": [{"state": each.state, "recognised": each.recognised, "raw": each.raw} for each in shows],
    }


def _named(edition: Edition, states: Sequence[str]) -> list[object]:
    """The names that `edition` writes for those of `states` that have one."""
    return [edition.encode(state) for state in states if edition.protocol in edition.state(state).wire]


def _runs(table: Table, edition: Edition) -> Iterator[tuple[str, str, str, list[object]]]:
    strange = unrecognised(table, edition)
    initial = edition.initial.id
    for outcome in (state for state in edition.states if state.id in edition.outcomes):
        path = edition.path(initial, outcome.id)
        if path is None:
            continue
        run = _named(edition, [initial, *(edge.target for edge in path)])
        if not run:  # none of them has a name on the wire
            continue
        label = outcome.label.en
        yield f"run-to-{outcome.id}", f"a view shows each state of a run, and ends with {label}", "G5.5", run
        between = [value for event, odd in zip(run, strange, strict=False) for value in (event, odd)]
        sentence = f"a view shows the fallback for each unrecognised value on the way to {label}, and reads on"
        yield f"strange-values-on-the-way-to-{outcome.id}", sentence, "G5.4", [*between[:-1], run[-1]]
        yield (
            f"strange-value-after-{outcome.id}",
            f"a view shows the fallback for an unrecognised value, even after {label}",
            "G5.4",
            [*run, strange[0]],
        )
    for value in strange:
        run = [value, *_named(edition, [initial])]
        sentence = f"a view shows the fallback for {shown(value)}, and then what follows"
        yield f"strange-first-{shown(value)}", sentence, "G5.4", run
    for before, after in pairwise(edition.states):
        if edition.protocol in before.wire and edition.protocol in after.wire:
            order = f"{after.label.en} after {before.label.en}"
            sentence = f"a view shows the last state received, {order}, and judges neither"
            yield f"last-wins-{before.id}-{after.id}", sentence, "G5.5", _named(edition, [before.id, after.id])
    if recognised(edition):
        yield "every-name", "a view reads every name and number of its edition", "G4", list(recognised(edition))
    yield "only-strange-values", "a view that recognises nothing shows the fallback throughout", "G5.4", list(strange)

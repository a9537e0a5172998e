"""The sentences of the findings: what is wrong, and what would be right."""

from __future__ import annotations

from a2a_lifecycle.conformance.findings import Place
from a2a_lifecycle.conformance.names import Names
from a2a_lifecycle.conformance.rules import Standard
from a2a_lifecycle.conformance.shapes import TASK
from a2a_lifecycle.spec import Edition

RAW_CHARACTERS = 60


def shown(raw: object) -> str:
    """A value as it came, in one line and not too long."""
    text = raw if isinstance(raw, str) else repr(raw)
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: RAW_CHARACTERS + 1])
    return text if len(text) <= RAW_CHARACTERS else f"{text[: RAW_CHARACTERS - 1]}…"


def quoted(raw: object) -> str:
    """A value as it came, in quotation marks where it is a text."""
    return f"'{shown(raw)}'" if isinstance(raw, str) else shown(raw)


def at(place: Place, here: Place) -> str:
    """Where the earlier event was, in words."""
    if place.file is None:
        return f"at event {place.line}"
    return f"on line {place.line}" if place.file == here.file else f"on line {place.line} of {place.file}"


def says(kind: int) -> str:
    """What speaks: the event, as the subject of a sentence."""
    return "a whole task" if kind == TASK else "a status update"


def terminal_left(source: str, target: str, kind: int, ended: Place, here: Place) -> str:
    return (
        f"The task was {source} {at(ended, here)}, which is terminal, and now {says(kind)} says {target}. "
        "A task that has ended never changes again; to go on, start a new task."
    )


def artifact_after_terminal(source: str, ended: Place, here: Place) -> str:
    return (
        f"The task was {source} {at(ended, here)}, which is terminal, and now an artifact update follows. "
        "Clients have stopped listening: send artifacts first, the terminal status last."
    )


def terminal_repeated(source: str, ended: Place, here: Place) -> str:
    return (
        f"A status update says {source} again; the task was that already {at(ended, here)}. "
        "Some SDKs raise an error on it. Send the terminal status once; a whole task may repeat it."
    )


def not_in_table(standard: Standard, source: str, target: str) -> str:
    edition = standard.edition_for(source, target) or standard.guide
    leads = ", ".join(dict.fromkeys(edge.target for edge in edition.edges_from(source))) or "nowhere"
    begin = f"The edition {edition.id} has no step from {source} to {target}. From {source} it leads to: {leads}."
    return begin + _shortest(edition, source, target)


def not_reachable(standard: Standard, source: str, target: str) -> str:
    edition = standard.edition_for(source, target) or standard.guide
    after = edition.reachable(source)
    reachable = ", ".join(state.id for state in edition.states if state.id in after) or "nothing"
    begin = f"The task was {source} and is {target} now; in {edition.id} no path leads there."
    return f"{begin} After {source} may come: {reachable}."


def _shortest(edition: Edition, source: str, target: str) -> str:
    path = edition.path(source, target)
    if path is None:
        return f" No path leads to {target}."
    return f" The shortest path is {' → '.join([source, *(edge.target for edge in path)])}."


def unknown_state(names: Names, standard: Standard, raw: object) -> str:
    fallback = standard.guide.fallback
    reads = f"; a client shows it as {fallback.id}" if fallback else ""
    text = f"{quoted(raw)} is no state of protocol {standard.version}{reads}."
    close = names.close_to(raw) if isinstance(raw, str) else None
    return f"{text} Did you mean {close}?" if close else text


def unspecified_state(raw: object) -> str:
    if raw is None or raw == "":
        return "The event states no state, so nobody can tell what the task does. A zero enum is left out, too."
    return f"{quoted(raw)} says nothing about the task; a server knows the state of its tasks and states it."


def misspelt_state(standard: Standard, raw: object, instead: str | None) -> str:
    begin = f"{quoted(raw)} is not how protocol {standard.version} writes it; write {instead or 'otherwise'}."
    return f"{begin} SDKs refuse it or read it as unknown."


def outside_guide(standard: Standard, state: str) -> str:
    other = standard.published.id if standard.published else f"protocol {standard.version}"
    return f"The state {state} is none of {standard.guide.id}. It is one of {other}, which judges the steps into it."


def final_flag(state: str, final: bool) -> str:
    if final:
        return f"The flag `final` is true, and {state} is active: clients close the stream here and miss what follows."
    return f"The flag `final` is false, and {state} is terminal: clients wait on for an event that never comes."


def guide_spelling(raw: object, instead: str | None) -> str:
    return f"{quoted(raw)} is the guide's spelling, which published SDKs do not decode; they write {instead}."


def late_start(kind: int, state: str | None) -> str:
    first = "a status update" if kind != TASK else "a whole task"
    said = f" that says {state}" if state else ""
    return f"The first event of this task is {first}{said}; what the task did before is not in the recording."


def late_start_by_artifact() -> str:
    return "The first event of this task is an artifact update; what the task did before is not in the recording."


def not_finished(state: str | None) -> str:
    return (
        f"The recording ends while the task is {state}."
        if state
        else "The recording ends in no known state of the task."
    )


def cancel_unanswered() -> str:
    return "Cancelling was asked for here, and no terminal state follows."


NO_TASKS = "There is no task in it, so nothing was checked. That is no pass."

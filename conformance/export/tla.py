"""The table as a TLA+ module, for TLC and the other tools of TLA+."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from a2a_lifecycle.conformance.export.exporter import Options
from a2a_lifecycle.spec import Edition

BANNER = r"\* Generated from the table by `a2a-lifecycle export tla`. Do not edit."


def export(edition: Edition, options: Options) -> str:
    r"""`edition` as a TLA+ module: one action for each trigger, the specification, and the properties to ask of it.

    State ids and triggers are letters, digits and underscores, and so need no escape. What people may have written at
    will, labels and occasions, stands in comments alone, as JSON strings in ASCII: nothing in them ends a comment.
    """
    return "\n".join(_lines(edition)) + "\n"


def module_name(edition: Edition) -> str:
    """The module's name, which its file must have too, with `.tla` behind it."""
    return "Lifecycle_" + re.sub(r"[^A-Za-z0-9]+", "_", edition.id)


def _lines(edition: Edition) -> Iterator[str]:
    name = module_name(edition)
    yield f"---- MODULE {name} ----"
    yield BANNER
    yield rf"\* Edition {_comment(edition.id)}: {_comment(edition.title.en)}. Save as {name}.tla."
    yield r"\* TLC: SPECIFICATION Spec, INVARIANTS TypeOK NeverFallback, PROPERTIES TerminalIsFinal."
    yield ""
    yield "VARIABLE state"
    yield ""
    yield from _states(edition)
    yield "Init == state = Initial"
    for trigger in edition.triggers:
        yield ""
        yield f"{_action(trigger)} =="
        for edge in edition.edges:
            if edge.trigger == trigger:
                said = ", ".join(filter(None, [_comment(edge.row.when.en), _comment(", ".join(edge.row.clause))]))
                yield rf"  \/ state = {_string(edge.source)} /\ state' = {_string(edge.target)}  \* {said}"
    yield ""
    yield r"\* An ended task stays as it is; so TLC does not call the end a deadlock."
    yield r"Ended == state \in Terminal /\ UNCHANGED state"
    yield ""
    yield "Next =="
    for action in [*map(_action, edition.triggers), "Ended"]:
        yield rf"  \/ {action}"
    yield ""
    yield "Spec == Init /\\ [][Next]_state"
    yield ""
    yield r"TypeOK == state \in States"
    yield r"NeverFallback == state \notin Fallback"
    yield r"TerminalIsFinal == [][state \in Terminal => UNCHANGED state]_state"
    yield "===="


def _states(edition: Edition) -> Iterator[str]:
    yield "States == {"
    last = edition.states[-1]
    for state in edition.states:
        comma = "" if state is last else ","
        yield rf"  {_string(state.id)}{comma}  \* {_comment(state.label.en)}, {state.state_class}"
    yield "}"
    yield f"Initial == {_string(edition.initial.id)}"
    yield f"Terminal == {_set(state.id for state in edition.states if state.terminal)}"
    yield f"Fallback == {_set(state.id for state in edition.states if state.fallback)}"


def _action(trigger: str) -> str:
    # Prefixed, so that no trigger is named as the variable or as another definition.
    return f"Trigger_{trigger}"


def _string(name: str) -> str:
    return f'"{name}"'


def _set(names: Iterable[str]) -> str:
    return f"{{{', '.join(map(_string, names))}}}"


def _comment(text: str) -> str:
    return json.dumps(text) if text else ""

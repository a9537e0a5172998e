"""The table as a machine for XState v5: the JSON that `createMachine` takes."""

from __future__ import annotations

import json
from typing import Any

from a2a_lifecycle.conformance.export.exporter import Options
from a2a_lifecycle.conformance.export.single_target import require_single_targets
from a2a_lifecycle.spec import Edge, Edition, State

BANNER = "Generated from the table by `a2a-lifecycle export xstate`. Do not edit."


def export(edition: Edition, options: Options) -> str:
    """`edition` as the configuration of an XState machine; raises `ExportError` where a trigger has two targets.

    A state is a state, its class a tag, a trigger an event. Whatever else a row says stands in `meta`. A terminal state
    is `final`, unless a wrong table leads out of it: XState would drop that edge without a word, and the machine is to
    do what the table says.
    """
    require_single_targets(edition, "XState")
    machine = {
        "id": edition.id,
        "description": edition.title.en,
        "meta": {"comment": BANNER, "edition": edition.id, "protocol": edition.protocol},
        "initial": edition.initial.id,
        "states": {state.id: _state(edition, state) for state in edition.states},
    }
    return json.dumps(machine, indent=2, ensure_ascii=False) + "\n"


def _state(edition: Edition, state: State) -> dict[str, Any]:
    edges = edition.edges_from(state.id)
    kind = {"type": "final"} if state.terminal and not edges else {}
    on = {"on": {edge.trigger: _edge(edge) for edge in edges}} if edges else {}
    return {
        **kind,
        "description": state.meaning.en,
        "tags": [state.state_class],
        "meta": {
            "label": state.label.en,
            "name": state.wire.get(edition.protocol),
            "number": state.number,
            "fallback": state.fallback,
            "clause": list(state.clause),
        },
        **on,
    }


def _edge(edge: Edge) -> dict[str, Any]:
    return {
        "target": edge.target,
        "description": edge.row.when.en,
        "meta": {
            "actor": edge.row.actor,
            "basis": edge.basis,
            "deferrable": edge.row.deferrable,
            "whileCancelling": edge.row.while_cancelling,
            "clause": list(edge.row.clause),
        },
    }

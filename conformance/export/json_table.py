"""The table as plain JSON: one edition's rows, for whoever reads no TOML."""

from __future__ import annotations

import json
from typing import Any

from a2a_lifecycle.conformance.export.exporter import Options
from a2a_lifecycle.spec import Edge, Edition, State, Text

BANNER = "Generated from the table by `a2a-lifecycle export json`. Do not edit."


def export(edition: Edition, options: Options) -> str:
    """`edition` as a JSON object: what it is called, its states, and its edges, one for each source of a row."""
    table = {
        "$comment": BANNER,
        "edition": {
            "id": edition.id,
            "protocol": edition.protocol,
            "source": edition.source,
            "title": _text(edition.title),
        },
        "states": [_state(edition, state) for state in edition.states],
        "transitions": [_edge(edge) for edge in edition.edges],
    }
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


def _text(text: Text) -> dict[str, str]:
    return {"en": text.en, "zh": text.zh}


def _state(edition: Edition, state: State) -> dict[str, Any]:
    return {
        "id": state.id,
        "class": state.state_class,
        "initial": state.initial,
        "fallback": state.fallback,
        "name": state.wire.get(edition.protocol),
        "reads": list(state.reads.get(edition.protocol, ())),
        "number": state.number,
        "label": _text(state.label),
        "meaning": _text(state.meaning),
        "clause": list(state.clause),
    }


def _edge(edge: Edge) -> dict[str, Any]:
    return {
        "trigger": edge.trigger,
        "from": edge.source,
        "to": edge.target,
        "actor": edge.row.actor,
        "when": _text(edge.row.when),
        "basis": edge.basis,
        "deferrable": edge.row.deferrable,
        "while_cancelling": edge.row.while_cancelling,
        "clause": list(edge.row.clause),
    }

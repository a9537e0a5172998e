"""The table as SCXML, the W3C's notation for state machines."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from a2a_lifecycle.conformance.export.exporter import Options
from a2a_lifecycle.conformance.export.single_target import require_single_targets
from a2a_lifecycle.spec import Edition, State

BANNER = " Generated from the table by `a2a-lifecycle export scxml`. Do not edit. "
SCXML = "http://www.w3.org/2005/07/scxml"
LIFECYCLE = "urn:a2a-lifecycle:table"
"""The namespace of the attributes that say what SCXML has no word for: class, label, wire name and clause."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_NAME = re.compile(r"[^A-Za-z0-9._-]")


def export(edition: Edition, options: Options) -> str:
    """`edition` as an SCXML document; raises `ExportError` where a trigger has two targets.

    A terminal state is `final`, unless a wrong table leads out of it, which SCXML does not allow and a `state` does.
    Characters that XML cannot hold, not even escaped, become U+FFFD.
    """
    require_single_targets(edition, "SCXML")
    root = ElementTree.Element(
        "scxml",
        {
            "xmlns": SCXML,
            "xmlns:table": LIFECYCLE,
            "version": "1.0",
            "datamodel": "null",
            "name": _NOT_NAME.sub("_", edition.id),
            "initial": edition.initial.id,
            **_said(edition=edition.id, protocol=edition.protocol, title=edition.title.en),
        },
    )
    root.append(ElementTree.Comment(BANNER))
    for state in edition.states:
        root.append(_state(edition, state))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _state(edition: Edition, state: State) -> ElementTree.Element:
    edges = edition.edges_from(state.id)
    name = state.wire.get(edition.protocol, "")
    said = _said(label=state.label.en, name=name, clause=" ".join(state.clause), **{"class": state.state_class})
    element = ElementTree.Element("final" if state.terminal and not edges else "state", {"id": state.id, **said})
    for edge in edges:
        said = _said(
            actor=edge.row.actor, basis=edge.basis or "", when=edge.row.when.en, clause=" ".join(edge.row.clause)
        )
        ElementTree.SubElement(element, "transition", {"event": edge.trigger, "target": edge.target, **said})
    return element


def _said(**attributes: str) -> dict[str, str]:
    """Attributes of our own namespace; those that say nothing are left out."""
    return {f"table:{name}": _NOT_XML.sub("\ufffd", value) for name, value in attributes.items() if value}

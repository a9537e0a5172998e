"""The drawing of the difference between two editions: what the one has and the other has not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from a2a_lifecycle.diagrams import words
from a2a_lifecycle.diagrams.borders import with_borders
from a2a_lifecycle.diagrams.markup import NO_BREAK
from a2a_lifecycle.diagrams.nodes import arrow_of, node_of, sparing, wire_of
from a2a_lifecycle.diagrams.picture import Arrow, Mark, Node, Picture
from a2a_lifecycle.spec import Edge, Edition, Language

_SIGN = {"added": f"+{NO_BREAK}", "removed": f"\N{MINUS SIGN}{NO_BREAK}"}
_OLD_AND_NEW = (_SIGN["removed"], _SIGN["added"])


def picture_of_difference(a: Edition, b: Edition, language: Language = "en") -> Picture:
    """The states and edges of `a` and `b` in one drawing, each marked as in both, only in `a`, or only in `b`.

    A state in both is marked as changed where its class differs. Where the name it writes does, both are shown, and
    that is all: between protocol versions nearly every name differs (G4), and the lifecycle is the same.
    """
    names = (a.title.of(language), b.title.of(language))
    # The fallback has no edges; last, it stands in no other's way.
    nodes = tuple(sorted(_nodes(a, b, language), key=lambda node: node.role == "fallback"))
    arrows = with_borders(nodes, _arrows(a, b, language), language)
    signed = tuple(replace(arrow, label=_SIGN.get(arrow.mark, "") + arrow.label) for arrow in arrows)
    title = words.DIFFERENCE_TITLE.of(language).format(a=a.id, b=b.id)
    subject = f"the editions {a.id} and {b.id}"
    return Picture(subject, title, language, nodes, sparing(signed), "difference", names)


def _nodes(a: Edition, b: Edition, language: Language) -> Iterator[Node]:
    for state in a.states:
        old = node_of(a, state, language)
        if state.id not in b.by_id:
            yield replace(old, mark="removed", label=_SIGN["removed"] + old.label)
            continue
        new = node_of(b, b.by_id[state.id], language)
        wires = wire_of(a, state), wire_of(b, b.by_id[state.id])
        details = new.details
        if wires[0] != wires[1]:
            rest = [line for line in new.details if line != wires[1]]
            details = (*(sign + wire for sign, wire in zip(_OLD_AND_NEW, wires, strict=True) if wire), *rest)
        mark = new.mark if old.state_class == new.state_class else "changed"
        if mark == "changed":
            classes = (words.ROLES[str(node.state_class)].of(language) for node in (old, new))
            details = (*details, *(sign + name for sign, name in zip(_OLD_AND_NEW, classes, strict=True)))
        yield replace(new, mark=mark, details=details)
    for state in b.states:
        if state.id not in a.by_id:
            new = node_of(b, state, language)
            yield replace(new, mark="added", label=_SIGN["added"] + new.label)


def _arrows(a: Edition, b: Edition, language: Language) -> Iterator[Arrow]:
    """The edges of both. In a difference the colours tell what differs, so no edge has that of who takes it."""
    ours, theirs = {_key(edge) for edge in a.edges}, {_key(edge) for edge in b.edges}
    for edge in a.edges:
        mark: Mark = "plain" if _key(edge) in theirs else "removed"
        yield replace(arrow_of(edge, language), mark=mark, basis=None, actor="agent", details=())
    for edge in b.edges:
        if _key(edge) not in ours:
            yield replace(arrow_of(edge, language), mark="added", basis=None, actor="agent", details=())


def _key(edge: Edge) -> tuple[str, str, str]:
    return edge.source, edge.trigger, edge.target

"""The drawing of an edition: its whole table."""

from __future__ import annotations

from a2a_lifecycle.diagrams import words
from a2a_lifecycle.diagrams.borders import with_borders
from a2a_lifecycle.diagrams.nodes import arrow_of, node_of, sparing
from a2a_lifecycle.diagrams.picture import Picture
from a2a_lifecycle.spec import Edition, Language, load


def picture_of_edition(edition: Edition, language: Language = "en") -> Picture:
    """Every state and every edge of `edition` (G1, G2, G3).

    The edition of a table of one's own is titled by its own title alone: only the bundled table is A2A's.
    """
    nodes = tuple(node_of(edition, state, language) for state in edition.states)
    arrows = with_borders(nodes, (arrow_of(edge, language) for edge in edition.edges), language)
    title = edition.title.of(language)
    if load().editions.get(edition.id) == edition:
        title = words.TITLE.of(language).format(title=title)
    return Picture(f"the edition {edition.id}", title, language, nodes, sparing(arrows), "edition")

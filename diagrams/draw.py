"""The drawings, from a table to the text or bytes of a file. Nothing here writes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from a2a_lifecycle.diagrams import render
from a2a_lifecycle.diagrams.difference import picture_of_difference
from a2a_lifecycle.diagrams.dot import dot
from a2a_lifecycle.diagrams.edition import picture_of_edition
from a2a_lifecycle.diagrams.mermaid import mermaid
from a2a_lifecycle.diagrams.picture import Picture, banner_of
from a2a_lifecycle.diagrams.render import Engine, RenderError
from a2a_lifecycle.diagrams.trace import Step, picture_of_trace
from a2a_lifecycle.spec import Edition, Language

NO_CHINESE_PNG = (
    "the built-in engine has no Chinese font for a PNG: use SVG, or `--engine dot` with a Graphviz of the system"
)
"""Why a Chinese PNG is refused, and what to do instead."""

Format = Literal["dot", "svg", "png", "mermaid"]


def draw_edition(
    edition: Edition, format: Format = "svg", language: Language = "en", *, engine: Engine = "pure"
) -> str | bytes:
    """The table of `edition` (G1, G2, G3): its states by class, and every edge.

    Parameters:
        edition: the edition.
        format: `dot`, `svg` or `mermaid` for text, `png` for bytes.
        language: the language of labels and legend, `en` or `zh`.
        engine: what lays out SVG and PNG: `pure`, the package graphviz-pure, or `dot`, a system's Graphviz.

    Raises:
        RenderError: it cannot be rendered, as a Chinese PNG by `pure`, which has no Chinese font.
    """
    return rendered(picture_of_edition(edition, language), format, engine)


def draw_difference(
    a: Edition, b: Edition, format: Format = "svg", language: Language = "en", *, engine: Engine = "pure"
) -> str | bytes:
    """What `b` has and `a` has not, and the other way round. Parameters and errors as of `draw_edition`."""
    return rendered(picture_of_difference(a, b, language), format, engine)


def draw_trace(
    edition: Edition,
    steps: Sequence[Step | str],
    format: Format = "svg",
    language: Language = "en",
    *,
    engine: Engine = "pure",
) -> str | bytes:
    """A trace over the table of `edition`.

    Parameters:
        edition: whose table it is held against.
        steps: the states in order, or `Step`s. Neither need be in the table: what is not is drawn as wrong.
        format: as of `draw_edition`; so are `language`, `engine` and the errors.
    """
    return rendered(picture_of_trace(edition, steps, language), format, engine)


def rendered(picture: Picture, format: Format, engine: Engine = "pure") -> str | bytes:
    """`picture` in `format`; raises `RenderError`."""
    return _RENDERERS[format](picture, engine)


def _svg(picture: Picture, engine: Engine) -> str:
    return render.svg(dot(picture, whole=False), banner_of(picture), engine)


def _png(picture: Picture, engine: Engine) -> bytes:
    if picture.language == "zh" and engine == "pure":
        raise RenderError(NO_CHINESE_PNG)
    return render.png(dot(picture, whole=False), banner_of(picture), engine)


_RENDERERS: Mapping[str, Callable[[Picture, Engine], str | bytes]] = {
    "dot": lambda picture, _: dot(picture),
    "svg": _svg,
    "png": _png,
    "mermaid": lambda picture, _: mermaid(picture),
}

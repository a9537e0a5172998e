"""What each kind of finding means: the texts of `explanations.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from a2a_lifecycle.conformance.codes import Code


@dataclass(frozen=True, slots=True)
class Explanation:
    """What one code means.

    Attributes:
        title: in one line.
        means: what was seen, and why it matters.
        clause: where the rule comes from; empty where it is no rule of the protocol.
        sdks: which SDKs do it.
        repair: what to change.
    """

    title: str
    means: str
    clause: tuple[str, ...]
    sdks: str
    repair: str


@cache
def explanations() -> Mapping[Code, Explanation]:
    """The explanation of every code."""
    text = files("a2a_lifecycle.conformance").joinpath("explanations.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)
    return {Code(code): Explanation(**{**row, "clause": tuple(row["clause"])}) for code, row in rows.items()}

"""Every theorem there is: the modules of `theorems/`, none of them listed by hand, so that none can be left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from a2a_lifecycle.proofs import theorems
from a2a_lifecycle.proofs.theorem import Theorem


@cache
def names() -> tuple[str, ...]:
    """What the theorems are called; none of them is loaded for it."""
    return tuple(module.name for module in iter_modules(theorems.__path__))


def loaded(names: Iterable[str]) -> list[Theorem]:
    """The theorems that are called so, in the order of their numbers."""
    modules = (import_module(f"{theorems.__name__}.{name}") for name in set(names))
    return sorted(map(Theorem, modules), key=lambda theorem: theorem.order)


@cache
def catalogue() -> Mapping[str, Theorem]:
    """Name → theorem, in the order of their numbers."""
    return {theorem.name: theorem for theorem in loaded(names())}


GROUPS = {1: "The table", 2: "Cancelling", 3: "Delivery", 4: "Versions", 5: "Races"}
"""The first half of a theorem's number → what its group is about."""

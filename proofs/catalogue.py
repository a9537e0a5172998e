"""Every theorem there is: the modules of `theorems/`, none of them listed by hand, so that none can be left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from a2a_lifecycle.proofs import theorems
from a2a_lifecycle.proofs.theorem import Theorem


@cache
def catalogue() -> Mapping[str, Theorem]:
    """Name → theorem, in the order of their numbers."""
    modules = (import_module(f"{theorems.__name__}.{module.name}") for module in iter_modules(theorems.__path__))
    ordered = sorted(map(Theorem, modules), key=lambda theorem: theorem.order)
    return {theorem.name: theorem for theorem in ordered}


GROUPS = {1: "The table", 2: "Cancelling", 3: "Delivery", 4: "Versions", 5: "Races"}
"""The first half of a theorem's number → what its group is about."""

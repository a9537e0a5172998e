"""A finite set of names as a Z3 sort: an enumeration for proofs, a bit-vector for solvers without enumerations."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import z3

from a2a_lifecycle.proofs.build import disj, equal

Kind = Literal["enum", "bits"]


class Domain:
    """The names, each a constant of one sort.

    Parameters:
        title: the sort's name.
        names: the members.
        kind: `enum` for an enumeration sort, `bits` for bit-vectors, which every SMT solver reads.
    """

    def __init__(self, title: str, names: tuple[str, ...], kind: Kind) -> None:
        self.names, self.kind = names, kind
        self.values: Mapping[str, z3.ExprRef]
        if kind == "enum":
            self.sort, constants = _enumeration(title, names)
            self.values = dict(zip(names, constants, strict=True))
        else:
            self.sort = z3.BitVecSort(max(1, (len(names) - 1).bit_length()))
            self.values = {name: z3.BitVecVal(index, self.sort) for index, name in enumerate(names)}

    def variable(self, name: str) -> z3.ExprRef:
        """A variable that ranges over the names; see `within`."""
        return z3.Const(name, self.sort)

    def within(self, *terms: z3.ExprRef) -> list[z3.BoolRef]:
        """What must be asserted for `terms` to be among the names: nothing for an enumeration."""
        if self.kind == "enum" or len(self.names) == 2 ** self.sort.size():
            return []
        return [z3.ULT(term, len(self.names)) for term in terms]

    def among(self, term: z3.ExprRef, names: Iterable[str]) -> z3.BoolRef:
        """That `term` is one of `names`."""
        wanted = frozenset(names)
        return disj(equal(term, self.values[name]) for name in self.names if name in wanted)

    def name_of(self, value: z3.ExprRef) -> str:
        """Which name a model's `value` is."""
        return next(name for name, constant in self.values.items() if constant.eq(value))


@cache
def _enumeration(title: str, names: tuple[str, ...]) -> tuple[z3.SortRef, tuple[z3.ExprRef, ...]]:
    # Z3 refuses a second enumeration of one name, so each set of names gets a title of its own.
    sort, constants = z3.EnumSort(f"{title}{next(_SERIAL)}", list(names))
    return sort, tuple(constants)


_SERIAL = itertools.count(1)

"""Terms: the small language that the system's rules and the claims about them are written in.

A term is a value, not code. It is read four ways: executed in Python, as a Z3 formula, and written out for Maude and
for SPIN (`execute`, `symbolic`, `maude`, `promela`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Value: TypeAlias = "bool | int | str | tuple[Value, ...]"
"""A name, a truth value, a number, or a sequence of these."""


@dataclass(frozen=True, slots=True)
class Enum:
    """A finite set of names."""

    title: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Basic:
    """Truth values, or numbers from 0 without a bound."""

    title: Literal["bool", "number"]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of any length: a log, or a channel."""

    of: Sort


@dataclass(frozen=True, slots=True)
class Family:
    """One value for each of any number of members: the local state of the writers."""

    of: Sort


Sort: TypeAlias = Enum | Basic | Sequence | Family

BOOL = Basic("bool")
NUMBER = Basic("number")

Kind = Literal[
    "not", "and", "or", "same", "among", "mapped", "pair", "plus", "less", "if",
    "size", "at", "push", "pop", "pop_last", "put",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Var:
    """A variable of the system, a parameter of an action, or a bound index."""

    name: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Lit:
    """A value."""

    value: Value
    sort: Sort


@dataclass(frozen=True, slots=True)
class Op:
    """An operation on terms.

    Attributes:
        kind: which operation.
        args: the terms it is applied to.
        sort: the sort of what it gives.
        data: what is no term: the names of `among`, the pairs of `mapped` and `pair`.
    """

    kind: Kind
    args: tuple[Term, ...]
    sort: Sort
    data: tuple[tuple[str, ...], ...] = ()


Term: TypeAlias = Var | Lit | Op

TRUE = Lit(True, BOOL)
FALSE = Lit(False, BOOL)


def both(*terms: Term) -> Term:
    """All of `terms` hold."""
    return Op("and", terms, BOOL) if terms else TRUE


def either(*terms: Term) -> Term:
    """One of `terms` holds, or more."""
    return Op("or", terms, BOOL) if terms else FALSE


def no(term: Term) -> Term:
    """`term` does not hold."""
    return Op("not", (term,), BOOL)


def implies(antecedent: Term, *consequents: Term) -> Term:
    """Where `antecedent` holds, all of `consequents` do."""
    return either(no(antecedent), both(*consequents))


def same(one: Term, other: Term) -> Term:
    """The two are equal."""
    return Op("same", (one, other), BOOL)


def among(term: Term, names: Iterable[str]) -> Term:
    """`term` is one of `names`."""
    return Op("among", (term,), BOOL, (tuple(sorted(names)),))


def is_(term: Term, name: str) -> Term:
    """`term` is `name`."""
    return among(term, [name])


def mapped(term: Term, mapping: Mapping[str, str], sort: Sort) -> Term:
    """The name, of the enumeration `sort`, that `mapping` gives for the name `term`."""
    return Op("mapped", (term,), sort, tuple(mapping.items()))


def pair_in(one: Term, other: Term, pairs: Iterable[tuple[str, str]]) -> Term:
    """(`one`, `other`) is one of `pairs`."""
    return Op("pair", (one, other), BOOL, tuple(sorted(pairs)))


def number(value: int) -> Lit:
    """The number."""
    return Lit(value, NUMBER)


def plus(term: Term, amount: int) -> Term:
    """`term` and `amount` together."""
    return Op("plus", (term, number(amount)), NUMBER)


def total(one: Term, other: Term) -> Term:
    """The sum of two numbers."""
    return Op("plus", (one, other), NUMBER)


def less(one: Term, other: Term) -> Term:
    """`one` is less than `other`."""
    return Op("less", (one, other), BOOL)


def at_most(one: Term, other: Term) -> Term:
    """`one` is not greater than `other`."""
    return no(less(other, one))


def when(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` where `condition` holds, else `otherwise`."""
    return Op("if", (condition, then, otherwise), then.sort)


def empty(sort: Sort) -> Lit:
    """The empty sequence of `sort`."""
    return Lit((), sort)


def size(sequence: Term) -> Term:
    """How many it holds."""
    return Op("size", (sequence,), NUMBER)


def at(collection: Term, index: Term) -> Term:
    """The element in place `index`, from 0."""
    assert isinstance(collection.sort, Sequence | Family)
    return Op("at", (collection, index), collection.sort.of)


def first(sequence: Term) -> Term:
    """Its first element."""
    return at(sequence, number(0))


def last(sequence: Term) -> Term:
    """Its last element."""
    return at(sequence, Op("plus", (size(sequence), number(-1)), NUMBER))


def pushed(sequence: Term, element: Term) -> Term:
    """It with `element` after its last."""
    return Op("push", (sequence, element), sequence.sort)


def popped(sequence: Term) -> Term:
    """It without its first element."""
    return Op("pop", (sequence,), sequence.sort)


def popped_last(sequence: Term) -> Term:
    """It without its last element."""
    return Op("pop_last", (sequence,), sequence.sort)


def put(family: Term, index: Term, value: Term) -> Term:
    """The family with `value` for the member `index`."""
    return Op("put", (family, index, value), family.sort)


def after(variable: Var) -> Var:
    """The variable's value after the step, in a claim about steps."""
    return Var(f"{variable.name}'", variable.sort)


def names_in(term: Term) -> frozenset[str]:
    """The names of the variables that `term` reads."""
    if isinstance(term, Var):
        return frozenset([term.name])
    if isinstance(term, Lit):
        return frozenset()
    return frozenset().union(*(names_in(arg) for arg in term.args))


def substituted(term: Term, values: Mapping[str, Term]) -> Term:
    """`term` with terms in the place of the variables that `values` names."""
    if isinstance(term, Var):
        return values.get(term.name, term)
    if isinstance(term, Lit):
        return term
    args = tuple(substituted(arg, values) for arg in term.args)
    if term.kind in ("and", "or"):
        return _folded(term.kind, args)
    if term.kind == "not" and args[0] in (TRUE, FALSE):
        return FALSE if args[0] == TRUE else TRUE
    return Op(term.kind, args, term.sort, term.data)


def _folded(kind: Literal["and", "or"], args: tuple[Term, ...]) -> Term:
    """A conjunction or disjunction without what says nothing in it, and nothing twice."""
    neutral, deciding = (TRUE, FALSE) if kind == "and" else (FALSE, TRUE)
    kept = tuple(dict.fromkeys(arg for arg in args if arg != neutral))
    if deciding in kept:
        return deciding
    return kept[0] if len(kept) == 1 else Op(kind, kept, BOOL) if kept else neutral

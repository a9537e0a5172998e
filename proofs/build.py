"""Z3 terms, built without the checks and coercions of its Python interface: these are most of a proof's time here.

The arguments must have the right sorts already, as those read from typed terms have. Z3 frees what nothing refers to at
its next call, so each result is wrapped before another one is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import z3

_CONTEXT = z3.main_ctx()
_REF = _CONTEXT.ref()


def conj(terms: Iterable[Any]) -> z3.BoolRef:
    """All of `terms`."""
    kept = list(terms)
    asts = [term.as_ast() for term in kept]
    if len(asts) == 1:
        return z3.BoolRef(asts[0], _CONTEXT)
    if not asts:
        return z3.BoolVal(True)  # an empty conjunction is a term to Z3, and a syntax error to other solvers
    return z3.BoolRef(z3.Z3_mk_and(_REF, len(asts), (z3.Ast * len(asts))(*asts)), _CONTEXT)


def disj(terms: Iterable[Any]) -> z3.BoolRef:
    """Some of `terms`."""
    kept = list(terms)
    asts = [term.as_ast() for term in kept]
    if len(asts) == 1:
        return z3.BoolRef(asts[0], _CONTEXT)
    if not asts:
        return z3.BoolVal(False)
    return z3.BoolRef(z3.Z3_mk_or(_REF, len(asts), (z3.Ast * len(asts))(*asts)), _CONTEXT)


def negated(term: Any) -> z3.BoolRef:
    """Not `term`."""
    return z3.BoolRef(z3.Z3_mk_not(_REF, term.as_ast()), _CONTEXT)


def equal(one: Any, other: Any) -> z3.BoolRef:
    """The two are equal; they must be of one sort."""
    return z3.BoolRef(z3.Z3_mk_eq(_REF, one.as_ast(), other.as_ast()), _CONTEXT)


def implied(antecedent: Any, consequent: Any) -> z3.BoolRef:
    """`consequent` where `antecedent`."""
    return z3.BoolRef(z3.Z3_mk_implies(_REF, antecedent.as_ast(), consequent.as_ast()), _CONTEXT)


def chosen(condition: Any, then: Any, otherwise: Any) -> Any:
    """`then` where `condition` holds, else `otherwise`; the two must be of one sort."""
    ast = z3.Z3_mk_ite(_REF, condition.as_ast(), then.as_ast(), otherwise.as_ast())
    kind = _class(then)
    return kind(ast, _CONTEXT) if kind is _class(otherwise) else z3.If(condition, then, otherwise)


def selected(array: Any, index: Any) -> Any:
    """The element of `array` in the place `index`."""
    kind = _kind(array.range())
    return kind(z3.Z3_mk_select(_REF, array.as_ast(), index.as_ast()), _CONTEXT)


def stored(array: Any, index: Any, value: Any) -> Any:
    """`array` with `value` in the place `index`."""
    return z3.ArrayRef(z3.Z3_mk_store(_REF, array.as_ast(), index.as_ast(), value.as_ast()), _CONTEXT)


class Number(z3.IntNumRef):  # type: ignore[misc]  # what Z3 gives has no types
    """A number that is known, and known here: to ask Z3 for its value takes a call or two.

    Attributes:
        value: the number.
    """

    def __init__(self, value: int) -> None:
        super().__init__(z3.IntVal(value).as_ast(), _CONTEXT)
        self.value = value


def added(one: Any, other: Any) -> Any:
    """The sum of two numbers; it is worked out where both are known."""
    if isinstance(one, Number) and isinstance(other, Number):
        return integer(one.value + other.value)
    asts = (z3.Ast * 2)(one.as_ast(), other.as_ast())
    return z3.ArithRef(z3.Z3_mk_add(_REF, 2, asts), _CONTEXT)


def difference(one: Any, other: Any) -> Any:
    """The difference of two numbers; it is worked out where both are known."""
    if isinstance(one, Number) and isinstance(other, Number):
        return integer(one.value - other.value)
    asts = (z3.Ast * 2)(one.as_ast(), other.as_ast())
    return z3.ArithRef(z3.Z3_mk_sub(_REF, 2, asts), _CONTEXT)


@cache
def integer(value: int) -> Number:
    """The number."""
    return Number(value)


def _class(term: Any) -> Any:
    # A choice of two known numbers is not known itself.
    return z3.ArithRef if isinstance(term, z3.ArithRef) else type(term)


@cache
def _kind(sort: Any) -> Any:
    return type(z3.Const("any", sort))

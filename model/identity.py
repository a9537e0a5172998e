"""Work done once for each object, told apart by identity.

An edition's hash walks all its rows, which costs more than creating a task may; so what is derived from an edition is
kept by identity, and forgotten when the edition is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import finalize

Subject = TypeVar("Subject")
Result = TypeVar("Result")


def once_for_each(function: Callable[[Subject], Result]) -> Callable[[Subject], Result]:
    """`function`, computed once for each object it is called with; its result must not refer to that object.

    Where two threads call it first at the same time, both get the same result.
    """
    known: dict[int, Result] = {}

    @wraps(function)
    def remembered(subject: Subject) -> Result:
        key = id(subject)
        try:
            return known[key]
        except KeyError:
            result = known.setdefault(key, function(subject))
            finalize(subject, known.pop, key, None)
            return result

    return remembered

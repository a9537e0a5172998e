"""What a check holds events against, by the dialect they are written in."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import product
from typing import TypeAlias

from a2a_lifecycle.conformance.names import Names
from a2a_lifecycle.conformance.rules import Standard, standard
from a2a_lifecycle.conformance.shapes import STATUS, TASK, Dialect
from a2a_lifecycle.spec import Table, load

# The `final` that contradicts no state, and the state before of a task that was not seen before.
NEVER, NEW = object(), object()

Steps: TypeAlias = dict[tuple[object, str | int | None], tuple[str, bool, bool, object]]
"""(State before, raw value) → (state, whether it is a change, whether it is terminal, the `final` that contradicts)."""

_VERSIONS = {Dialect.V1: "v1.0", Dialect.V03_JSONRPC: "v0.3", Dialect.V03_REST: "v0.3", Dialect.V03_BINDING: "v0.3"}


class Rulebook:
    """The standards and the names of every dialect.

    Parameters:
        table: the table; the bundled one by default.
        edition: the edition to check against alone; raises `NoSuchEditionError`.
    """

    def __init__(self, table: Table | None = None, edition: str | None = None) -> None:
        table = table or load()
        self.alone = edition is not None
        by_version = {version: standard(table, version, edition) for version in set(_VERSIONS.values())}
        self.standards: dict[Dialect, Standard] = {d: by_version[version] for d, version in _VERSIONS.items()}
        self.names: dict[Dialect, Names] = {
            d: Names(s, strict=d is Dialect.V03_JSONRPC) for d, s in self.standards.items()
        }
        self.ids: tuple[str, ...] = tuple(dict.fromkeys(i for s in self.standards.values() for i in s.states))
        self.index: dict[str | None, int] = {state: number for number, state in enumerate(self.ids)}

    @cached_property
    def steps(self) -> tuple[tuple[Steps, ...], tuple[Steps, ...]]:
        """By kind (a whole task, a status update) and dialect, the steps of which nothing is to be said."""
        return (
            tuple(_steps(self, TASK, dialect) for dialect in Dialect),
            tuple(_steps(self, STATUS, dialect) for dialect in Dialect),
        )


def rulebook(table: Table | None = None, edition: str | None = None) -> Rulebook:
    """The rulebook of `table`, the bundled one by default; see `Rulebook`."""
    return _bundled(edition) if table is None or table is load() else Rulebook(table, edition)


@cache
def _bundled(edition: str | None) -> Rulebook:
    return Rulebook(load(), edition)


def _steps(rulebook: Rulebook, kind: int, dialect: Dialect) -> Steps:
    """The steps with which nothing is wrong, by values that are right in themselves and name a state of the guide."""
    if dialect is Dialect.EITHER:
        # What two dialects might have written is plain where it is the same in both.
        one, other = _steps(rulebook, kind, Dialect.V1), _steps(rulebook, kind, Dialect.V03_BINDING)
        return {key: step for key, step in one.items() if key in other and other[key][:3] == step[:3]}
    rules, names = rulebook.standards[dialect], rulebook.names[dialect]
    steps: Steps = {}
    raws: tuple[str | int, ...] = (*names.known, *names.numbers)
    befores: tuple[object, ...] = (NEW, None, *rules.states)
    for raw, before in product(raws, befores):
        reading, source = names.read(raw), before if isinstance(before, str) else None
        state = reading.state
        if state is None or reading.code or rules.outside(state) or rules.judge(source, state, snapshot=kind == TASK):
            continue
        contradicts = (f for f in (True, False) if dialect is not Dialect.V1 and rules.final_contradicts(state, f))
        steps[before, raw] = (state, state != before, state in rules.terminal, next(contradicts, NEVER))
    return steps

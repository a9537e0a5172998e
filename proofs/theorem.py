"""What a theorem is: a module of `theorems/` with four parts, and the verdict that solving them gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from inspect import cleandoc
from types import ModuleType
from typing import Literal

import z3

from a2a_lifecycle.proofs.free import FreeLifecycle
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation, Outcome, discharge
from a2a_lifecycle.proofs.trace import Refutation
from a2a_lifecycle.spec import Edition, Table, Transition

Verdict = Literal["proved", "refuted", "undetermined"]

PROVED: Verdict = "proved"
REFUTED: Verdict = "refuted"
UNDETERMINED: Verdict = "undetermined"

Scope = Callable[[Table, Edition], bool]
"""Of which editions a theorem is asked."""


TABLE = 1
"""The group of the theorems about the table alone."""

SYSTEM_EDGES = 60
"""Of how many edges at most the theorems about the system are asked: they search its runs for traces and witnesses."""


def too_large(edition: Edition) -> bool:
    """Whether `edition` has too many edges for the theorems about the system."""
    return len(edition.edges) > SYSTEM_EDGES


def any_table(table: Table, edition: Edition) -> bool:
    """Of every edition of every table: it is true of any sound lifecycle."""
    return True


def with_fallback(table: Table, edition: Edition) -> bool:
    """Of every edition that has a fallback state."""
    return edition.fallback is not None


def with_cancel(table: Table, edition: Edition) -> bool:
    """Of every edition that has a cancel trigger."""
    return edition.cancel_trigger is not None


def later_ones(table: Table, edition: Edition) -> bool:
    """Of the guide's editions but its default one, which they are held against."""
    return guide(table, edition) and edition.id != table.edition().id


def with_pause(table: Table, edition: Edition) -> bool:
    """Of every edition that has an interrupted state."""
    return any(state.state_class == "interrupted" for state in edition.states)


def bundled(table: Table, edition: Edition) -> bool:
    """Of every edition of the bundled table."""
    return table.bundled


def guide(table: Table, edition: Edition) -> bool:
    """Of the guide's own editions."""
    return table.bundled and edition.source == "guide"


def published(table: Table, edition: Edition) -> bool:
    """Of the published protocol's editions."""
    return table.bundled and edition.source == "published"


def _imported(module: str) -> Theorem:
    return Theorem(import_module(module))


@dataclass(frozen=True)
class Theorem:
    """One module of `theorems/`.

    Its parts, always in this order: the claim (the module's docstring, `SCOPE`, and `claim` or `axiom`), its negation
    as constraints (`negation`), the witness twin (`witness`), and the expected verdict (`EXPECTED`).

    Attributes:
        module: the module.
    """

    module: ModuleType

    def __reduce__(self) -> tuple[Callable[[str], Theorem], tuple[str]]:
        """It goes to another process by its name: a module does not."""
        return _imported, (self.module.__name__,)

    @property
    def name(self) -> str:
        """The sentence that names it, such as `terminal_states_are_final`."""
        return self.module.__name__.rpartition(".")[2]

    @property
    def number(self) -> tuple[int, int]:
        """Its group and its place there, for the order of a report."""
        group, place = self.module.NUMBER
        return group, place

    @property
    def order(self) -> tuple[tuple[int, int], str]:
        """What a list of theorems is sorted by."""
        return self.number, self.name

    @cached_property
    def claim(self) -> str:
        """The claim in English, with its clause."""
        return " ".join(cleandoc(self.module.__doc__ or "").split("\n\n")[0].split())

    @property
    def expected(self) -> Verdict:
        """The verdict that a green run needs."""
        expected: Verdict = self.module.EXPECTED
        return expected

    @property
    def repair(self) -> str | None:
        """For a design that is refuted: the rule that repairs it."""
        return getattr(self.module, "REPAIR", None)

    @property
    def repaired(self) -> tuple[str, ...]:
        """The names of the theorems that prove the repaired design."""
        names: tuple[str, ...] = getattr(self.module, "REPAIRED", ())
        return names

    def applies(self, table: Table, edition: Edition) -> bool:
        """Whether it is asked of `edition`; what is about the whole system, of those alone that are not too large."""
        return (self.number[0] == TABLE or not too_large(edition)) and bool(self.module.SCOPE(table, edition))

    def negation(self, t: Lifecycle) -> Iterable[Obligation]:
        """The claim's negation, as obligations that the claim needs met."""
        obligations: Iterable[Obligation] = self.module.negation(t)
        return obligations

    def witness(self, t: Lifecycle) -> Iterable[Obligation]:
        """The evidence that the claim is not vacuous."""
        obligations: Iterable[Obligation] = self.module.witness(t)
        return obligations

    def axiom(self, free: FreeLifecycle) -> z3.BoolRef | None:
        """The claim as a formula over any relation at all, where the theorem serves as an axiom; else None."""
        axiom = getattr(self.module, "axiom", None)
        return None if axiom is None else axiom(free)


@dataclass(frozen=True)
class Result:
    """What became of a theorem in an edition.

    Attributes:
        theorem: the theorem.
        edition: the edition's id.
        verdict: proved, refuted or undetermined.
        outcomes: the answers on its negation.
        witnesses: the answers on its witness twin.
        refutation: why it is refuted.
        reason: why it is undetermined.
    """

    theorem: Theorem
    edition: str
    verdict: Verdict
    outcomes: tuple[Outcome, ...]
    witnesses: tuple[Outcome, ...]
    refutation: Refutation | None = None
    reason: str | None = None

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.verdict == self.theorem.expected

    @cached_property
    def core(self) -> tuple[Transition, ...]:
        """The rows of the unsat cores that the proof rests on, in the table's order."""
        rows = {row.origin.number: row for outcome in self.outcomes for row in outcome.core}
        return tuple(rows[number] for number in sorted(rows))


def unsound(result: Result) -> bool:
    """Whether `result` refutes the table itself."""
    return result.theorem.number[0] == TABLE and result.verdict == REFUTED and not result.as_expected


def prove(theorem: Theorem, t: Lifecycle) -> Result:
    """Put the theorem's obligations to Z3.

    Refuted where an answer is the opposite of what the claim needs; undetermined where there is no answer, where
    nothing was asked, or where a proof is vacuous because a witness is missing.
    """
    outcomes = tuple(map(discharge, theorem.negation(t)))
    for outcome in outcomes:
        if outcome.refutation is not None:
            return _refuted(theorem, t, outcomes, outcome.refutation)
    witnesses = tuple(map(discharge, theorem.witness(t)))
    reason = _doubt(outcomes, witnesses)
    verdict = PROVED if reason is None else UNDETERMINED
    return Result(theorem, t.edition.id, verdict, outcomes, witnesses, reason=reason)


def _refuted(theorem: Theorem, t: Lifecycle, outcomes: tuple[Outcome, ...], why: Refutation) -> Result:
    """The refutation; where it is the expected verdict, the witnesses must be there too, or it shows nothing."""
    witnesses = tuple(map(discharge, theorem.witness(t))) if theorem.expected == REFUTED else ()
    reason = _doubt((), witnesses, asked=False) if theorem.expected == REFUTED else None
    if reason is not None:
        return Result(theorem, t.edition.id, UNDETERMINED, outcomes, witnesses, refutation=why, reason=reason)
    return Result(theorem, t.edition.id, REFUTED, outcomes, witnesses, refutation=why)


def _doubt(outcomes: tuple[Outcome, ...], witnesses: tuple[Outcome, ...], *, asked: bool = True) -> str | None:
    """Why answers that refute nothing prove nothing either, or None where they do prove."""
    for outcome in (*outcomes, *witnesses):
        if outcome.answer == "unknown":
            return f"no answer on “{outcome.obligation.name}”: {outcome.reason}"
    if asked and not outcomes:
        return "nothing was asked of the solver"
    if not witnesses:
        return "there is no witness that the claim is not vacuous"
    for witness in witnesses:
        if not witness.met:
            return f"vacuous: no witness of “{witness.obligation.name}”"
    return None

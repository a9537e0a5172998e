"""An obligation: one question for a solver, with the answer that a proof needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import z3

from a2a_lifecycle.proofs.trace import Refutation
from a2a_lifecycle.spec import Transition

Answer = Literal["unsat", "sat", "unknown"]

TIMEOUT_MS = 60_000
"""How long a solver may think about one obligation, in milliseconds; then the answer is `unknown`, never a proof."""


class Inconclusive(Exception):  # noqa: N818 - it is no error, but an answer
    """Raised where the solver's answer is not the one needed and yet shows no fault: a certificate that does not hold.

    Attributes:
        reason: what is missing.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def _unexplained(_: z3.ModelRef | None) -> Refutation:
    return Refutation("the solver's answer is not the one the claim needs")


@dataclass(frozen=True)
class Fact:
    """A tracked assumption: what one row of the table says.

    Attributes:
        row: the row that says it.
        formula: what it says.
    """

    row: Transition
    formula: z3.BoolRef


class Shared(tuple[z3.BoolRef, ...]):
    """Constraints that several theorems put to the solver; an answer that is the one needed is remembered.

    Attributes:
        outcome: that answer, or None where they were not put yet.
    """

    outcome: Outcome | None = None


@dataclass(frozen=True)
class Obligation:
    """Constraints, and the answer they must have.

    Attributes:
        name: a few words that say what is asked, unique within its theorem.
        needs: `unsat` for the negation of a claim, `sat` for a witness.
        constraints: what is asserted.
        facts: assertions that are tracked, so that an unsat core names the rows it rests on.
        explain: what the other answer means; it is given the model where that answer is `sat`; raises `Inconclusive`
            where the answer shows no fault.
        universal: whether it is about every step: its core then holds rows for what they say, not for being there.
        large: whether it is about so many rows that no core is asked for: Z3 then simplifies first, and it tells a
            reader nothing that thousands of rows are needed.
        describe: for a `sat` that is needed, what the model shows, in a line.
    """

    name: str
    needs: Answer
    constraints: Sequence[z3.BoolRef]
    facts: Sequence[Fact] = ()
    explain: Callable[[z3.ModelRef | None], Refutation] = field(default=_unexplained, repr=False)
    describe: Callable[[z3.ModelRef], str] | None = field(default=None, repr=False)
    universal: bool = False
    large: bool = False

    def smt2(self) -> str:
        """The obligation in SMT-LIB 2, for another solver; its expected answer stands in `:status`."""
        solver = z3.Solver()
        solver.add(*self.constraints, *(fact.formula for fact in self.facts))
        return str(solver.to_smt2())


@dataclass(frozen=True)
class Outcome:
    """What the solver answered.

    Attributes:
        obligation: what was asked.
        answer: what was answered.
        core: where the answer is `unsat`, the rows of a minimal unsat core, in the table's order.
        refutation: where the answer is the other one, what that means.
        evidence: where a model was needed and found, what it shows.
        reason: where the answer is `unknown`, why.
    """

    obligation: Obligation
    answer: Answer
    core: tuple[Transition, ...] = ()
    refutation: Refutation | None = None
    evidence: str | None = None
    reason: str | None = None

    @property
    def met(self) -> bool:
        """Whether the answer is the one needed."""
        return self.answer == self.obligation.needs


def discharge(obligation: Obligation, timeout_ms: int = TIMEOUT_MS) -> Outcome:
    """Ask Z3, deterministically; a core is minimal."""
    shared = obligation.constraints
    if isinstance(shared, Shared) and shared.outcome is not None:
        return replace(shared.outcome, obligation=obligation)
    # The simple solver starts faster, the other simplifies first: each is many times slower on the other's problems.
    solver = z3.Solver() if obligation.large else z3.SimpleSolver()
    solver.set("timeout", timeout_ms)
    solver.set("ctrl_c", False)  # Ctrl-C is for the process, not for one answer of the solver
    solver.set("random_seed", 0)
    solver.set("core.minimize", True)
    solver.add(*obligation.constraints)
    rows: dict[str, Transition] = {}
    for index, fact in enumerate(obligation.facts):
        label = f"fact {index}"
        rows[label] = fact.row
        if obligation.large:
            solver.add(fact.formula)
        else:
            solver.assert_and_track(fact.formula, label)
    try:
        outcome = _judged(obligation, solver, rows)
    except Inconclusive as doubt:
        return Outcome(obligation, "unknown", reason=doubt.reason)
    if isinstance(shared, Shared) and outcome.met:
        shared.outcome = outcome
    return outcome


def _judged(obligation: Obligation, solver: z3.Solver, rows: Mapping[str, Transition]) -> Outcome:
    answer = solver.check()
    if answer == z3.unknown:
        return Outcome(obligation, "unknown", reason=solver.reason_unknown())
    if answer == z3.sat:
        model = solver.model()
        if obligation.needs == "unsat":
            return Outcome(obligation, "sat", refutation=obligation.explain(model))
        return Outcome(obligation, "sat", evidence=obligation.describe(model) if obligation.describe else None)
    if obligation.needs == "sat":
        return Outcome(obligation, "unsat", refutation=obligation.explain(None))
    core = {row.origin.number: row for row in (rows[str(label)] for label in solver.unsat_core())}
    return Outcome(obligation, "unsat", tuple(core[number] for number in sorted(core)))

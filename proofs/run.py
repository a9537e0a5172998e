"""Runs theorems over editions and says, as one verdict, whether all came out as expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from a2a_lifecycle.proofs import parallel
from a2a_lifecycle.proofs.catalogue import loaded, names
from a2a_lifecycle.proofs.parallel import Told
from a2a_lifecycle.proofs.theorem import UNDETERMINED, Result
from a2a_lifecycle.spec import Table
from a2a_lifecycle.spec.errors import PortableError, suggestion

RunVerdict = Literal["as-expected", "unexpected", "undetermined"]


class NoSuchTheoremError(PortableError, LookupError):
    """A theorem was asked for that there is not.

    Attributes:
        theorem: the name asked for.
    """

    def __init__(self, theorem: str) -> None:
        self.theorem = theorem
        super().__init__(f"no theorem {theorem!r}; {suggestion(theorem, names())}")


@dataclass(frozen=True)
class Report:
    """The results of a run.

    Attributes:
        table: what the theorems were asked of.
        results: one for each theorem and edition, in the order asked.
    """

    table: Table
    results: tuple[Result, ...]

    @cached_property
    def verdict(self) -> RunVerdict:
        """`as-expected` only where something was proved and nothing came out otherwise than expected."""
        if any(not result.as_expected and result.verdict != UNDETERMINED for result in self.results):
            return "unexpected"
        if not self.results or any(not result.as_expected for result in self.results):
            return "undetermined"
        return "as-expected"

    @property
    def status(self) -> int:
        """The exit status: 0 all as expected, 1 a verdict against expectation, 3 undetermined or nothing asked."""
        return {"as-expected": 0, "unexpected": 1, "undetermined": 3}[self.verdict]


def run(
    table: Table,
    *,
    edition: str | None = None,
    theorems: Sequence[str] | None = None,
    progress: Told = lambda theorem, edition: None,
    processes: int = 1,
) -> Report:
    """Prove what applies.

    Parameters:
        table: what the theorems are asked of.
        edition: the id of one edition; all of them by default.
        theorems: names of theorems; all of them by default.
        progress: called before each theorem with it and the edition's id, where one process does it all.
        processes: how many processes may share the work, where this one can be forked. From another process a
            result comes back without the Z3 terms of its obligations.

    Raises:
        NoSuchEditionError: the table has no such edition.
        NoSuchTheoremError: there is no such theorem.
    """
    for name in theorems or ():
        if name not in names():
            raise NoSuchTheoremError(name)
    chosen = loaded(names() if theorems is None else theorems)
    editions = [*table.editions.values()] if edition is None else [table.edition(edition)]
    several = len(editions) > 1 or (table.bundled and len(chosen) > 1)
    if processes > 1 and several and parallel.possible():
        return Report(table, tuple(parallel.prove_editions(table, editions, chosen, processes)))
    results = [result for one in editions for result in parallel.prove_edition(table, one, chosen, progress)]
    return Report(table, tuple(results))

"""Every pair of states, and what an edition says of the step from the one to the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from a2a_lifecycle.conformance.vectors.clauses import Reason, no_row, refusal
from a2a_lifecycle.conformance.vectors.sentences import a_task, when
from a2a_lifecycle.spec import Basis, Edge, Edition, State

Verdict = Literal["legal", "update", "illegal"]
"""`legal`: an edge; `update`: the same state again in a task that has not ended, which reports progress and changes
nothing; `illegal`: neither."""

VERDICTS: tuple[Verdict, ...] = ("legal", "update", "illegal")


@dataclass(frozen=True, slots=True)
class Pair:
    """What an edition says of the step from one state to another.

    Attributes:
        source: the state before.
        target: the state after.
        verdict: `legal`, `update` or `illegal`.
        reason: why it is refused, or None where it is not.
        basis: what the verdict rests on, or None where nothing says.
        clause: where the verdict comes from.
        edges: the edges that give it.
    """

    source: State
    target: State
    verdict: Verdict
    reason: Reason | None
    basis: Basis | None
    clause: tuple[str, ...]
    edges: tuple[Edge, ...]

    @property
    def name(self) -> str:
        """Names the pair within its edition."""
        return f"{self.source.id}-to-{self.target.id}"

    @property
    def sentence(self) -> str:
        """What the verdict says of a task."""
        subject, label = a_task(self.source), self.target.label.en
        if self.verdict == "legal":
            return f"{subject} becomes {label}{when(self.edges)}"
        if self.verdict == "update":
            return f"{subject} stays {label}: the same state again reports progress and changes nothing"
        if self.reason == "final":
            return f"{subject} stays {self.source.label.en}: it does not become {label}"
        if self.reason == "repeated":
            return f"{subject} has ended: {label} is not said again"
        if self.reason == "fallback":
            return f"{subject} does not become {label}: the fallback is a client's view, no state of a server's task"
        return f"{subject} does not become {label} in one step"

    def vector(self) -> dict[str, Any]:
        """The pair as a vector."""
        return {
            "id": self.name,
            "description": self.sentence,
            "clause": list(self.clause),
            "from": self.source.id,
            "to": self.target.id,
            "verdict": self.verdict,
            "reason": self.reason,
            "basis": self.basis,
            "triggers": [edge.trigger for edge in self.edges],
        }


def pair(edition: Edition, source: State, target: State) -> Pair:
    """What `edition` says of the step from `source` to `target` (G2, G3, G5.1)."""
    edges = edition.edges_between(source.id, target.id)
    if edges:
        clause = tuple(dict.fromkeys(clause for edge in edges for clause in edge.row.clause)) or (no_row(edition),)
        return Pair(source, target, "legal", None, edges[0].basis, clause, edges)
    if source == target and not source.terminal and not source.fallback:
        return Pair(source, target, "update", None, "silent", (f"{no_row(edition)}, nothing forbids it",), ())
    why = refusal(edition, source, target)
    return Pair(source, target, "illegal", why.reason, why.basis, why.clause, ())


def pairs(edition: Edition) -> Iterator[Pair]:
    """Every pair of states of `edition`, in the table's order."""
    for source in edition.states:
        for target in edition.states:
            yield pair(edition, source, target)


def vectors(edition: Edition) -> list[dict[str, Any]]:
    """A vector for every pair of states."""
    return [each.vector() for each in pairs(edition)]

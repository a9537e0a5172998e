"""The clause that a refusal rests on.

A legal step cites its row. A refusal has no row to cite: what forbids it is a rule about a whole class of states, or
the absence of a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from a2a_lifecycle.spec import Basis, Edition, State

Reason = Literal["final", "repeated", "fallback", "no-row"]
"""Why a pair is refused. `final`: it leaves a terminal state (G5.1); `repeated`: it says a terminal state again;
`fallback`: it enters or leaves the client's fallback (G5.4); `no-row`: no row gives it."""

REASONS: tuple[Reason, ...] = ("final", "repeated", "fallback", "no-row")

_GUIDE = "guide"
_GUIDE_FINAL, _GUIDE_FALLBACK, _GUIDE_ROWS = "G5.1", "G5.4", "G2, G3"

_PUBLISHED_FINAL = {
    "v1.0": ("published v1.0 §3.1.1", "published v1.0 §3.1.2"),
    "v0.3": ("published v0.3 §6.1", "published v0.3 §7.1", "published v0.3 §7.2"),
}
"""Protocol version → where the published text says that a terminal task never restarts."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an edition refuses a pair of states.

    Attributes:
        reason: the kind of refusal.
        basis: `guide` where the guide's rules forbid it, `stated` where the published text does, None where there is
            only no row.
        clause: what forbids it.
    """

    reason: Reason
    basis: Basis | None
    clause: tuple[str, ...]


def no_row(edition: Edition) -> str:
    """The clause of what no row of `edition` gives."""
    rows = _GUIDE_ROWS if edition.source == _GUIDE else f"{edition.source} {edition.protocol}"
    return f"{rows}: no row"


def refusal(edition: Edition, source: State, target: State) -> Refusal:
    """Why `edition` refuses the step from `source` to `target`, which no edge of it gives."""
    basis: Basis | None = "guide" if edition.source == _GUIDE else None
    absent = no_row(edition)
    if source.id in edition.outcomes and source != target:
        if edition.source == "published" and edition.protocol in _PUBLISHED_FINAL:
            return Refusal("final", "stated", _PUBLISHED_FINAL[edition.protocol])
        return Refusal("final", basis, (_GUIDE_FINAL,))
    if source.fallback or target.fallback:
        return Refusal("fallback", basis, (_GUIDE_FALLBACK, absent) if basis else (absent,))
    return Refusal("repeated" if source == target else "no-row", basis, (absent,))

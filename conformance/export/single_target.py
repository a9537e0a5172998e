"""What a machine that takes one step for one event cannot say."""

from __future__ import annotations

from a2a_lifecycle.conformance.export.exporter import ExportError
from a2a_lifecycle.spec import Edition


def require_single_targets(edition: Edition, format_name: str) -> None:
    """Raise `ExportError` where a trigger leads from one state to two: `format_name` would take the first in silence.

    Such a table is well formed, and the proofs refute it; to write half of it would hide that.
    """
    seen: dict[tuple[str, str], str] = {}
    for edge in edition.edges:
        other = seen.setdefault((edge.source, edge.trigger), edge.target)
        if other != edge.target:
            raise ExportError(
                f"{edition.id}: {edge.trigger!r} leads from {edge.source!r} to both {other!r} and {edge.target!r}, by "
                f"{edge.row.origin}; {format_name} would take the first alone: give each its own trigger"
            )

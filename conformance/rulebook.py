"""What a check holds events against, by the dialect they are written in."""

from __future__ import annotations

from a2a_lifecycle.conformance.names import Names
from a2a_lifecycle.conformance.rules import Standard, standard
from a2a_lifecycle.conformance.shapes import Dialect
from a2a_lifecycle.spec import Table, load

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

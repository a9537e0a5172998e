"""Reads the values of a state column as `check` does, as an expression: exact names, then what is clearly meant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import ibis
import ibis.expr.types as ir

from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.audit.rules import DIALECTS, Event, Rules
from a2a_lifecycle.conformance.shapes import Dialect

_LOOSE_CHARACTERS = 100
"""`check` looks at so many characters of a value that is no name."""


class Values:
    """The values that a state column may hold.

    Parameters:
        coding: the numbers for what they say.
    """

    def __init__(self, coding: Coding) -> None:
        self._coding, self._rules = coding, coding.rules

    @cached_property
    def exact(self) -> Mapping[Dialect, Mapping[str, Event]]:
        """Dialect → text → what it says. A numeral counts as the number: text is all that many tables can hold."""
        found: dict[Dialect, dict[str, Event]] = {}
        for dialect in DIALECTS:
            numbers = {
                state.number
                for standard in self._rules.rulebook.standards.values()
                for state in standard.states.values()
            }
            texts: dict[str, object] = {str(n): n for n in sorted(n for n in numbers if n is not None)}
            texts.update((name, name) for name in self._rules.rulebook.names[dialect].known)
            found[dialect] = {text: self._rules.value(dialect, raw) for text, raw in texts.items()}
        return found

    @cached_property
    def known(self) -> list[str]:
        """The texts that are a name in some dialect."""
        return sorted({text for texts in self.exact.values() for text in texts})

    def with_what(self, table: ir.Table) -> ir.Table:
        """`table` with `what`, the number of what `state` says; `raw` is the text where it is no name, or null."""
        raw = table.raw.substr(0, _LOOSE_CHARACTERS)
        table = table.mutate(bare=raw.re_replace(r"[^\p{L}\p{N}]", "").lower())
        by_look = self._by_look(table)
        if "protocol" not in table.columns:
            return table.mutate(what=by_look)
        version = table.protocol.cast("string").lower().re_replace("^v", "")
        standards = self._rules.rulebook.standards
        versions = {d: standards[d].version.removeprefix("v").partition(".")[0] for d in DIALECTS}
        cases = [(version.re_search(rf"^{major}(\.|$)"), self._in(table, d)) for d, major in versions.items()]
        return table.mutate(what=ibis.cases(*cases, else_=by_look))

    def _by_look(self, table: ir.Table) -> ir.IntegerValue:
        """Where no column tells the dialect, the spelling does: only v0.3 writes names in lower case."""
        exact = {
            text: event
            for dialect in DIALECTS
            for text, event in self.exact[dialect].items()
            if _dialect(text) is dialect
        }
        lower = (table.raw == table.raw.lower()) & (table.raw != table.raw.upper())
        odd = ibis.ifelse(lower, self._loose(table, Dialect.V03_BINDING), self._loose(table, Dialect.V1))
        return self._cases(table, exact, odd)

    def _in(self, table: ir.Table, dialect: Dialect) -> ir.IntegerValue:
        return self._cases(table, self.exact[dialect], self._loose(table, dialect))

    def _cases(self, table: ir.Table, exact: Mapping[str, Event], odd: ir.IntegerValue) -> ir.IntegerValue:
        none = small(self._coding.what(self._rules.value(Dialect.V1, None)))
        known = [(table.state == text, small(self._coding.what(event))) for text, event in exact.items()]
        return ibis.cases((table.state.isnull() | (table.state == ""), none), *known, else_=odd)

    def _loose(self, table: ir.Table, dialect: Dialect) -> ir.IntegerValue:
        unknown = small(self._coding.what(self._rules.value(dialect, "?")))
        meant = [
            (table.bare == text, small(self._coding.what(event)))
            for text, event in meant_by(self._rules, dialect).items()
        ]
        return ibis.cases(*meant, else_=unknown) if meant else unknown


def meant_by(rules: Rules, dialect: Dialect) -> Mapping[str, Event]:
    """Text in lower case, of letters and digits alone → what it clearly means, where it clearly means something."""
    standards = rules.rulebook.standards.values()
    rows = [state for standard in standards for edition in standard.readable for state in edition.states]
    names = {n for s in rows for n in (s.id, *s.wire.values(), *(r for read in s.reads.values() for r in read))}
    forms = {_bare(name) for name in names}
    prefixes = {long.removesuffix(short) for long in forms for short in forms if long.endswith(short)}
    found: dict[str, Event] = {}
    for form in sorted({prefix + form for prefix in prefixes for form in forms}):
        event = rules.value(dialect, f" {form}")  # the blank keeps it from being a name itself
        if event.state is not None:
            found[form] = event
    return found


def small(number: int) -> ir.IntegerScalar:
    """`number` as a literal of two bytes."""
    return ibis.literal(number, "int16")


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def _dialect(text: str) -> Dialect:
    return Dialect.V03_BINDING if text.islower() else Dialect.V1

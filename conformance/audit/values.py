"""Reads the values of a state column as `check` does, as an expression: exact names, then what is clearly meant."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
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
        by_column: whether a column tells the dialect of each; else its spelling does: only v0.3 writes in lower case.
        texts: the values that occur, as text, where they are known; None: any may.
    """

    def __init__(self, coding: Coding, *, by_column: bool, texts: Collection[str] | None = None) -> None:
        self._coding, self._rules, self._by_column, self._texts = coding, coding.rules, by_column, texts

    @cached_property
    def exact(self) -> Mapping[Dialect, Mapping[str, Event]]:
        """Dialect → text → what it says: of the names there are, or of the texts that occur, whatever they are.

        A numeral counts as the number: text is all that many tables can hold.
        """
        standards = self._rules.rulebook.standards.values()
        numbers = {str(s.number): s.number for standard in standards for s in standard.states.values()}
        found: dict[Dialect, dict[str, Event]] = {}
        for dialect in DIALECTS:
            names = {*numbers, *self._rules.rulebook.names[dialect].known} if self._texts is None else self._texts
            found[dialect] = {
                text: self._rules.value(dialect, numbers.get(text, text))
                for text in sorted(names)
                if self._by_column or _dialect(text) is dialect
            }
        return found

    @cached_property
    def unknown(self) -> list[str]:
        """Those of the texts that occur that no state is clearly meant by, in some dialect."""
        return sorted({text for texts in self.exact.values() for text, event in texts.items() if event in self._lost})

    def events(self) -> set[Event]:
        """What the texts that occur may say, in status updates, and what says nothing."""
        return {self._nothing, *(event for texts in self.exact.values() for event in texts.values())}

    @property
    def _nothing(self) -> Event:
        return self._rules.value(Dialect.V1, None)

    def prepared(self, table: ir.Table) -> ir.Table:
        """`table` with its `state` as text, and what it takes to read that."""
        text = table.state if table.state.type().is_string() else table.state.cast("string")
        if self._texts is not None:
            return table.mutate(state=text)
        named = [set(texts) for texts in self.exact.values()]
        names = set.intersection(*named) if self._by_column else set.union(*named)
        # What needs a closer look; null elsewhere, where to look closer takes no time.
        table = table.mutate(state=text, odd=ibis.ifelse(text.isin(sorted(names)), ibis.null("string"), text))
        return table.mutate(bare=table.odd.substr(0, _LOOSE_CHARACTERS).re_replace(r"[^\p{L}\p{N}]", "").lower())

    def raw(self, table: ir.Table) -> ir.Value | None:
        """The value itself where the `what` of `table`, prepared, knows no state for it; None where it always does.

        Where the texts are known, its place among `unknown` stands for it.
        """
        numbers = [self._coding.what(replace(e, snapshot=snapshot)) for e in self._lost for snapshot in (False, True)]
        if self._texts is None:
            return ibis.ifelse(table.what.isin(numbers), table.state, ibis.null("string"))
        if not self.unknown:
            return None
        place = table.state.cases(*((text, whole(at)) for at, text in enumerate(self.unknown)), else_=whole(-1))
        return ibis.ifelse(table.what.isin(numbers), place.cast("int16"), ibis.null("int16"))

    def told(self, raw: ir.Value) -> ir.StringValue:
        """The text that `raw` stands for."""
        if self._texts is None:
            return raw
        return raw.cases(*((whole(at), text) for at, text in enumerate(self.unknown)), else_=ibis.null("string"))

    @property
    def _lost(self) -> list[Event]:
        return [self._rules.value(dialect, "?") for dialect in DIALECTS]

    def what(self, table: ir.Table) -> ir.IntegerValue:
        """The number of what `state` says, in a table that is prepared."""
        by_look = {
            text: event
            for dialect, texts in self.exact.items()
            for text, event in texts.items()
            if _dialect(text) is dialect
        }
        looked_at = self._cases(table, by_look, None)
        if not self._by_column:
            return looked_at
        version = table.protocol.cast("string").lower().re_replace("^v", "")
        standards = self._rules.rulebook.standards
        versions = {d: standards[d].version.removeprefix("v").partition(".")[0] for d in DIALECTS}
        cases = [
            (version.re_search(rf"^{major}(\.|$)"), self._cases(table, self.exact[dialect], dialect))
            for dialect, major in versions.items()
        ]
        return ibis.cases(*cases, else_=looked_at)

    def _cases(self, table: ir.Table, exact: Mapping[str, Event], dialect: Dialect | None) -> ir.IntegerValue:
        nothing = whole(self._coding.what(self._nothing))
        known = [(text, whole(self._coding.what(event))) for text, event in exact.items()]
        if self._texts is not None:
            return table.state.cases(*known, else_=nothing) if known else nothing
        read = table.state.cases(("", nothing), *known, else_=self._odd(table, dialect))
        return ibis.ifelse(table.state.isnull(), nothing, read)

    def _odd(self, table: ir.Table, dialect: Dialect | None) -> ir.IntegerValue:
        if dialect is not None:
            return self._loose(table, dialect)
        lower = (table.odd == table.odd.lower()) & (table.odd != table.odd.upper())
        return ibis.ifelse(lower, self._loose(table, Dialect.V03_BINDING), self._loose(table, Dialect.V1))

    def _loose(self, table: ir.Table, dialect: Dialect) -> ir.IntegerValue:
        unknown = whole(self._coding.what(self._rules.value(dialect, "?")))
        meant = [(text, whole(self._coding.what(event))) for text, event in meant_by(self._rules, dialect).items()]
        return table.bare.cases(*meant, else_=unknown) if meant else unknown


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


def whole(number: int) -> ir.IntegerScalar:
    """`number` as a literal, of the four bytes that every engine takes it for."""
    return ibis.literal(number, "int32")


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def _dialect(text: str) -> Dialect:
    return Dialect.V03_BINDING if text.islower() else Dialect.V1

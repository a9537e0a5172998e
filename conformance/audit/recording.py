"""Raw protocol events, read and recognised by the very code that `check` reads them with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pyarrow as pa

from a2a_lifecycle.conformance import messages
from a2a_lifecycle.conformance.audit.coding import Coding
from a2a_lifecycle.conformance.codes import Code
from a2a_lifecycle.conformance.documents import Documents
from a2a_lifecycle.conformance.shapes import ARTIFACT, CANCEL, TASK, Dialect, NotA2AError, recognise
from a2a_lifecycle.conformance.shapes import Event as WireEvent
from a2a_lifecycle.conformance.source import SourceError, opened

SCHEMA = pa.schema([("task", pa.string()), ("order_0", pa.int64()), ("what", pa.int16()), ("raw", pa.string())])
"""The columns of a recording: the order is the place of an event among all."""

_BATCH = 1 << 16
_MOST_REMEMBERED = 10_000


class Recording:
    """Recordings, read one after the other as one log.

    Parameters:
        names: the files, in this order; each may be packed with gzip.
        coding: the numbers for what events say.

    Attributes:
        not_judged: what was recognised and says nothing of a task's state, and how often.
        bytes_read: how much has been read, for showing progress.
    """

    def __init__(self, names: Sequence[str], coding: Coding) -> None:
        self._names, self._coding = names, coding
        self._numbers: dict[tuple[Dialect, str, bool], tuple[int, str | None]] = {}
        self._bindings: dict[str, bool] = {}
        """Tasks that the gRPC or REST binding of v0.3 has been seen to write → whether they have not ended since."""
        self.not_judged: dict[str, int] = {}
        self.bytes_read = 0

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The events, in the order in which they stand."""
        rows = enumerate(row for row in self._rows() if row is not None)
        while batch := list(islice(rows, _BATCH)):
            tasks, whats, raws = zip(*(row for _, row in batch), strict=True)
            places = [place for place, _ in batch]
            yield pa.record_batch([pa.array(tasks, pa.string()), places, whats, pa.array(raws, pa.string())], SCHEMA)

    def _rows(self) -> Iterator[tuple[str | None, int, str | None] | None]:
        unusable = (None, self._coding.unusable, None)
        for name in self._names:
            try:
                with opened(name) as pieces:
                    for _, document in Documents(self._counted(pieces)):
                        for event in self._recognised(document):
                            yield unusable if event is None else self._row(event)
            except SourceError:
                yield unusable

    def _counted(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            self.bytes_read += len(piece)
            yield piece

    def _recognised(self, document: Any) -> Iterator[WireEvent | None]:
        """The events in `document`; None for what cannot be read. Of an array, all elements that can be are."""
        try:
            yield from recognise(document, self.not_judged)
        except NotA2AError:
            if isinstance(document, list) and document:
                for one in document:
                    yield from self._recognised(one)
            else:
                yield None

    def _row(self, event: WireEvent) -> tuple[str | None, int, str | None] | None:
        kind, dialect, _, task, raw, final, _ = event
        if kind == CANCEL:
            return None
        if kind == ARTIFACT:
            return task, self._coding.artifact, None
        bound = self._bindings.get(task) if self._bindings else None
        if dialect is Dialect.EITHER:
            dialect = Dialect.V03_BINDING if bound else Dialect.V1
        what, odd = self._number(dialect, raw, kind == TASK)
        if what >> self._coding.bits in self._coding.terminal:
            if bound:
                self._bindings[task] = False
        elif (
            dialect is Dialect.V03_BINDING and final is not None and (what < self._coding.silent or bound is not False)
        ):
            self._bindings[task] = True
        return task, what, odd

    def _number(self, dialect: Dialect, raw: Any, snapshot: bool) -> tuple[int, str | None]:
        """The number of what `raw` says, and the value itself where it is no name of a state."""
        key = (dialect, f"{type(raw).__name__} {raw!r}", snapshot)
        known = self._numbers.get(key)
        if known is None:
            event = self._coding.rules.value(dialect, raw)
            # The JSON-RPC binding of v0.3 knows fewer names than the others; what they mean is the same.
            dialect = Dialect.V1 if dialect is Dialect.V1 else Dialect.V03_BINDING
            what = self._coding.what(replace(event, dialect=dialect, snapshot=snapshot))
            named = event.code is None or event.code in (Code.GUIDE_SPELLING, Code.UNSPECIFIED_STATE)
            known = what, None if named else messages.shown(raw)
            if len(self._numbers) < _MOST_REMEMBERED:
                self._numbers[key] = known
        return known

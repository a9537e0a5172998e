"""The front door: recordings, or events in Python, in; a report out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from os import PathLike, fspath
from typing import Any

from a2a_lifecycle.conformance import messages
from a2a_lifecycle.conformance.codes import Code
from a2a_lifecycle.conformance.collector import MAX_FINDINGS, Collector
from a2a_lifecycle.conformance.documents import Documents
from a2a_lifecycle.conformance.findings import Place, Report
from a2a_lifecycle.conformance.json_text import Unreadable
from a2a_lifecycle.conformance.objects import as_document
from a2a_lifecycle.conformance.quick import Quick
from a2a_lifecycle.conformance.rulebook import rulebook
from a2a_lifecycle.conformance.shapes import NotA2AError, recognise
from a2a_lifecycle.conformance.source import STDIN, SourceError, opened
from a2a_lifecycle.conformance.tracker import Tracker
from a2a_lifecycle.spec import Table


def check(events: Iterable[Any], *, table: Table | None = None, edition: str | None = None) -> Report:
    """Hold events against the table.

    Parameters:
        events: in the order in which they were sent or received: parsed JSON objects, JSON texts (`str` or `bytes`), or
            objects of the `a2a-sdk`, be they pydantic models or protobuf messages; in any shape that a recording may
            have. The line of a finding is the event's number, from 1.
        table: a table of your own; the bundled one by default.
        edition: the edition to check against alone, such as `guide-v1.0`.

    Raises:
        NoSuchEditionError: the table has no such edition.
    """
    rules = rulebook(table, edition)
    collector = Collector(alone=rules.alone)
    tracker = Tracker(rules, collector)
    documents = ((number, as_document(event)) for number, event in enumerate(events, start=1))
    tracker.in_stream = lambda: True  # whoever hands events over has them in order
    _run(documents, tracker, collector)
    return _finished(tracker, collector)


def check_files(
    files: Sequence[str | PathLike[str]],
    *,
    table: Table | None = None,
    edition: str | None = None,
    join: bool = False,
    follow: str | None = None,
    max_findings: int = MAX_FINDINGS,
    on_file: Callable[[str], None] | None = None,
) -> Report:
    """Hold recordings against the table.

    Parameters:
        files: the recordings; `-` is standard input. gzip is recognised.
        table: a table of your own; the bundled one by default.
        edition: the edition to check against alone.
        join: read the files, in this order, as one recording, such as the parts of a log that was rotated. Otherwise
            each is a recording of its own, and a task id in one of them has nothing to do with the same id in another.
        follow: the id of a task whose path is wanted, however many tasks there are.
        max_findings: keep no more than so many findings; the rest is counted.
        on_file: called with the name of each file before it is read.

    Raises:
        NoSuchEditionError: the table has no such edition.
    """
    rules = rulebook(table, edition)
    collector = Collector(alone=rules.alone, max_findings=max_findings, follow=follow)
    tracker: Tracker | None = None
    for number, name in enumerate([fspath(file) for file in files]):
        collector.files.append("<stdin>" if name == STDIN else name)
        if on_file is not None:
            on_file(name)
        if tracker is None or not join:
            tracker = Tracker(rules, collector)
        tracker.recording = number
        _read(name, tracker, collector)
        if not join or number == len(files) - 1:
            _finished(tracker, collector)
    return collector.report()


def _read(name: str, tracker: Tracker, collector: Collector) -> None:
    documents: Documents | None = None
    try:
        with opened(name) as pieces:
            documents = Documents(pieces, Quick(tracker, tracker.rulebook))
            tracker.in_stream = partial(getattr, documents, "in_stream")
            _run(documents, tracker, collector)
    except SourceError as error:
        line = documents.line + 1 if documents is not None and documents.line else None
        _unreadable(str(error), line, tracker, collector)
    finally:
        tracker.events += documents.taken if documents is not None else 0


def _run(documents: Iterable[tuple[int, Any]], tracker: Tracker, collector: Collector) -> None:
    take, not_judged = tracker.take, collector.not_judged
    for line, document in documents:
        try:
            for event in recognise(document, not_judged):
                take(event, line)
        except NotA2AError as error:
            _one_by_one(document, line, str(error), tracker, collector)


def _one_by_one(document: Any, line: int, complaint: str, tracker: Tracker, collector: Collector) -> None:
    """What is no A2A object as a whole; of an array, all that are."""
    if isinstance(document, Unreadable):
        _unreadable(document.reason, line, tracker, collector)
    elif type(document) is list and document:
        for one in document:
            try:
                events = recognise(one, collector.not_judged)
            except NotA2AError as error:
                _unreadable(f"has in its array what {error}", line, tracker, collector)
                continue
            for event in events:
                tracker.take(event, line)
    else:
        _unreadable(complaint, line, tracker, collector)


def _unreadable(reason: str, line: int | None, tracker: Tracker, collector: Collector) -> None:
    file = collector.files[tracker.recording] if collector.files else None
    subject = "event" if file is None else "file" if line is None else "line"
    message = f"The {subject} {reason}{'' if reason.endswith('?') else '.'}"
    collector.find(Code.UNREADABLE, Place(file, line), message, recording=tracker.recording)


def _finished(tracker: Tracker, collector: Collector) -> Report:
    tracker.finish()
    if not tracker.tasks:
        file = collector.files[tracker.recording] if collector.files else None
        collector.find(Code.NO_TASKS, Place(file, None), messages.NO_TASKS, recording=tracker.recording)
    return collector.report()

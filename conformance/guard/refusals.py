"""Refusals: counted, logged, and made into the SDK's errors."""

from __future__ import annotations

import logging
import re
import threading
from collections import Counter

from a2a.server.cluster.task_store import ConcurrentTaskModificationError
from a2a.utils.errors import UnsupportedOperationError

from a2a_lifecycle.conformance.export.sql_rules import MARK
from a2a_lifecycle.conformance.law import Refusal

logger = logging.getLogger("a2a_lifecycle.guard")
"""Where every refusal is logged, as a warning."""

_BY_TRIGGER = re.compile(rf"(<class '[^']*'>: )?{re.escape(MARK)}(?P<code>[a-z-]+): (?P<message>[^\n]*)")
"""The driver's own message, before which SQLAlchemy may have put the driver's class."""


class WriteRefusedError(UnsupportedOperationError, ConcurrentTaskModificationError):
    """A store did not write a task, for that would have left the table; what was stored is as it was.

    It is both of the SDK's errors for this: a request handler that meets it reads the task again, ends a stream with
    the task as it is stored, and answers a cancel request with `TaskNotCancelableError`.

    Attributes:
        refusal: why.
        task_id: which task.
    """

    def __init__(self, refusal: Refusal, task_id: str) -> None:
        UnsupportedOperationError.__init__(self, refusal.message, details(refusal, task_id))
        self.refusal, self.task_id = refusal, task_id


def details(refusal: Refusal, task_id: str) -> dict[str, str]:
    """What the data of an A2A error says of a refusal."""
    source = {} if refusal.source is None else {"from": refusal.source}
    return {"code": refusal.code, "task": task_id, **source, "to": refusal.target}


def by_trigger(error: BaseException) -> Refusal | None:
    """The refusal that a database's trigger put in `error`, or None where it is another error."""
    # The driver's message alone: SQLAlchemy's own holds what was to be written too, which may say anything.
    found = _BY_TRIGGER.match(str(getattr(error, "orig", None) or error))
    return Refusal(found["code"], None, "", found["message"]) if found else None


class Refusals:
    """The refusals of one guard, counted by code; safe to use from several threads."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._mutex = threading.Lock()

    def add(self, refusal: Refusal, task_id: str) -> None:
        """Count and log one."""
        with self._mutex:
            self._counts[refusal.code] += 1
        logger.warning("refused on task %s: %s: %s", task_id, refusal.code, refusal.message)

    def counts(self) -> Counter[str]:
        """Code → how often, as of now."""
        with self._mutex:
            return Counter(self._counts)

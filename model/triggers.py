"""A method for every trigger of a task's edition.

`triggers.pyi` beside this file, generated from the table, tells type checkers the methods of the bundled editions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from a2a_lifecycle.model.errors import UnknownTriggerError
from a2a_lifecycle.model.events import Event
from a2a_lifecycle.spec import Edition


class Triggers:
    """The trigger methods of a task: `task.NAME(message)` is `task.fire(NAME, message)`."""

    __slots__ = ()

    edition: Edition
    _events: Mapping[str, Any]
    fire: Callable[..., Event]

    def __getattr__(self, name: str) -> Callable[..., Event]:
        # Only what is no attribute comes here. A private name is never a trigger, and is asked for by the interpreter
        # while an object is not yet whole.
        if name[0] == "_":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name in self._events:
            return partial(self.fire, name)
        raise UnknownTriggerError(name, self.edition.id, self.edition.triggers)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.edition.triggers]

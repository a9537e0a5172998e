"""A method for every trigger of a task's edition.

`triggers.pyi` beside this file, generated from the table, tells type checkers the methods of the bundled editions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from a2a_lifecycle.model.errors import UnknownTriggerError
from a2a_lifecycle.model.events import Event
from a2a_lifecycle.spec import Edition, load


class Triggers:
    """The trigger methods of a task: `task.NAME(message)` is `task.fire(NAME, message)`.

    The bundled table's triggers are methods of the class, so that a subclass may extend one and call `super().NAME()`;
    a task has those of its edition. The triggers of a table of one's own are methods of each task that follows it: a
    subclass extends one by `self.fire("NAME")`. `fire` and `request_cancel` never call a method so extended.
    """

    __slots__ = ()

    edition: Edition
    _events: Mapping[str, Any]
    fire: Callable[..., Event]

    def __getattr__(self, name: str) -> Callable[..., Event]:
        # Only what is no attribute comes here. A private name is never a trigger, and is asked for by the interpreter
        # while an object is not yet whole.
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name in self._events:
            return partial(self.fire, name)
        raise UnknownTriggerError(name, self.edition.id, self.edition.triggers)

    def __dir__(self) -> list[str]:
        return [*(name for name in super().__dir__() if name not in _BUNDLED), *self.edition.triggers]


class _Method:
    """A trigger as a method of the class: a task whose edition lacks the trigger has no such attribute."""

    def __init__(self, name: str) -> None:
        self.__name__ = name
        self.__doc__ = f"Take the edge of this name out of the present state: `fire({name!r}, …)`."

    def __get__(self, task: Any, owner: object = None) -> Any:
        return self if task is None else Triggers.__getattr__(task, self.__name__)


_BUNDLED = frozenset(row.trigger for row in load().transitions)
for _name in _BUNDLED:
    setattr(Triggers, _name, _Method(_name))

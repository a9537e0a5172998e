"""One exception class per way to drive a task wrongly, each carrying its datum.

All are `TaskError`. `code` is the error code the published protocol gives to the case, where it gives one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from a2a_lifecycle.spec import Origin
from a2a_lifecycle.spec.errors import PortableError, shown, suggestion

TASK_NOT_CANCELABLE = -32002
"""`TaskNotCancelableError` (published v1.0 §3.3.2): a task that cannot be cancelled."""

UNSUPPORTED_OPERATION = -32004
"""`UnsupportedOperationError` (published v1.0 §3.3.2): a message or a subscription to a task that has ended."""


class TaskError(PortableError):
    """A call that a task refuses; it changed nothing.

    Attributes:
        code: the protocol's error code for it, or None where the protocol gives none.
    """

    code: int | None = None


class UnknownTriggerError(TaskError, AttributeError):
    """The edition has no such trigger, in any state.

    Attributes:
        trigger: the name asked for.
        edition: the edition's id.
        known: the triggers it has, in the table's order.
    """

    def __init__(self, trigger: str, edition: str, known: Sequence[str]) -> None:
        self.trigger, self.edition, self.known = trigger, edition, tuple(known)
        super().__init__(f"no trigger {shown(trigger)} in {edition}; {suggestion(trigger, known)}")


class IllegalTriggerError(TaskError):
    """The trigger is not allowed now (G2, G3, G5.1, G5.3).

    Attributes:
        trigger: the trigger refused.
        state: the state the task is in, and stays in.
        allowed: the triggers that are allowed instead, in the table's order.
        cancel_pending: whether a cancel request is pending, which forbids some triggers (G5.3).
    """

    def __init__(
        self, trigger: str, state: str, allowed: Sequence[str], *, cancel_pending: bool, code: int | None = None
    ) -> None:
        self.trigger, self.state, self.allowed, self.cancel_pending = trigger, state, tuple(allowed), cancel_pending
        self.code = code
        pending = " while a cancel request is pending" if cancel_pending else ""
        if allowed:
            reason = f"{pending}; allowed: {', '.join(allowed)}"
        else:
            reason = f"; nothing is,{pending}" if cancel_pending else "; nothing is: no transition leaves it"
        super().__init__(f"{trigger!r} is not allowed in {state}{reason}")


class EndedTaskError(TaskError):
    """The task has ended, and what was asked needs one that has not (G5.1).

    Attributes:
        state: the terminal state it is in.
    """

    def __init__(self, state: str, what: str) -> None:
        self.state = state
        super().__init__(f"{what}: the task has ended in {state}")


class EndedUpdateError(EndedTaskError):
    """A progress update for a task that has ended."""

    def __init__(self, state: str) -> None:
        super().__init__(state, "no update")


class EndedSubscriptionError(EndedTaskError):
    """A subscription to a task that has ended (published v1.0 §3.1.6)."""

    code = UNSUPPORTED_OPERATION

    def __init__(self, state: str) -> None:
        super().__init__(state, "no subscription")


class EndedCancelError(EndedTaskError):
    """A cancel request for a task that has ended (published v1.0 §3.1.5)."""

    code = TASK_NOT_CANCELABLE

    def __init__(self, state: str) -> None:
        super().__init__(state, "no cancelling")


class NotCancelableError(TaskError):
    """A cancel request in a state that no cancel row leaves: a table of one's own may have such states.

    Attributes:
        state: the state the task is in, and stays in.
    """

    code = TASK_NOT_CANCELABLE

    def __init__(self, state: str) -> None:
        self.state = state
        super().__init__(f"no cancelling: the table gives no way to cancel in {state}")


class OvertakenError(TaskError):
    """Something happened to the task after the event the caller acts upon, so nothing was done.

    Attributes:
        expected: the sequence number the caller took for the last.
        actual: the sequence number of the last event.
        state: the state the task is in, and stays in.
    """

    def __init__(self, expected: int, actual: int, state: str) -> None:
        self.expected, self.actual, self.state = expected, actual, state
        super().__init__(f"overtaken: acting upon event {expected}, but event {actual} left the task in {state}")


class NestedChangeError(TaskError, RuntimeError):
    """What was called while the task was being changed, its clock or a signal handler, changed the task itself.

    The inner change stands, and the outer one, which this error answers, was not made.

    Attributes:
        state: the state the task is in.
    """

    def __init__(self, state: str) -> None:
        self.state = state
        super().__init__(
            f"not done: the task was changed meanwhile, by its own clock or by a signal handler, and is in {state}; "
            "a clock may read a task, and not change it"
        )


class TaskCopyError(TaskError, TypeError):
    """A task was to be copied or pickled. Two copies would share one log, or tell two stories of one task.

    Attributes:
        task_id: the task's id.
    """

    def __init__(self, task_id: str) -> None:
        self.task_id = task_id
        super().__init__(
            f"a task is one thing and cannot be copied or pickled; take task.snapshot() or task.events of {task_id!r}"
        )


class TriggerNameError(TaskError, ValueError):
    """A table of one's own names a trigger as an attribute of `Task` is named, so it cannot be a method.

    Attributes:
        trigger: the name.
        origin: the row that gives it.
    """

    def __init__(self, trigger: str, origin: Origin, taken: Collection[str]) -> None:
        self.trigger, self.origin = trigger, origin
        names = ", ".join(sorted(taken))
        super().__init__(f"{origin}: trigger {trigger!r} is the name of an attribute of Task; choose none of {names}")


class StreamTimeoutError(TaskError, TimeoutError):
    """No item came to a stream in the time its reader allows; it can still be read.

    Attributes:
        seconds: the time allowed.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"no event within {seconds:g} s")


class OtherTaskError(TaskError, ValueError):
    """A view was given an event of another task than the one it shows.

    Attributes:
        shown: the id of the task it shows.
        given: the id in the event.
    """

    def __init__(self, shown: str, given: str) -> None:
        self.shown, self.given = shown, given
        super().__init__(f"this view shows task {shown!r}, not {given!r}; use one view for each task")


class WireError(TaskError, ValueError):
    """What came over the wire is not JSON, or no object of the protocol.

    Attributes:
        reason: what it is not.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class RemoteError(TaskError):
    """The other side answered with a JSON-RPC error.

    Attributes:
        code: its error code, or None where it gave none.
        reason: its message.
    """

    def __init__(self, code: int | None, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(f"the server answered with error {code}: {reason}")


class NoSuchProtocolError(TaskError, LookupError):
    """An edition names a protocol version whose JSON this package does not write.

    Attributes:
        protocol: the version.
        known: those it writes.
    """

    def __init__(self, protocol: str, known: Collection[str]) -> None:
        self.protocol, self.known = protocol, tuple(known)
        super().__init__(f"no JSON known for protocol {protocol!r}; {suggestion(protocol, known)}")

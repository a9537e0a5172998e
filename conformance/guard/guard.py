"""The guard: one law, its verdicts on tasks and on events, and what it has refused."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, overload

from a2a.server.cluster.task_store import VersionedTaskStore
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks.task_store import TaskStore
from a2a.types.a2a_pb2 import AgentCard, Task, TaskState

from a2a_lifecycle.conformance.guard.refusals import Refusals, WriteRefusedError
from a2a_lifecycle.conformance.law import Law, Refusal
from a2a_lifecycle.spec import Edition, load

if TYPE_CHECKING:
    from a2a.server.agent_execution import AgentExecutor

    from a2a_lifecycle.conformance.guard.executor import GuardedExecutor
    from a2a_lifecycle.conformance.guard.store import GuardedTaskStore
    from a2a_lifecycle.conformance.guard.versioned import GuardedVersionedTaskStore


class Guard:
    """Keeps the tasks of a server built on `a2a-sdk` inside the table.

    A terminal state is final always (G5.1, published v1.0 §3.1.1), and its artifacts with it. In strict mode, where an
    edition of another source than the published protocol is named, every change must be an edge of that edition too.

    Parameters:
        edition: the edition to enforce, or its id in the bundled table; by default the published protocol's.

    Raises:
        NoSuchEditionError: there is no edition of that id.

    Attributes:
        law: what is lawful.
    """

    def __init__(self, edition: Edition | str | None = None) -> None:
        self.law = Law(load().edition(edition) if isinstance(edition, str) else edition)
        self._refusals = Refusals()
        numbers = list(TaskState.values())
        # The common case in one look-up: states that may follow one another, the first of them not final.
        self._passing = frozenset(
            (before, after)
            for before in numbers
            for after in numbers
            if self.law.change(before, after) is None and self.law.artifact(before) is None
        )

    @property
    def refusals(self) -> Counter[str]:
        """Code → how many writes and events were refused for it so far."""
        return self._refusals.counts()

    # --- what it guards ---

    @overload
    def store(self, store: TaskStore) -> GuardedTaskStore: ...
    @overload
    def store(self, store: VersionedTaskStore) -> GuardedVersionedTaskStore: ...
    def store(self, store: TaskStore | VersionedTaskStore) -> GuardedTaskStore | GuardedVersionedTaskStore:
        """`store`, guarded: what it does not write raises `WriteRefusedError`, and the stored task stays as it was."""
        from a2a_lifecycle.conformance.guard.store import GuardedTaskStore
        from a2a_lifecycle.conformance.guard.versioned import GuardedVersionedTaskStore

        if isinstance(store, VersionedTaskStore):
            return GuardedVersionedTaskStore(store, self)
        return GuardedTaskStore(store, self)

    def executor(self, executor: AgentExecutor) -> GuardedExecutor:
        """`executor`, guarded: an event it refuses is neither streamed nor stored, and raises in the executor."""
        from a2a_lifecycle.conformance.guard.executor import GuardedExecutor

        return GuardedExecutor(executor, self)

    def request_handler(
        self,
        agent_executor: AgentExecutor,
        task_store: TaskStore | VersionedTaskStore,
        agent_card: AgentCard,
        **options: Any,
    ) -> DefaultRequestHandler:
        """The SDK's request handler with both its executor and its store guarded; `options` are the SDK's."""
        return DefaultRequestHandler(self.executor(agent_executor), self.store(task_store), agent_card, **options)

    # --- its verdicts ---

    def check_write(self, stored: Task | None, task: Task) -> None:
        """Raise `WriteRefusedError`, having counted and logged it, unless `task` may be written over `stored`."""
        if stored is None:
            self.refuse_write(self.law.creation(task.status.state), task.id)
            return
        before, after = stored.status.state, task.status.state
        if (before, after) not in self._passing:
            self.check_state(before, after, task.id, artifacts_changed=stored.artifacts != task.artifacts)

    def check_state(self, before: str | int, after: str | int, task_id: str, *, artifacts_changed: bool) -> None:
        """As `check_write`, of the states before and after as they are stored."""
        refusal = self.law.change(before, after)
        if refusal is None and artifacts_changed:
            refusal = self.law.artifact(before)
        self.refuse_write(refusal, task_id)

    def refuse_write(self, refusal: Refusal | None, task_id: str) -> None:
        """Raise `WriteRefusedError` for `refusal`, having counted and logged it, unless it is None."""
        if refusal is not None:
            self._refusals.add(refusal, task_id)
            raise WriteRefusedError(refusal, task_id)

    def count(self, refusal: Refusal, task_id: str) -> None:
        """Count and log `refusal`."""
        self._refusals.add(refusal, task_id)

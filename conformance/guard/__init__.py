"""A guard for servers built on `a2a-sdk`: it keeps their tasks inside the table. It is the extra `sdk`."""

try:
    import a2a.server.cluster.task_store  # noqa: F401
except ImportError as error:
    raise ImportError("the guard needs a2a-sdk 1.3 or later: pip install 'a2a-lifecycle[sdk]'") from error

from a2a_lifecycle.conformance.guard.executor import GuardedExecutor
from a2a_lifecycle.conformance.guard.guard import Guard
from a2a_lifecycle.conformance.guard.refusals import WriteRefusedError
from a2a_lifecycle.conformance.guard.store import GuardedTaskStore
from a2a_lifecycle.conformance.guard.versioned import GuardedVersionedTaskStore
from a2a_lifecycle.conformance.law import Law, Refusal

__all__ = [
    "Guard",
    "GuardedExecutor",
    "GuardedTaskStore",
    "GuardedVersionedTaskStore",
    "Law",
    "Refusal",
    "WriteRefusedError",
]

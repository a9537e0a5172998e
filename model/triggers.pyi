# Generated from spec/task.toml by `python -m a2a_lifecycle.model.stub`. Do not edit.
"""The trigger methods of a task. Each raises `IllegalTriggerError` where the table does not allow it."""

from a2a_lifecycle.model.events import Event

class Triggers:
    __slots__ = ()

    def start(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: submitted → working.

        In guide-v1.0, guide-v0.3, published-v1.0, published-v0.3.
        """

    def complete(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: working → completed; submitted → completed; input_required → completed; auth_required → completed.

        In guide-v1.0, guide-v0.3, published-v1.0, published-v0.3.
        """

    def fail(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: working → failed; submitted → failed; input_required → failed; auth_required → failed.

        In guide-v1.0, guide-v0.3, published-v1.0, published-v0.3.
        """

    def require_input(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: working → input_required; submitted → input_required; auth_required → input_required.

        In guide-v1.0, guide-v0.3, published-v1.0, published-v0.3.
        """

    def require_auth(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: working → auth_required; submitted → auth_required; input_required → auth_required.

        In guide-v1.0, published-v1.0, published-v0.3.
        """

    def provide_input(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: input_required → working.

        In guide-v1.0, guide-v0.3, published-v1.0, published-v0.3.
        """

    def provide_auth(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: auth_required → working.

        In guide-v1.0, published-v1.0, published-v0.3.
        """

    def cancel(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: submitted → cancelled; working → cancelled; input_required → cancelled; auth_required → cancelled.

        In guide-v1.0, guide-v0.3, published-v1.0, published-v0.3.
        """

    def reject(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: submitted → rejected; working → rejected; input_required → rejected; auth_required → rejected.

        In published-v1.0, published-v0.3.
        """

    def resubmit(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """Edges: working → submitted; input_required → submitted; auth_required → submitted.

        In published-v1.0, published-v0.3.
        """

"""Random schedules of a task, its streams and its clients' views, against the claims of the theorems on cancelling and
delivery (G5.3, G5.5)."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
)

from a2a_lifecycle.model import (
    EndedCancelError,
    EndedSubscriptionError,
    EndedUpdateError,
    IllegalTriggerError,
    Snapshot,
    StreamTimeoutError,
    Task,
    View,
)
from tests.model.support import EDITIONS


class Client:
    """A client: its view, its present stream if it has one, and what it received through it."""

    def __init__(self, edition):
        self.view, self.stream, self.run = View(edition), None, []

    def picture(self):
        return self.view.state, self.view.sequence, self.view.raw, self.view.recognised, self.view.task_id


class System(RuleBasedStateMachine):
    clients = Bundle("clients")

    @initialize(edition=st.sampled_from(EDITIONS))
    def begin(self, edition):
        self.edition, self.task = edition, Task(edition)
        self.everyone, self.requested = [], False

    def picture(self):
        task = self.task
        return task.state, task.events, task.history, task.cancel_pending, task.snapshot()

    # --- the agent and the client drive the task ---

    @precondition(lambda self: self.task.allowed)
    @rule(choice=st.integers(0, 30))
    def allowed_trigger(self, choice):
        before, trigger = self.task.events, self.task.allowed[choice % len(self.task.allowed)]
        event = self.task.fire(trigger)
        assert self.task.events == (*before, event), "a change of state is exactly one event"
        assert (event.kind, event.trigger, event.state) == ("transition", trigger, self.task.state)

    @rule(choice=st.integers(0, 30))
    def any_other_trigger_changes_nothing(self, choice):
        others = [trigger for trigger in self.edition.triggers if trigger not in self.task.allowed]
        if others:
            before = self.picture()
            with pytest.raises(IllegalTriggerError):
                self.task.fire(others[choice % len(others)])
            assert self.picture() == before

    @rule()
    def update(self):
        before = self.picture()
        if self.task.terminal:
            with pytest.raises(EndedUpdateError):
                self.task.update()
            assert self.picture() == before
        else:
            event = self.task.update()
            assert (event.kind, event.previous, event.state) == ("update", before[0], before[0])
            assert self.task.history == before[2]

    @rule()
    def request_cancel(self):
        before, pending = self.picture(), self.task.cancel_pending
        if self.task.terminal:
            with pytest.raises(EndedCancelError):
                self.task.request_cancel()
            assert self.picture() == before
            return
        deferrable = self.edition.edge(self.task.state, self.edition.cancel_trigger).row.deferrable
        event = self.task.request_cancel()
        assert (event is None) is deferrable
        if pending:
            assert self.picture() == before, "a second request changes nothing"
        if deferrable:
            assert self.task.cancel_pending
            assert self.task.events == before[1], "a pending request is no change of state"
        else:
            assert self.task.terminal

    # --- clients ---

    @rule(target=clients, edition=st.sampled_from(EDITIONS))
    def a_client_comes(self, edition):
        client = Client(edition)
        self.everyone.append(client)
        return client

    @rule(client=clients)
    def subscribes(self, client):
        client.stream, client.run = None, []
        if self.task.terminal:
            with pytest.raises(EndedSubscriptionError):
                self.task.subscribe()
        else:
            client.stream = self.task.subscribe(timeout=0)

    @rule(client=clients, count=st.integers(1, 5))
    def receives(self, client, count):
        others = [other for other in self.everyone if other is not client]
        before = self.picture(), [other.picture() for other in others]
        for _ in range(count):
            self.receive(client)
        assert (self.picture(), [other.picture() for other in others]) == before, (
            "no view influences another, or the task"
        )

    def receive(self, client):
        """One item, or none where there is none; whether there was."""
        if client.stream is None:
            return False
        was, index = client.view.sequence, client.run[-1].sequence if client.run else None
        try:
            item = next(client.stream)
        except StreamTimeoutError:
            assert index == len(self.task.events), "a stream waits only when it has given all"
            return False
        except StopIteration:
            assert client.run[-1].terminal, "a stream ends exactly at the terminal event"
            return False
        assert not (client.run and client.run[-1].terminal), "nothing follows the terminal event"
        if index is None:
            assert isinstance(item, Snapshot)
        else:
            assert item == self.task.events[index], "a gap-free run"
        client.run.append(item)
        client.view.apply(item)
        assert was is None or client.view.sequence >= was, "a view never goes back"
        return True

    @rule(client=clients)
    def drains(self, client):
        while self.receive(client):
            pass
        if client.stream is not None:
            self.view_is(client, self.task.state)
            assert client.stream.closed is self.task.terminal

    @rule(client=clients)
    def polls(self, client):
        client.view.apply(self.task.snapshot())
        self.view_is(client, self.task.state)

    def view_is(self, client, state):
        by = client.view.edition
        assert client.view.state == (state if state in by.by_id else by.fallback and by.fallback.id)
        assert client.view.raw == state

    @rule(client=clients)
    def drops_the_stream(self, client):
        if client.stream is not None:
            client.stream.close()
        client.stream, client.run = None, []

    @rule(client=consumes(clients))
    def a_client_goes(self, client):
        self.everyone.remove(client)

    # --- what always holds ---

    @invariant()
    def the_log_is_legal(self):
        events, state = self.task.events, self.edition.initial.id
        for number, event in enumerate(events, start=1):
            assert event.sequence == number
            assert event.previous == state
            assert state not in self.edition.terminal, "terminal states are final"
            if event.kind == "transition":
                assert self.edition.edge(state, event.trigger).target == event.state
            else:
                assert event.state == state
            state = event.state
        assert self.task.state == state
        assert not (self.edition.fallback and state == self.edition.fallback.id), "no server enters the fallback"

    @invariant()
    def a_pending_request_never_coexists_with_a_terminal_state(self):
        assert not (self.task.cancel_pending and self.task.terminal)
        if self.task.cancel_pending:
            assert all(self.edition.edge(self.task.state, t).row.while_cancelling for t in self.task.allowed)

    @invariant()
    def a_view_shows_a_state_the_task_was_in(self):
        states = (self.edition.initial.id, *(event.state for event in self.task.events))
        for client in self.everyone:
            if client.view.sequence is not None:
                self.view_is(client, states[client.view.sequence])


TestSystem = System.TestCase
TestSystem.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)

import copy
from datetime import UTC, datetime

import pytest

from a2a_lifecycle.model import (
    EndedUpdateError,
    IllegalTriggerError,
    OvertakenError,
    Task,
    TriggerNameError,
    UnknownTriggerError,
)
from a2a_lifecycle.spec import NoSuchEditionError, TableError, loads
from tests.model.support import EDITIONS, OWN_TABLE, at


def picture(task):
    return task.state, task.events, task.history, task.cancel_pending, task.allowed, task.snapshot()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_a_task_starts_in_the_initial_state_with_an_empty_log(edition):
    task = Task(edition)
    assert task.state == task.edition.initial.id
    assert task.events == ()
    assert task.history == (task.state,)
    assert not task.terminal
    assert not task.cancel_pending


def test_the_default_edition_is_the_first_of_the_table(own_table):
    assert Task().edition.id == "guide-v1.0"
    assert Task(table=own_table()).edition.id == "review"


def test_a_task_has_an_id_of_its_own_unless_it_is_given_one():
    assert Task().id != Task().id
    task = Task(id="a", context_id="b")
    assert (task.id, task.context_id) == ("a", "b")
    assert Task(id="a").context_id == "a"


def test_the_methods_are_the_triggers_and_walk_the_table(make_task):
    task = make_task()
    task.start()
    task.require_input("which colour?")
    task.provide_input()
    event = task.complete("done")
    assert task.history == ("submitted", "working", "input_required", "working", "completed")
    assert task.terminal
    assert task.allowed == ()
    assert event == task.events[-1]
    assert (event.sequence, event.kind, event.trigger, event.previous, event.state) == (
        4, "transition", "complete", "working", "completed",
    )  # fmt: skip
    assert (event.task_id, event.message, event.terminal) == ("task-1", "done", True)
    assert event.time == datetime(2026, 1, 31, 9, 4, tzinfo=UTC)
    assert event.timestamp == "2026-01-31T09:04:00.000Z"
    assert [e.sequence for e in task.events] == [1, 2, 3, 4]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_in_every_state_the_allowed_triggers_work_and_all_others_change_nothing(edition):
    for state in {edition.initial.id, *edition.reachable(edition.initial.id)}:
        for trigger in edition.triggers:
            task = at(edition, state)
            edge = edition.edge(state, trigger)
            assert task.can(trigger) is (trigger in task.allowed) is (edge is not None)
            before = picture(task)
            if edge is None:
                with pytest.raises(IllegalTriggerError) as refused:
                    getattr(task, trigger)()
                assert picture(task) == before
                assert (refused.value.trigger, refused.value.state) == (trigger, state)
                assert refused.value.allowed == task.allowed
            else:
                event = getattr(task, trigger)()
                assert task.events == (*before[1], event)
                assert (event.previous, event.state) == (state, edge.target) == (before[0], task.state)


def test_an_illegal_trigger_says_what_is_allowed(make_task):
    with pytest.raises(IllegalTriggerError) as refused:
        make_task().complete()
    assert str(refused.value) == "'complete' is not allowed in submitted; allowed: start, cancel"
    task = at(None, "completed")
    with pytest.raises(IllegalTriggerError, match="nothing is: no transition leaves it"):
        task.start()


@pytest.mark.parametrize(("trigger", "code"), [("cancel", -32002), ("provide_input", -32004), ("start", None)])
def test_a_refusal_in_a_terminal_state_carries_the_protocol_s_code_where_there_is_one(make_task, trigger, code):
    with pytest.raises(IllegalTriggerError) as refused:
        at(None, "failed").fire(trigger)
    assert refused.value.code == code


def test_a_refusal_in_an_open_state_has_no_code(make_task):
    with pytest.raises(IllegalTriggerError) as refused:
        make_task().provide_input()
    assert refused.value.code is None


@pytest.mark.parametrize("ask", [lambda t: t.strat(), lambda t: t.fire("strat"), lambda t: t.can("strat")])
def test_an_unknown_trigger_is_told_from_an_illegal_one(make_task, ask):
    task = make_task()
    with pytest.raises(
        UnknownTriggerError, match=r"no trigger 'strat' in guide-v1\.0; did you mean 'start'\?"
    ) as error:
        ask(task)
    assert error.value.trigger == "strat"
    assert error.value.known == task.edition.triggers
    assert task.events == ()


def test_a_trigger_of_another_edition_is_unknown():
    assert hasattr(Task("guide-v1.0"), "require_auth")
    assert not hasattr(Task("guide-v0.3"), "require_auth")
    assert "require_auth" in dir(Task())
    assert "require_auth" not in dir(Task("guide-v0.3"))


def test_nothing_but_a_trigger_changes_the_state(make_task):
    task = make_task()
    for name in ("state", "events", "history", "cancel_pending", "terminal", "edition", "id", "nonsense"):
        with pytest.raises(AttributeError):
            setattr(task, name, "nonsense")
    with pytest.raises(AttributeError):
        task.to_completed()
    assert task.state == "submitted"


def test_events_are_immutable_and_the_log_is_a_copy(make_task):
    task = make_task()
    task.start()
    with pytest.raises(AttributeError):
        task.events[0].state = "completed"
    assert isinstance(task.events, tuple)


def test_an_update_is_an_event_and_no_transition(make_task):
    task = make_task()
    first = task.update("queued")
    assert (first.kind, first.state, first.previous, first.trigger) == ("update", "submitted", "submitted", None)
    task.start()
    task.update()
    assert task.history == ("submitted", "working")
    assert [event.kind for event in task.events] == ["update", "transition", "update"]


@pytest.mark.parametrize("state", ["completed", "failed", "cancelled"])
def test_an_update_in_a_terminal_state_is_refused(make_task, state):
    task = at(None, state)
    before = picture(task)
    with pytest.raises(EndedUpdateError, match=f"the task has ended in {state}") as refused:
        task.update()
    assert refused.value.state == state
    assert picture(task) == before


def test_a_step_on_condition_that_nothing_has_happened_since(make_task):
    task = make_task()
    first = task.start()
    second = task.require_input(if_sequence=first.sequence)
    for late in (lambda: task.provide_input(if_sequence=1), lambda: task.update(if_sequence=3)):
        before = picture(task)
        with pytest.raises(OvertakenError) as error:
            late()
        assert error.value.actual == second.sequence == 2
        assert picture(task) == before
    task.provide_input(if_sequence=2)


def test_a_clock_that_fails_leaves_the_task_as_it_was():
    times = iter([datetime(2026, 1, 1, tzinfo=UTC)])
    task = Task(clock=lambda: next(times))
    before = picture(task)
    with pytest.raises(StopIteration):
        task.start()
    assert picture(task) == before


def test_a_snapshot_is_the_task_at_one_moment(make_task):
    task = make_task()
    empty = task.snapshot()
    assert (empty.sequence, empty.state, empty.message, empty.terminal) == (0, "submitted", None, False)
    assert empty.timestamp == "2026-01-31T09:00:00.000Z"
    task.start("off we go")
    snapshot = task.snapshot()
    assert (snapshot.sequence, snapshot.state, snapshot.message) == (1, "working", "off we go")
    task.complete()
    assert snapshot.state == "working"


def test_a_table_of_one_s_own_has_methods_too(own_table, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("", encoding="utf-8")
    with pytest.raises(TableError):
        Task(table=file)
    task = Task(table=own_table())
    task.send()
    task.fire("approve")
    assert task.terminal
    with pytest.raises(UnknownTriggerError):
        task.start()


def test_a_table_can_be_a_file(tmp_path, own_table):
    file = tmp_path / "own.toml"
    file.write_text(OWN_TABLE % "send", encoding="utf-8")
    assert Task("review", table=file).allowed == ("send",)


def test_an_edition_that_is_not_there():
    with pytest.raises(NoSuchEditionError, match=r"did you mean 'guide-v1\.0'"):
        Task("guide-v1")


@pytest.mark.parametrize("name", ["state", "events", "fire", "update", "request_cancel"])
def test_a_trigger_named_as_an_attribute_of_task_is_refused(own_table, name):
    with pytest.raises(TriggerNameError, match=rf"transition 1 \(line \d+\): trigger '{name}'") as error:
        Task(table=own_table(name))
    assert error.value.trigger == name


def test_with_two_targets_the_first_row_is_taken():

    forked = OWN_TABLE % "send" + '[[transition]]\ntrigger = "send"\nfrom = "draft"\nto = "published"\n'
    task = Task(table=loads(forked))
    assert task.send().state == "in_review"


def test_a_copy_of_a_half_made_task_fails_plainly(make_task):
    with pytest.raises(TypeError):
        copy.deepcopy(make_task())
    assert "guide-v1.0: submitted" in repr(make_task())

"""What nobody should call a task or a view with is refused clearly, and changes nothing."""

import copy
import pickle
import signal
import threading
from enum import Enum, IntEnum

import pytest

from a2a_lifecycle.model import (
    IllegalTriggerError,
    NestedChangeError,
    Task,
    TaskCopyError,
    UnknownTriggerError,
    View,
    WireError,
    check_triggers,
    errors,
)
from a2a_lifecycle.model.events import utc_now
from a2a_lifecycle.spec import NoSuchEditionError, Origin, load
from tests.model.support import at


def within(seconds, do):
    """The result of `do()`, which must not wait for ever."""
    results = []
    thread = threading.Thread(target=lambda: results.append(do()), daemon=True)
    thread.start()
    thread.join(seconds)
    assert results, "it waits for itself"
    return results[0]


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, pickle.dumps, lambda task: pickle.dumps(task, 0)])
def test_a_task_is_not_copied(clone):
    task = Task(id="t")
    with pytest.raises(TaskCopyError, match=r"a task is one thing .*task\.snapshot\(\)") as refused:
        clone(task)
    assert isinstance(refused.value, TypeError)
    assert (refused.value.task_id, task.events) == ("t", ())


def test_a_clock_may_read_its_task():
    seen = []

    def clock():
        if made:
            seen.append((made[0].allowed, made[0].can("cancel"), made[0].snapshot().state, made[0].events))
        return utc_now()

    made = []
    made.append(Task(clock=clock))
    assert within(10, made[0].start).state == "working"
    assert seen == [(("start", "cancel"), True, "submitted", ())]


@pytest.mark.parametrize(
    ("meanwhile", "history", "pending"),
    [
        (lambda task: task.cancel(), ("submitted", "working", "cancelled"), False),
        (lambda task: task.update(), ("submitted", "working"), False),
        (lambda task: task.request_cancel(), ("submitted", "working"), True),
    ],
)
@pytest.mark.parametrize("change", [lambda task: task.require_input(), lambda task: task.update("outer")])
def test_a_clock_that_changes_its_task_is_refused_and_the_log_stays_legal(meanwhile, history, pending, change):
    armed = []

    def clock():
        if armed:
            meanwhile(armed.pop())
        return utc_now()

    task = Task(clock=clock)
    task.start()
    armed.append(task)

    def refused():
        with pytest.raises(NestedChangeError, match="a clock may read a task, and not change it"):
            change(task)
        return True

    assert within(10, refused)
    assert (task.history, task.cancel_pending) == (history, pending)
    assert [event.sequence for event in task.events] == list(range(1, len(task.events) + 1))


def test_a_signal_handler_may_ask_to_cancel_whenever_it_comes():
    task, answers = Task(), []
    old = signal.signal(signal.SIGALRM, lambda *_: answers.append(task.request_cancel()))
    signal.setitimer(signal.ITIMER_REAL, 0.0005)
    try:
        while not answers:
            task = Task()
            for trigger in ("start", "require_input"):
                try:
                    task.fire(trigger)
                except (IllegalTriggerError, NestedChangeError):
                    break
    finally:
        signal.signal(signal.SIGALRM, old)
    assert task.edition.reachable(task.edition.initial.id) >= {task.state} - {task.edition.initial.id}
    assert task.history[-1] == task.state
    assert not (task.cancel_pending and task.terminal)


@pytest.mark.parametrize("wrong", [None, [], 5, {}, "", b"start", object(), "x" * 500])
def test_what_is_no_trigger_is_unknown(wrong):
    task = Task()
    for ask in (task.fire, task.can):
        with pytest.raises(UnknownTriggerError, match=r"no trigger .* in guide-v1\.0; known: ") as refused:
            ask(wrong)
        assert len(str(refused.value)) < 220
    with pytest.raises(UnknownTriggerError):
        getattr(task, "")
    assert task.events == ()


@pytest.mark.parametrize("wrong", [5, b"guide-v1.0", ["guide-v1.0"], load()], ids=["int", "bytes", "list", "table"])
def test_what_is_no_edition_is_told_as_one_that_is_not_there(wrong):
    for ask in (Task, View, load().edition):
        with pytest.raises(NoSuchEditionError, match=r"no edition .* in the table; known: ") as refused:
            ask(wrong)
        assert len(str(refused.value)) < 220


def test_a_refusal_while_a_cancel_is_pending_blames_the_request():
    error = errors.IllegalTriggerError("go", "here", (), cancel_pending=True)
    assert str(error) == "'go' is not allowed in here; nothing is, while a cancel request is pending"
    task = at(None, "working")
    task.request_cancel()
    with pytest.raises(IllegalTriggerError, match="in working while a cancel request is pending; allowed: complete"):
        task.require_input()


def test_a_subclass_extends_a_trigger_by_super():
    class Counted(Task):
        __slots__ = ("count",)

        def complete(self, message=None, *, if_sequence=None):
            self.count = 1
            return super().complete(message, if_sequence=if_sequence)

        def require_auth(self):
            return super().require_auth()

    task = Counted()
    task.start()
    assert (task.complete("done").message, task.count, task.state) == ("done", 1, "completed")
    with pytest.raises(UnknownTriggerError):
        Counted("guide-v0.3").require_auth()
    assert callable(Task.complete.__get__(task))


def test_a_trigger_named_as_an_attribute_of_task_can_be_asked_for(own_table):
    check_triggers(own_table().edition())
    for edition in load().editions.values():
        check_triggers(edition)
    with pytest.raises(errors.TriggerNameError):
        check_triggers(own_table("history").edition())


# --- views ---


@pytest.mark.parametrize("wrong", [None, 3.0, [], b"x", object(), Task])
def test_a_view_refuses_what_it_cannot_take(wrong):
    view = View()
    view.apply("TASK_STATE_WORKING")
    with pytest.raises(WireError, match="a view takes an event, a snapshot, an object of the protocol"):
        view.apply(wrong)
    assert view.state == "working"


@pytest.mark.parametrize(
    "silent",
    [
        {"task": {"id": "t", "metadata": {"a2a_lifecycle.sequence": 9}}},
        {"task": {"id": "t", "status": None}},
        {"kind": "task", "id": "t"},
        {"statusUpdate": {"taskId": "t"}},
        {"task": {"id": "another"}},
    ],
)
def test_what_says_nothing_of_a_state_does_not_move_a_view(silent):
    view = View()
    assert view.apply(silent) is False
    assert (view.task_id, view.state, view.sequence) == (None, None, None)
    view.apply(at(None, "completed", id="t").snapshot())
    assert view.apply(silent) is False
    assert (view.task_id, view.state, view.recognised, view.sequence, view.ended) == ("t", "completed", True, 2, True)


class Unhashable(str):
    __hash__ = None


class Raising(int):
    def __hash__(self):
        raise RuntimeError

    def __eq__(self, other):
        raise RuntimeError


class Liar:
    @property
    def __class__(self):
        return str


class Names(str, Enum):  # noqa: UP042 -- as SDKs have it
    DONE = "TASK_STATE_COMPLETED"


class Numbers(IntEnum):
    DONE = 3


def test_decoding_never_raises_whatever_a_class_does():
    edition = load().edition()
    for raw in (Unhashable("TASK_STATE_COMPLETED"), Raising(3), Names.DONE, Numbers.DONE):
        decoded = edition.decode(raw)
        assert (decoded.state, decoded.recognised) == ("completed", True)
        assert decoded.raw is raw
    for raw in (Unhashable("odd"), Liar(), 10**400, float("nan")):
        assert edition.decode(raw).recognised is False


# --- across processes ---


def every_error():
    """One error of each class of this room."""
    origin = Origin("transition", 1, 2)
    arguments = {
        "UnknownTriggerError": ("a", "e", ["b"]), "OvertakenError": (1, 2, "s"),
        "TriggerNameError": ("a", origin, {"a"}),
        "StreamTimeoutError": (1.5,), "OtherTaskError": ("a", "b"), "RemoteError": (-1, "no"), "TaskError": ("t",),
        "NoSuchProtocolError": ("v7", ["v1"]), "EndedTaskError": ("s", "w"),
    }  # fmt: skip
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, errors.TaskError):
            if name == "IllegalTriggerError":
                yield kind("a", "s", ["b"], cancel_pending=True, code=3)
            else:
                yield kind(*arguments.get(name, ("s",)))


@pytest.mark.parametrize("error", list(every_error()), ids=lambda error: type(error).__name__)
def test_errors_cross_processes_whole(error):
    error.add_note("seen")
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


def test_views_events_and_snapshots_are_copied():
    task = at(None, "completed")
    view = View()
    view.apply(task.snapshot())
    for again in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view)):
        assert (again.state, again.ended, again.edition) == ("completed", True, view.edition)
    assert pickle.loads(pickle.dumps((task.events, task.snapshot()))) == (task.events, task.snapshot())

"""Writers that race for one task: those that compare and set leave no illegal log, those that check, then write, do.

Both races are four times as long where A2A_LIFECYCLE_REQUIRE_EXTRAS=1.
"""

import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from a2a_lifecycle.model import Task, TaskError
from a2a_lifecycle.spec import load
from tests import needs
from tests.model.support import StoppedClock

MANY = 4 if needs.REQUIRED else 1
THREAD_TASKS, PROCESS_TASKS, CONTROL_TASKS = 14_000 * MANY, 8000 * MANY, 3000


def illegal(edition, states):
    """The first step in the consecutive `states` of a task that is no edge, or None."""
    pairs = zip((edition.initial.id, *states), states, strict=False)
    return next((pair for pair in pairs if not edition.allows(*pair)), None)


def test_the_judge_finds_what_is_illegal():
    edition = load().edition()
    assert illegal(edition, ["working", "completed"]) is None
    assert illegal(edition, ["working", "cancelled", "completed"]) == ("cancelled", "completed")
    assert illegal(edition, ["completed"]) == ("submitted", "completed")


@contextmanager
def frequent_switches():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def drive(tasks, seed, begin, wins):
    """Fire random triggers at each task until it has ended; count the steps that were taken."""
    chance, won = random.Random(seed), 0
    begin.wait()
    for task in tasks:
        while not task.terminal:
            try:
                if chance.random() < 0.1:
                    won += task.request_cancel() is not None
                else:
                    task.fire(chance.choice(task.edition.triggers))
                    won += 1
            except TaskError:
                pass
    wins.append(won)


def test_threads_that_drive_one_task_never_both_win():
    editions = list(load().editions.values())
    tasks = [Task(editions[number % len(editions)], clock=StoppedClock()) for number in range(THREAD_TASKS)]
    begin, wins = threading.Barrier(4), []
    threads = [threading.Thread(target=drive, args=(tasks, seed, begin, wins)) for seed in range(4)]
    with frequent_switches():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for task in tasks:
        assert task.terminal
        assert illegal(task.edition, task.history[1:]) is None
        assert [event.sequence for event in task.events] == list(range(1, len(task.events) + 1))
        assert not task.cancel_pending
    assert sum(wins) == sum(len(task.events) for task in tasks), "every step taken is one event, no more, no less"
    assert len(wins) == 4


def test_without_the_lock_both_win():
    """The control: the same task without its lock, led by its log into the gap between the check and the write."""
    checked, log = threading.Barrier(2), []

    class Events(list):
        def __getitem__(self, key):
            found = super().__getitem__(key)
            if isinstance(key, slice) and threading.current_thread() is not threading.main_thread():
                # With the lock, one thread alone gets here, and waits in vain.
                try:
                    checked.wait(0.5)
                except threading.BrokenBarrierError:
                    log.append("alone")
            return found

    def race(task):
        def fire(trigger):
            try:
                task.fire(trigger)
            except TaskError as error:
                log.append(type(error).__name__)

        threads = [threading.Thread(target=fire, args=(trigger,)) for trigger in ("cancel", "complete")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return task.history

    unlocked = Task(clock=StoppedClock())
    unlocked.start()
    unlocked._log.lock, unlocked._log.events = nullcontext(), Events(unlocked.events)
    history = race(unlocked)
    assert len(history) == 4
    assert {*history[2:]} == {"cancelled", "completed"}
    assert illegal(unlocked.edition, history[1:]) is not None
    assert log == []

    checked.reset()
    locked = Task(clock=StoppedClock())
    locked.start()
    locked._log.events = Events(locked.events)
    history = race(locked)
    assert len(history) == 3
    assert illegal(locked.edition, history[1:]) is None
    assert log == ["alone", "IllegalTriggerError"]


# --- processes ---

WRITER = Path(__file__).with_name("sqlite_writer.py")


def race_on_sqlite(database, mode, writers, tasks):
    """The logs of `tasks` tasks that `writers` processes raced for, and how many writes won."""
    edition = load().edition()
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE task (id INTEGER PRIMARY KEY, state TEXT NOT NULL)")
        connection.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, task INTEGER NOT NULL, state TEXT NOT NULL)")
        connection.executemany("INSERT INTO task VALUES (?, ?)", [(n, edition.initial.id) for n in range(tasks)])
    connection.close()
    processes = [
        subprocess.Popen(
            [sys.executable, WRITER, database, edition.id, mode, str(seed)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for seed in range(writers)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    won = sum(int(process.communicate(timeout=120)[0]) for process in processes)
    assert [process.returncode for process in processes] == [0] * writers
    logs = [[] for _ in range(tasks)]
    connection = sqlite3.connect(database)
    for task, state in connection.execute("SELECT task, state FROM log ORDER BY number"):
        logs[task].append(state)
    last = dict(connection.execute("SELECT id, state FROM task"))
    connection.close()
    assert all(last[task] == (log[-1] if log else edition.initial.id) for task, log in enumerate(logs))
    return edition, logs, won


def test_processes_that_compare_and_set_leave_no_illegal_log(tmp_path):
    edition, logs, won = race_on_sqlite(tmp_path / "tasks.db", "cas", 3, PROCESS_TASKS)
    assert [illegal(edition, log) for log in logs if illegal(edition, log)] == []
    assert won == sum(map(len, logs))
    assert won > PROCESS_TASKS


def test_processes_that_check_then_write_do(tmp_path):
    """The control: the same race in the same harness, the comparison left out of the update."""
    for attempt in range(5):  # whether writers meet is chance; that they never do is not
        edition, logs, _ = race_on_sqlite(tmp_path / f"{attempt}.db", "naive", 3, CONTROL_TASKS)
        if any(illegal(edition, log) for log in logs):
            return
    pytest.fail("nobody lost a race: the harness does not make writers meet")


def test_the_naive_write_is_wrong_whatever_the_timing(tmp_path):
    """The control without chance: two connections, both read before either writes."""
    edition = load().edition()
    logs = {}
    for mode, condition in (("cas", " AND state = :state"), ("naive", "")):
        database = tmp_path / f"{mode}.db"
        first, second = (sqlite3.connect(database, isolation_level=None) for _ in range(2))
        first.execute("CREATE TABLE task (state TEXT)")
        first.execute("INSERT INTO task VALUES ('working')")
        read = [c.execute("SELECT state FROM task").fetchone()[0] for c in (first, second)]
        logs[mode] = ["working"]
        for connection, state, target in zip((first, second), read, ("cancelled", "completed"), strict=True):
            step = {"state": state, "target": target}
            if connection.execute(f"UPDATE task SET state = :target WHERE true{condition}", step).rowcount:
                logs[mode].append(target)
        first.close()
        second.close()
    assert illegal(edition, logs["cas"]) is None
    assert logs["naive"] == ["working", "cancelled", "completed"]
    assert illegal(edition, logs["naive"]) == ("cancelled", "completed")

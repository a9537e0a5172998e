"""Streams: a snapshot, then every later event in order, closed after the terminal one (G5.5)."""

import asyncio
import gc
import threading
import time

import pytest

from a2a_lifecycle.model import EndedSubscriptionError, Snapshot, StreamTimeoutError, Task
from tests.model.support import EDITIONS, at


def finish(task):
    task.start()
    task.require_input()
    task.provide_input()
    task.update("half done")
    task.complete()


def in_thread(function, *arguments):
    """Run `function` in a thread; its result, once asked for."""
    result = []
    thread = threading.Thread(target=lambda: result.append(function(*arguments)), daemon=True)
    thread.start()

    def wait():
        thread.join(10)
        assert result, "the thread did not end"
        return result[0]

    return wait


def until_waiting(task):
    """Wait until a reader waits for `task`: that is what the tests of waking need."""
    end = time.monotonic() + 10
    while not task._log.waiters:
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_stream_is_a_snapshot_and_every_later_event_and_ends_with_the_terminal_one(make_task):
    task = make_task()
    task.start()
    stream = task.subscribe(timeout=10)
    snapshot = task.snapshot()
    task.update()
    task.complete()
    assert list(stream) == [snapshot, *task.events[1:]]
    assert stream.closed
    assert list(stream) == []


def test_the_snapshot_is_of_the_moment_of_subscription(make_task):
    task = make_task()
    stream = task.subscribe(timeout=10)
    finish(task)
    first = next(stream)
    assert isinstance(first, Snapshot)
    assert (first.state, first.sequence) == ("submitted", 0)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_a_task_that_has_ended_cannot_be_subscribed_to(edition):
    for outcome in edition.outcomes:
        with pytest.raises(EndedSubscriptionError) as refused:
            at(edition, outcome).subscribe(timeout=10)
        assert refused.value.code == -32004
        assert refused.value.state == outcome


def test_a_reader_waits_for_the_next_event_in_its_thread(make_task):
    task = make_task()
    read = in_thread(list, task.subscribe(timeout=10))
    for step in (task.start, task.require_input, task.provide_input, task.update, task.complete):
        until_waiting(task)
        step()
    assert [item.sequence for item in read()] == [0, 1, 2, 3, 4, 5]


def test_a_cancelled_task_wakes_its_readers_too(make_task):
    task = make_task()
    read = in_thread(list, task.subscribe(timeout=10))
    until_waiting(task)
    task.request_cancel()
    assert [item.state for item in read()] == ["submitted", "cancelled"]


def test_a_reader_may_set_a_time_and_go_on_after_it(make_task):
    task = make_task()
    stream = task.subscribe(timeout=0.01)
    assert next(stream).sequence == 0
    for _ in range(2):
        with pytest.raises(StreamTimeoutError, match=r"no event within 0\.01 s") as late:
            next(stream)
        assert isinstance(late.value, TimeoutError)
    assert not task._log.waiters
    finish(task)
    assert [event.sequence for event in stream] == [1, 2, 3, 4, 5]


def test_a_slow_reader_holds_nobody_up(make_task):
    task = make_task()
    slow, quick = task.subscribe(timeout=10), task.subscribe(timeout=10)
    next(slow)
    task.start()
    for _ in range(1000):
        task.update()
    task.complete()
    assert len(list(quick)) == 1003
    assert [event.sequence for event in slow] == list(range(1, 1003))


def test_a_dropped_subscriber_leaves_nothing_behind_and_may_subscribe_again(make_task):
    task = make_task()
    stream = task.subscribe(timeout=0)
    assert next(stream).sequence == 0
    with pytest.raises(StreamTimeoutError):
        next(stream)
    del stream
    gc.collect()
    assert not task._log.waiters
    task.start()
    again = task.subscribe(timeout=10)
    task.complete()
    assert [item.sequence for item in again] == [1, 2]


def test_closing_ends_a_stream_and_wakes_who_waits_for_it_alone(make_task):
    task = make_task()
    closed, other = task.subscribe(timeout=10), task.subscribe(timeout=10)
    ended, reading = in_thread(list, closed), in_thread(list, other)
    until_waiting(task)
    with closed:
        pass
    assert [item.sequence for item in ended()][1:] == []
    assert closed.closed
    closed.close()
    finish(task)
    assert [item.sequence for item in reading()] == [0, 1, 2, 3, 4, 5]
    assert list(closed) == []


def test_two_readers_of_one_stream_share_its_items(make_task):
    task = make_task()
    stream = task.subscribe(timeout=10)
    reads = [in_thread(list, stream) for _ in range(3)]
    finish(task)
    parts = [read() for read in reads]
    assert sorted(item.sequence for part in parts for item in part) == [0, 1, 2, 3, 4, 5]
    assert all([item.sequence for item in part] == sorted(item.sequence for item in part) for part in parts)


# --- in an event loop ---


def test_async_for_reads_the_same(make_task):
    async def main():
        task = make_task()
        stream = task.subscribe(timeout=10)
        finish(task)
        async with stream:
            return [item.sequence async for item in stream]

    assert asyncio.run(main()) == [0, 1, 2, 3, 4, 5]


def test_async_for_waits_without_blocking_the_loop_and_is_woken_from_another_thread(make_task):
    async def main():
        task = make_task()
        turns = 0

        async def others():
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0.001)

        def drive():
            for step in (task.start, task.require_input, task.provide_input, task.complete):
                until_waiting(task)
                time.sleep(0.01)
                step()

        running = asyncio.create_task(others())
        driver = asyncio.create_task(asyncio.to_thread(drive))
        read = [item.sequence async for item in task.subscribe(timeout=10)]
        await driver
        running.cancel()
        return read, turns

    read, turns = asyncio.run(main())
    assert read == [0, 1, 2, 3, 4]
    assert turns > 10


def test_async_for_gives_way_while_it_catches_up(make_task):
    async def main():
        task = make_task()
        stream = task.subscribe(timeout=10)
        for _ in range(100):
            task.update()
        order = []

        async def other():
            for _ in range(5):
                order.append("other")
                await asyncio.sleep(0)

        running = asyncio.create_task(other())
        async for item in stream:
            order.append(item.sequence)
            if item.sequence == 100:
                break
        await running
        return order

    order = asyncio.run(main())
    assert order.index("other") < order.index(10)


def test_async_timeout_and_cancelled_reader_lose_nothing(make_task):
    async def main():
        task = make_task()
        stream = task.subscribe(timeout=0.01)
        assert (await anext(stream)).sequence == 0
        with pytest.raises(StreamTimeoutError):
            await anext(stream)
        waiting = asyncio.create_task(anext(stream))
        await asyncio.sleep(0.002)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not task._log.waiters
        finish(task)
        return [item.sequence async for item in stream]

    assert asyncio.run(main()) == [1, 2, 3, 4, 5]


def test_closing_wakes_an_asynchronous_reader(make_task):
    async def main():
        task = make_task()
        stream = task.subscribe(timeout=10)
        await anext(stream)
        reading = asyncio.create_task(_all(stream))
        await asyncio.sleep(0.002)
        assert task._log.waiters
        stream.close()
        return await asyncio.wait_for(reading, 5)

    assert asyncio.run(main()) == []


async def _all(stream):
    return [item async for item in stream]


def test_a_reader_whose_event_loop_is_gone_does_not_trouble_the_task(make_task):
    task = make_task()
    stream = task.subscribe(timeout=10)
    loop = asyncio.new_event_loop()
    loop.run_until_complete(anext(stream))
    step = anext(stream)
    future = loop.create_task(step)
    loop.run_until_complete(asyncio.sleep(0.002))
    assert task._log.waiters
    waiters = dict(task._log.waiters)
    future.cancel()
    loop.run_until_complete(asyncio.gather(future, return_exceptions=True))
    loop.close()
    task._log.waiters.update(waiters)  # as if the loop had been closed without its tasks being told
    task.start()
    assert task.state == "working"
    assert [event.sequence for event in task.events] == [1]


def test_a_subscription_is_consistent_while_others_drive_the_task():
    """Whatever moment it falls in, the snapshot and the first event fit together."""
    for _ in range(50):
        task = Task()
        driving = in_thread(finish, task)
        streams = []
        while True:
            try:
                streams.append(task.subscribe(timeout=10))
            except EndedSubscriptionError:
                break
        driving()
        for stream in streams[::10]:
            snapshot, *events = stream
            assert [e.sequence for e in events] == list(range(snapshot.sequence + 1, 6))
            assert snapshot.state == events[0].previous

"""One lock for each task, across loops and threads."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tests import needs

needs.module("a2a.server.tasks", "sdk")

from a2a_lifecycle.conformance.guard.locks import TaskLocks  # noqa: E402


def test_no_two_hold_one_lock_whatever_their_thread():
    locks, inside, most = TaskLocks(), [], []

    async def use(task_id):
        for _ in range(20):
            async with locks.holding(task_id):
                inside.append(task_id)
                most.append(inside.count(task_id))
                await asyncio.sleep(0)
                inside.remove(task_id)

    async def several():
        await asyncio.gather(*(use(task_id) for task_id in "aabb"))

    threads = [threading.Thread(target=asyncio.run, args=(several(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 4 * 4 * 20
    assert max(most) == 1
    assert locks._waiting == {}


def test_who_waits_longest_is_next():
    async def work():
        locks, order = TaskLocks(), []

        async def use(number):
            async with locks.holding("t"):
                order.append(number)

        await locks.acquire("t")
        waiting = [asyncio.ensure_future(use(number)) for number in range(5)]
        await asyncio.sleep(0)
        locks.release("t")
        await asyncio.gather(*waiting)
        return order

    assert asyncio.run(work()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("granted_first", [False, True])
def test_a_waiter_that_is_cancelled_keeps_nobody_out(granted_first):
    async def work():
        locks = TaskLocks()
        await locks.acquire("t")
        waiting = asyncio.ensure_future(locks.acquire("t"))
        await asyncio.sleep(0)
        if granted_first:
            locks.release("t")
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        if not granted_first:
            locks.release("t")
        await asyncio.wait_for(locks.acquire("t"), 1)
        locks.release("t")
        return locks._waiting

    assert asyncio.run(work()) == {}

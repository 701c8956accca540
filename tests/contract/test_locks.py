"""The thread lock across tasks and processes, and what happens to its holder when the database goes."""

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from core.adapters.postgres.pool import LOCKS, open_store
from core.domain.errors import Unavailable
from core.ports import Store
from tests.contract.made import NOW

pytestmark = pytest.mark.asyncio

ROOT = Path(__file__).parents[2]
SECONDS = 60


async def other_process(url: str, name: str) -> Process:
    argv = [sys.executable, "-m", "tests.contract.lock_holder", url, name]
    return await asyncio.create_subprocess_exec(*argv, stdin=PIPE, stdout=PIPE, cwd=ROOT)


async def said(process: Process) -> bytes:
    assert process.stdout is not None
    return await asyncio.wait_for(process.stdout.readline(), SECONDS)


async def is_free(store: Store, name: str) -> bool:
    async with store.thread_lock(name, wait=False) as held:
        return held


async def lose_connections(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
    )
    await connection.close()


async def held_locks(url: str) -> int:
    connection = await asyncpg.connect(url)
    count: int = await connection.fetchval(
        """
        SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND datname = current_database()
        """
    )
    await connection.close()
    return count


class TestThreadLock:
    async def test_one_at_a_time_and_everybody_gets_a_turn(self, store: Store) -> None:
        inside, most, done = 0, 0, 0

        async def work() -> None:
            nonlocal inside, most, done
            async with store.thread_lock("t") as held:
                assert held
                inside += 1
                most = max(most, inside)
                await store.now()
                inside -= 1
                done += 1

        await asyncio.gather(*(work() for _ in range(30)))
        assert (most, done) == (1, 30)

    async def test_two_stores_share_the_lock(self, store: Store, url: str) -> None:
        async with open_store(url) as other:
            async with store.thread_lock("t"):
                assert not await is_free(other, "t")
                assert not await is_free(store, "t")
                assert await is_free(other, "another")
            assert await is_free(other, "t")

    async def test_many_waiters_of_one_thread_do_not_keep_others_from_theirs(self, store: Store) -> None:
        async with store.thread_lock("busy"):
            waiters = [asyncio.ensure_future(is_locked_after(store, "busy")) for _ in range(3 * LOCKS)]
            await asyncio.wait_for(is_locked_after(store, "free"), SECONDS)
            assert not any(waiter.done() for waiter in waiters)
        assert all(await asyncio.gather(*waiters))

    async def test_a_lock_does_not_take_a_connection_of_the_queries(self, store: Store) -> None:
        async def hold(name: str, all_in: asyncio.Barrier) -> None:
            async with store.thread_lock(name):
                await all_in.wait()
                async with store.transaction() as db:
                    await db.audit.add("x", name, {}, NOW)

        barrier = asyncio.Barrier(LOCKS)
        await asyncio.wait_for(asyncio.gather(*(hold(str(n), barrier) for n in range(LOCKS))), SECONDS)

    async def test_an_exception_or_a_cancellation_lets_go(self, store: Store, url: str) -> None:
        with pytest.raises(ZeroDivisionError):
            async with store.thread_lock("t"):
                raise ZeroDivisionError
        entered = asyncio.Event()

        async def hold() -> None:
            async with store.thread_lock("t"):
                entered.set()
                await asyncio.Event().wait()

        holder = asyncio.ensure_future(hold())
        await entered.wait()
        holder.cancel()
        with pytest.raises(asyncio.CancelledError):
            await holder
        assert await is_free(store, "t")
        assert await held_locks(url) == 0

    async def test_a_waiter_that_is_cancelled_leaves_nothing_behind(self, store: Store, url: str) -> None:
        async with open_store(url) as other, store.thread_lock("t"):
            waiter = asyncio.ensure_future(is_locked_after(other, "t"))
            await asyncio.wait([waiter], timeout=0.3)
            waiter.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiter
        assert await held_locks(url) == 0

    async def test_another_process_waits_and_kill_9_lets_go(self, store: Store, url: str) -> None:
        first = await other_process(url, "t")
        assert await said(first) == b"held\n"
        assert not await is_free(store, "t")
        waiting = asyncio.ensure_future(is_locked_after(store, "t"))
        await asyncio.wait([waiting], timeout=0.2)
        assert not waiting.done()
        first.send_signal(signal.SIGKILL)
        assert await asyncio.wait_for(waiting, SECONDS)
        await first.wait()

    async def test_a_killed_waiter_does_not_get_the_lock_later(self, store: Store, url: str) -> None:
        async with store.thread_lock("t"):
            other = await other_process(url, "t")
            while await held_locks(url) < 2:
                assert other.returncode is None
            other.send_signal(signal.SIGKILL)
            await other.wait()
        await asyncio.wait_for(is_locked_after(store, "t"), SECONDS)


async def is_locked_after(store: Store, name: str) -> bool:
    async with store.thread_lock(name) as held:
        return held


class TestALostLock:
    async def test_the_holder_is_stopped_where_it_waits(self, store: Store, url: str) -> None:
        reached_end = False
        with pytest.raises(Unavailable) as raised:
            async with store.thread_lock("t"):
                await lose_connections(url)
                await asyncio.wait_for(asyncio.Event().wait(), SECONDS)
                reached_end = True
        assert raised.value.code == "E501"
        assert not reached_end
        current = asyncio.current_task()
        assert current is not None
        assert current.cancelling() == 0
        assert await is_free(store, "t")

    async def test_a_holder_that_swallows_the_stop_still_learns_of_it(self, store: Store, url: str) -> None:
        with pytest.raises(Unavailable):
            async with store.thread_lock("t"):
                await lose_connections(url)
                with suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
        assert await is_free(store, "t")

    async def test_a_real_cancellation_stays_one(self, store: Store, url: str) -> None:
        entered = asyncio.Event()

        async def hold() -> None:
            async with store.thread_lock("t"):
                entered.set()
                await asyncio.Event().wait()

        holder = asyncio.ensure_future(hold())
        await entered.wait()
        holder.cancel()
        await lose_connections(url)
        with pytest.raises(asyncio.CancelledError):
            await holder

    async def test_somebody_else_can_go_on(self, store: Store, url: str) -> None:
        async with open_store(url) as other:
            with pytest.raises(Unavailable):
                async with store.thread_lock("t"):
                    await lose_connections(url)
                    assert await asyncio.wait_for(is_locked_after(other, "t"), SECONDS)
                    await asyncio.wait_for(asyncio.Event().wait(), SECONDS)

"""When a task is looked at, and the transactions that are reported for it, against a real PostgreSQL."""

import asyncio
from datetime import timedelta

import pytest

from core.domain.task import State, Task
from core.ports import Store
from tests.contract.made import (
    ALICE,
    BOB,
    LATER,
    LEASE,
    NOW,
    TTL,
    a_created,
    a_hash,
    due_ids,
    move,
    moved,
)

pytestmark = pytest.mark.asyncio

PREVIEW, SUBMITTED, EXPIRED = State.PREVIEW, State.SUBMITTED, (State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN)
AN_INSTANT = timedelta(microseconds=1)
OVER = NOW + TTL
MUCH_LATER = OVER + timedelta(hours=24)


async def report(store: Store, task: Task, number: int = 1, nonce: int | None = 3) -> bool:
    async with store.transaction() as db:
        return await db.tasks.add_hash(task, a_hash(number), ALICE, nonce, LATER)


async def drop(store: Store, task: Task, number: int) -> Task:
    async with store.transaction() as db:
        await db.tasks.drop_hash(task, a_hash(number), "stranger", LATER)
        found = await db.tasks.get(task.id)
    assert found is not None
    return found


async def get(store: Store, task: Task) -> Task:
    async with store.transaction() as db:
        found = await db.tasks.get(task.id)
    assert found is not None
    return found


class TestDue:
    async def test_a_card_is_due_when_its_time_is_over(self, store: Store) -> None:
        task = await a_created(store)
        assert await due_ids(store, OVER - AN_INSTANT) == set()
        assert await due_ids(store, OVER) == {task.id}

    async def test_a_confirmed_card_is_looked_for_at_once_though_nobody_reported_it(
        self, store: Store
    ) -> None:
        confirmed = await moved(store, await a_created(store), PREVIEW)
        assert await due_ids(store, OVER - AN_INSTANT) == {confirmed.id}

    async def test_a_task_that_somebody_looks_at_is_nobody_elses_until_the_lease_is_over(
        self, store: Store
    ) -> None:
        task = await a_created(store)
        assert await due_ids(store, OVER) == {task.id}
        assert await due_ids(store, OVER + LEASE - AN_INSTANT) == set()
        assert await due_ids(store, OVER + LEASE) == {task.id}

    async def test_looking_again_ends_the_lease(self, store: Store) -> None:
        task = await a_created(store)
        await due_ids(store, OVER)
        async with store.transaction() as db:
            await db.tasks.look_again(task.id, OVER + 2 * AN_INSTANT)
        assert await due_ids(store, OVER + AN_INSTANT) == set()
        assert await due_ids(store, OVER + 2 * AN_INSTANT) == {task.id}

    async def test_workers_at_once_never_get_the_same_task(self, store: Store) -> None:
        tasks = [await a_created(store) for _ in range(30)]

        async def work() -> list[str]:
            async with store.transaction() as db:
                return [task.id for task in await db.tasks.due(OVER, LEASE, 4)]

        taken = [task for share in await asyncio.gather(*(work() for _ in range(10))) for task in share]
        assert len(taken) == len(set(taken))
        rest = await due_ids(store, OVER)
        assert not rest & set(taken)
        assert rest | set(taken) == {task.id for task in tasks}

    async def test_a_worker_passes_by_a_task_that_is_being_changed(self, store: Store) -> None:
        busy, free = await a_created(store), await a_created(store)
        async with store.transaction() as db:
            await db.tasks.get(busy.id, lock=True)
            assert await due_ids(store, OVER) == {free.id}

    async def test_a_task_on_the_chain_is_due_at_once(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW, SUBMITTED)
        assert await due_ids(store, LATER) == {task.id}

    @pytest.mark.parametrize("state", [State.SETTLED, State.FAILED, State.REJECTED])
    async def test_a_final_task_is_never_due(self, store: Store, state: State) -> None:
        task = await moved(store, await a_created(store), PREVIEW, SUBMITTED, state)
        async with store.transaction() as db:
            await db.tasks.look_again(task.id, NOW)
        assert await due_ids(store, MUCH_LATER) == set()

    async def test_an_expired_task_is_watched_only_if_it_was_confirmed(self, store: Store) -> None:
        await moved(store, await a_created(store), State.EXPIRED_UNSENT)
        assert await due_ids(store, LATER + timedelta(hours=1)) == set()
        confirmed = await moved(store, await a_created(store), PREVIEW, State.EXPIRED_UNSENT)
        assert await due_ids(store, LATER + timedelta(hours=1)) == {confirmed.id}
        assert await due_ids(store, LATER + timedelta(days=30)) == set()

    @pytest.mark.parametrize("state", EXPIRED)
    async def test_an_expired_task_with_a_hash_is_watched_for_a_day_and_not_for_ever(
        self, store: Store, state: State
    ) -> None:
        task = await moved(store, await a_created(store), PREVIEW)
        if state is State.EXPIRED_UNKNOWN:
            await report(store, task)
        task = await moved(store, task, state)
        await report(store, task)
        assert await due_ids(store, LATER + timedelta(hours=24)) == {task.id}
        assert await due_ids(store, LATER + timedelta(days=30)) == set()

    async def test_a_new_report_begins_the_watch_again(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW, State.EXPIRED_UNSENT)
        await report(store, task)
        month = LATER + timedelta(days=30)
        async with store.transaction() as db:
            assert await db.tasks.add_hash(task, a_hash(1), ALICE, 3, month)
        assert await due_ids(store, month) == {task.id}


class TestHashes:
    async def test_the_first_hash_stops_the_time_and_is_looked_at_now(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW)
        assert await report(store, task)
        found = await get(store, task)
        assert (found.hash_at, found.state, found.tx_hash) == (LATER, PREVIEW, None)
        assert await due_ids(store, LATER) == {task.id}

    async def test_hashes_come_oldest_first_with_the_nonce_as_soon_as_it_is_seen(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW)
        for number, nonce in ((9, None), (1, 2**64 - 2), (9, 4), (9, None)):
            assert await report(store, task, number, nonce)
        async with store.transaction() as db:
            assert await db.tasks.hashes(task.id) == [(a_hash(9), 4), (a_hash(1), 2**64 - 2)]

    async def test_a_hash_counts_for_one_task_of_a_chain(self, store: Store) -> None:
        first, second = [await moved(store, await a_created(store), PREVIEW) for _ in range(2)]
        assert await report(store, first)
        assert await report(store, first)
        assert not await report(store, second)
        assert (await get(store, second)).hash_at is None
        await drop(store, first, 1)
        assert await report(store, second)
        assert not await report(store, first)

    async def test_the_task_that_a_hash_counts_for_is_found(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW)
        async with store.transaction() as db:
            assert await db.tasks.of_hash(31337, a_hash(1)) is None
        assert await report(store, task)
        async with store.transaction() as db:
            assert await db.tasks.of_hash(31337, a_hash(1)) == await db.tasks.get(task.id)
            assert await db.tasks.of_hash(1, a_hash(1)) is None
        await drop(store, task, 1)
        async with store.transaction() as db:
            assert await db.tasks.of_hash(31337, a_hash(1)) is None

    async def test_twenty_tasks_report_one_hash_at_once_and_one_keeps_it(self, store: Store) -> None:
        tasks = [await moved(store, await a_created(store), PREVIEW) for _ in range(20)]
        assert sum(await asyncio.gather(*(report(store, task) for task in tasks))) == 1

    async def test_without_a_hash_that_counts_the_time_runs_again(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW)
        await report(store, task, 1)
        await report(store, task, 2)
        found = await drop(store, task, 1)
        assert found.hash_at == LATER
        found = await drop(store, task, 2)
        assert found.hash_at is None and found.next_check_at is not None and found.next_check_at < OVER
        async with store.transaction() as db:
            assert await db.tasks.hashes(task.id) == []
        expired = await move(store, found, State.EXPIRED_UNSENT)
        assert expired is not None

    async def test_the_tasks_hash_goes_with_the_hash_that_is_dropped(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW)
        await report(store, task, 1)
        await report(store, task, 2)
        submitted = await move(store, task, SUBMITTED, tx_hash=a_hash(1))
        assert submitted is not None
        assert (await drop(store, submitted, 2)).tx_hash == a_hash(1)
        assert (await drop(store, submitted, 1)).tx_hash is None
        assert (await drop(store, submitted, 1)).state is SUBMITTED

    async def test_a_card_with_a_hash_does_not_expire_as_unsent(self, store: Store) -> None:
        """The clock looked before the hash was reported, and moves after it."""
        task = await moved(store, await a_created(store), PREVIEW)
        await report(store, task)
        assert await move(store, task, State.EXPIRED_UNSENT, "expired") is None
        assert (await get(store, task)).state is PREVIEW

    async def test_a_report_that_changes_nothing_for_a_stranger_leaves_no_trace(self, store: Store) -> None:
        first, second = [await moved(store, await a_created(store), PREVIEW) for _ in range(2)]
        async with store.transaction() as db:
            assert await db.tasks.add_hash(first, a_hash(5), BOB, 8, LATER)
        assert not await report(store, second, 5)
        async with store.transaction() as db:
            assert await db.tasks.hashes(first.id) == [(a_hash(5), 8)]

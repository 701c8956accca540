"""The store as a whole: transactions, wake-ups, and a database that goes away and comes back."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import pytest
import pytest_asyncio

from core.adapters.postgres.pool import QUERIES, PgStore, open_store
from core.adapters.postgres.wakes import BACKLOG
from core.app.embedded.postgres import Postgres
from core.domain.errors import NotFound, Unavailable
from core.domain.outbox import Place
from core.domain.task import State
from core.ports import Store
from tests.contract.made import (
    ALICE,
    NOW,
    a_created,
    a_hash,
    a_reply,
    a_user,
    an_incoming,
    move,
)
from tests.contract.test_locks import lose_connections

pytestmark = pytest.mark.asyncio

NOWHERE = "postgresql://app:secret@127.0.0.1:1/postgres"
SECONDS = 60


class TestTransaction:
    async def test_all_of_it_or_nothing(self, store: Store) -> None:
        with pytest.raises(NotFound):
            async with store.transaction() as db:
                await db.users.link(ALICE, NOW)
                raise NotFound
        async with store.transaction() as db:
            assert await db.users.of_wallet(ALICE) is None

    async def test_a_failed_statement_that_is_swallowed_is_not_taken_for_a_commit(
        self, pg_store: Store
    ) -> None:
        with pytest.raises(RuntimeError):
            async with pg_store.transaction() as db:
                await db.users.offer("n", "m", NOW)
                with pytest.raises(asyncpg.UniqueViolationError):
                    await db.users.offer("n", "m", NOW)
        async with pg_store.transaction() as db:
            await db.users.offer("n", "m", NOW)

    async def test_after_the_end_nothing_is_said(self, store: Store) -> None:
        async with store.transaction() as db:
            pass
        with pytest.raises(RuntimeError):
            await db.users.of_wallet(ALICE)

    async def test_a_cancelled_transaction_changes_nothing_and_costs_no_connection(
        self, store: Store
    ) -> None:
        entered = asyncio.Event()

        async def stuck() -> None:
            async with store.transaction() as db:
                await db.users.link(ALICE, NOW)
                entered.set()
                await asyncio.Event().wait()

        for _ in range(QUERIES + 1):
            entered.clear()
            task = asyncio.ensure_future(stuck())
            await entered.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        async with store.transaction() as db:
            assert await db.users.of_wallet(ALICE) is None

    async def test_more_at_once_than_there_are_connections_wait_their_turn(self, store: Store) -> None:
        assert len(await asyncio.gather(*(a_user(store) for _ in range(5 * QUERIES)))) == 5 * QUERIES

    async def test_the_time_is_the_databases(self, pg_store: Store) -> None:
        first, second = await pg_store.now(), await pg_store.now()
        assert first < second
        assert first.utcoffset() == timedelta(0)


class TestChanges:
    async def test_a_move_wakes_those_who_follow_tasks_and_mail(self, store: Store) -> None:
        task = await a_created(store)
        async with store.transaction() as db:
            await db.outbox.show(task.id, Place("web", "t", "1"), State.INTENT_CONFIRM)
        async with (
            store.changes("task") as tasks,
            store.changes("outbox") as mail,
            store.changes("task") as second,
        ):
            await move(store, task, State.PREVIEW)
            assert await first_named(tasks) == task.id
            assert await first_named(second) == task.id
            assert await asyncio.wait_for(anext(mail), SECONDS) == ""

    async def test_a_finished_turn_and_a_reported_hash_wake(self, store: Store) -> None:
        task = await a_created(store)
        async with store.changes("turn") as turns, store.changes("task") as tasks:
            async with store.transaction() as db:
                turn, _ = await db.turns.claim(an_incoming(), "d", "t", NOW)
                await db.turns.finish(turn.id, a_reply("t"), NOW)
                await db.tasks.add_hash(task, a_hash(1), None, None, NOW)
            assert await first_named(turns) == turn.id
            assert await first_named(tasks) == task.id

    async def test_what_is_rolled_back_wakes_nobody(self, store: Store) -> None:
        task, other = await a_created(store), await a_created(store)
        async with store.changes("task") as tasks:
            with pytest.raises(ZeroDivisionError):
                async with store.transaction() as db:
                    await db.tasks.move(task, State.REJECTED, "user", NOW)
                    raise ZeroDivisionError
            await move(store, other, State.REJECTED)
            assert await first_named(tasks) == other.id

    async def test_a_follower_is_told_to_look_even_when_nothing_happens(self, pg_store: Store) -> None:
        async with pg_store.changes("task") as tasks:
            assert await asyncio.wait_for(anext(tasks), 3) == ""

    async def test_a_lost_connection_is_a_wake_up_and_the_next_one_listens(
        self, store: Store, url: str
    ) -> None:
        task = await a_created(store)
        async with store.changes("task") as tasks:
            await lose_connections(url)
            assert await asyncio.wait_for(anext(tasks), 1) == ""
            await asyncio.wait_for(anext(tasks), 3)
            await move(store, task, State.REJECTED)
            assert await first_named(tasks) == task.id

    async def test_a_follower_that_sleeps_is_told_to_look_instead(self, store: Store, url: str) -> None:
        async with store.changes("task") as tasks, store.changes("turn") as other:
            connection = await asyncpg.connect(url)
            for number in range(BACKLOG + 5):
                await connection.execute("SELECT pg_notify('task', $1)", str(number))
            await connection.execute("SELECT pg_notify('turn', 'last')")
            await connection.close()
            assert await first_named(other) == "last"
            assert await anext(tasks) == ""

    async def test_only_known_topics_can_be_followed(self, store: Store) -> None:
        with pytest.raises(KeyError):
            async with store.changes("tasks"):
                pass


async def first_named(payloads: AsyncIterator[str]) -> str:
    async with asyncio.timeout(SECONDS):
        async for payload in payloads:
            if payload:
                return payload
    raise AssertionError


async def is_answered(store: Store) -> bool:
    try:
        await store.now()
    except Unavailable:
        return False
    return True


class TestOutage:
    @pytest_asyncio.fixture
    async def nowhere(self) -> AsyncIterator[PgStore]:
        async with open_store(NOWHERE) as store:
            yield store

    async def test_a_database_that_is_not_there_is_e501_everywhere(self, nowhere: PgStore) -> None:
        with pytest.raises(Unavailable, match="E501"):
            async with nowhere.transaction():
                pass
        with pytest.raises(Unavailable, match="E501"):
            await nowhere.now()
        for wait in (True, False):
            with pytest.raises(Unavailable, match="E501"):
                async with nowhere.thread_lock("t", wait):
                    pass
        with pytest.raises(Unavailable, match="E501"):
            async with nowhere.changes("task"):
                pass

    async def test_a_wrong_password_or_database_is_e501_with_its_cause(self, server: Postgres) -> None:
        base = server.url.rpartition("/")[0]
        for url in (f"{base}/unknown", server.url.replace("app:", "app:wrong")):
            async with open_store(url) as store:
                with pytest.raises(Unavailable) as raised:
                    await store.now()
                assert isinstance(raised.value.__cause__, asyncpg.PostgresError)

    async def test_an_error_of_the_body_stays_what_it_is(self, store: Store) -> None:
        with pytest.raises(ConnectionRefusedError):
            async with store.transaction():
                raise ConnectionRefusedError
        with pytest.raises(TimeoutError):
            async with store.thread_lock("t"):
                raise TimeoutError

    async def test_connections_that_died_in_the_pool_cost_no_call(self, store: Store, url: str) -> None:
        await asyncio.gather(*(a_user(store) for _ in range(2 * QUERIES)))
        await lose_connections(url)
        assert len(await asyncio.gather(*(a_user(store) for _ in range(2 * QUERIES)))) == 2 * QUERIES
        await lose_connections(url)
        async with store.thread_lock("t") as held:
            assert held

    async def test_a_connection_that_dies_in_the_middle_is_e501_and_nothing_happened(
        self, store: Store, url: str
    ) -> None:
        with pytest.raises(Unavailable, match="E501"):
            async with store.transaction() as db:
                await db.users.link(ALICE, NOW)
                await lose_connections(url)
                await db.users.wallets("?")
        with pytest.raises(Unavailable, match="E501"):
            async with store.transaction() as db:
                await db.users.link(ALICE, NOW)
                await lose_connections(url)
        async with store.transaction() as db:
            assert await db.users.of_wallet(ALICE) is None

    async def test_a_restart_of_the_server_is_survived(self, store: Store, server: Postgres) -> None:
        """Queries, a held lock, a follower: each says E501 or looks itself, then all go on as before."""
        task = await a_created(store)
        async with store.changes("task") as tasks:
            with pytest.raises(Unavailable, match="E501"):
                async with store.thread_lock("t"):
                    restarting = asyncio.ensure_future(server.child.restart())
                    await asyncio.wait_for(asyncio.Event().wait(), SECONDS)
            await restarting
            assert await is_answered(store)
            async with store.thread_lock("t", wait=False) as held:
                assert held
            async with asyncio.timeout(SECONDS):
                while await anext(tasks) != task.id:
                    await move(store, task, State.REJECTED)
        async with store.transaction() as db:
            found = await db.tasks.get(task.id)
        assert found is not None
        assert found.state is State.REJECTED

    async def test_a_server_that_is_down_answers_e501_quickly_and_heals(
        self, store: Store, server: Postgres
    ) -> None:
        await store.now()
        restarting = asyncio.ensure_future(server.child.restart())
        answers: list[bool] = []
        async with asyncio.timeout(SECONDS):
            while not restarting.done() or not answers[-1]:
                answers.append(await is_answered(store))
                await asyncio.wait([restarting], timeout=0.01)
        assert await is_answered(store)

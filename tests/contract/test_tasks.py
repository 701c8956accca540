"""Tasks against a real PostgreSQL: creating, moving, guarding."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import product

import asyncpg
import pytest

from core.domain.task import FINAL, OPEN, TRANSITIONS, Change, State, Task
from core.domain.types import MAX_UINT256
from core.ports import Store
from tests.contract.made import (
    ALICE,
    BOB,
    LATER,
    NOW,
    TTL,
    a_created,
    a_hash,
    a_task,
    a_transfer,
    a_user,
    create,
    move,
    moved,
)

pytestmark = pytest.mark.asyncio

PREVIEW, SUBMITTED = State.PREVIEW, State.SUBMITTED


async def get(store: Store, task: Task) -> Task:
    async with store.transaction() as db:
        found = await db.tasks.get(task.id)
    assert found is not None
    return found


class TestCreate:
    async def test_a_task_comes_back_as_it_was_made(self, store: Store) -> None:
        task = a_task(await a_user(store), raw=MAX_UINT256, token=None)
        made = await create(store, task)
        first = Change(State.INTENT_CONFIRM, NOW, "asked")
        assert made == replace(task, next_check_at=NOW + TTL, history=(first,))
        async with store.transaction() as db:
            assert await db.tasks.get(task.id) == made
            assert await db.tasks.get(task.id, lock=True) == made
            assert await db.tasks.of_turn(task.turn_id) == made
            assert await db.tasks.of_key(task.id.encode()) == made
            assert await db.tasks.of_thread("thread") == [made]
            assert await db.tasks.get("?", lock=True) is None
            assert await db.tasks.of_key(b"?") is None

    async def test_the_turn_that_made_a_task_gets_it_back_even_when_it_is_closed(self, store: Store) -> None:
        task = await a_created(store, raw=50)
        await moved(store, task, PREVIEW, State.SETTLED)
        other = await create(store, a_task(task.user_id, raw=50))
        again = await create(store, a_task(task.user_id, raw=50, turn_id=task.turn_id))
        assert other.id != task.id
        assert (again.id, again.state) == (task.id, State.SETTLED)

    @pytest.mark.parametrize("state", sorted(OPEN - {State.INTENT_CONFIRM}))
    async def test_the_same_order_gets_the_open_task(self, store: Store, state: State) -> None:
        first = await a_created(store, raw=50)
        await moved(store, first, PREVIEW, *(() if state is PREVIEW else (state,)))
        second = await create(store, a_task(first.user_id, raw=50))
        assert (second.id, second.state) == (first.id, state)
        async with store.transaction() as db:
            found = await db.tasks.open_like(first.user_id, a_transfer(50))
        assert found is not None
        assert found.id == first.id

    async def test_another_amount_token_or_user_is_another_order(self, store: Store) -> None:
        first = await a_created(store, raw=50)
        stranger = await a_user(store, BOB)
        tasks = [
            a_task(first.user_id, raw=51),
            a_task(first.user_id, raw=50, token=None),
            a_task(stranger, raw=50),
        ]
        made = [(await create(store, task)).id for task in tasks]
        assert made == [task.id for task in tasks]
        async with store.transaction() as db:
            assert await db.tasks.open_like(first.user_id, a_transfer(49)) is None
            native = await db.tasks.open_like(first.user_id, a_transfer(50, token=None))
        assert native is not None
        assert native.id == tasks[1].id

    async def test_twenty_same_orders_at_once_are_one_task(self, store: Store) -> None:
        user = await a_user(store)
        made = await asyncio.gather(*(create(store, a_task(user, raw=50)) for _ in range(20)))
        assert len({task.id for task in made}) == 1
        assert {task.history for task in made} == {(Change(State.INTENT_CONFIRM, NOW, "asked"),)}

    async def test_twenty_runs_of_one_turn_at_once_are_one_task(self, store: Store) -> None:
        user = await a_user(store)
        made = await asyncio.gather(*(create(store, a_task(user, turn_id="one")) for _ in range(20)))
        assert len({task.id for task in made}) == 1

    async def test_an_order_that_is_closed_while_its_twin_waits_leaves_the_way_to_the_twin(
        self, store: Store
    ) -> None:
        first = await a_created(store, raw=50)
        twin = a_task(first.user_id, raw=50)
        async with store.transaction() as db:
            await db.tasks.move(first, State.REJECTED, "user", LATER)
            making = asyncio.ensure_future(create(store, twin))
            await asyncio.wait([making], timeout=0.2)
        assert (await making).id in (first.id, twin.id)

    async def test_a_key_that_is_taken_is_an_error_and_not_somebody_elses_task(self, store: Store) -> None:
        first = await a_created(store)
        async with store.transaction() as db:
            with pytest.raises(RuntimeError):
                await db.tasks.create(a_task(first.user_id), first.id.encode())

    async def test_tasks_of_a_user_come_newest_first_by_state(self, store: Store) -> None:
        user = await a_user(store)
        old = await create(store, a_task(user))
        new = await create(store, a_task(user, created_at=LATER))
        gone = await create(store, a_task(user))
        await move(store, gone, State.REJECTED)
        async with store.transaction() as db:
            assert await db.tasks.of_user(user, tuple(OPEN)) == [new, old]
            assert [task.id for task in await db.tasks.of_user(user, tuple(FINAL))] == [gone.id]


class TestMove:
    async def test_a_move_is_written_in_the_history(self, store: Store) -> None:
        task = await moved(store, await a_created(store), PREVIEW)
        settled = await move(store, task, State.SETTLED, "settled", tx_hash=a_hash(1))
        assert settled is not None
        assert (settled.state, settled.reason, settled.tx_hash) == (State.SETTLED, "settled", a_hash(1))
        assert settled.confirmed_at == LATER
        assert settled.next_check_at is None
        assert settled.history[1:] == (
            Change(PREVIEW, LATER, "because"),
            Change(State.SETTLED, LATER, "settled"),
        )
        assert await get(store, task) == settled

    async def test_twenty_moves_at_once_and_one_wins(self, store: Store) -> None:
        task = await a_created(store)
        to = [PREVIEW, State.REJECTED] * 10
        results = await asyncio.gather(*(move(store, task, state) for state in to))
        winners = [result for result in results if result is not None]
        assert len(winners) == 1
        assert (await get(store, task)) == winners[0]
        assert len(winners[0].history) == 2

    async def test_a_move_that_is_rolled_back_never_was(self, store: Store) -> None:
        task = await a_created(store)
        with pytest.raises(ZeroDivisionError):
            async with store.transaction() as db:
                await db.tasks.move(task, PREVIEW, "confirmed", LATER)
                raise ZeroDivisionError
        assert await get(store, task) == task

    async def test_the_database_knows_the_same_transitions(self, url: str) -> None:
        connection = await asyncpg.connect(url)
        for source, target in product(State, State):
            allowed = await connection.fetchval("SELECT task_may_move($1, $2)", source, target)
            assert allowed == (target in TRANSITIONS[source].values()), (source, target)
        await connection.close()

    async def test_the_database_refuses_what_the_table_does_not_allow(self, pg_store: Store) -> None:
        task = await moved(pg_store, await a_created(pg_store), PREVIEW, State.SETTLED)
        with pytest.raises(asyncpg.CheckViolationError):
            await move(pg_store, task, State.FAILED)
        assert (await get(pg_store, task)).state is State.SETTLED

    @pytest.mark.parametrize(
        "change",
        [
            "card = '{}'",
            "recipient = payer",
            "amount_raw = 1",
            "token = NULL",
            "digest = ''",
            "expires_at = now()",
        ],
    )
    async def test_what_was_shown_can_not_be_changed(self, store: Store, url: str, change: str) -> None:
        await a_created(store)
        connection = await asyncpg.connect(url)
        with pytest.raises(asyncpg.CheckViolationError):
            await connection.execute(f"UPDATE tasks SET {change}")
        await connection.close()

    async def test_the_audit_can_not_be_changed(self, store: Store, url: str) -> None:
        await a_created(store)
        connection = await asyncpg.connect(url)
        with pytest.raises(asyncpg.CheckViolationError):
            await connection.execute("UPDATE audit SET kind = 'x'")
        await connection.close()

    async def test_a_task_that_comes_back_from_expiry_may_meet_its_twin(self, store: Store) -> None:
        """The order was given anew after the expiry; then the first transaction turned up after all."""
        first = await moved(store, await a_created(store, raw=50), PREVIEW, State.EXPIRED_UNSENT)
        twin = await create(store, a_task(first.user_id, raw=50, created_at=LATER))
        assert twin.id != first.id
        await moved(store, first, SUBMITTED)
        third = await create(store, a_task(first.user_id, raw=50))
        assert third.id == first.id
        await moved(store, twin, PREVIEW, State.SETTLED)
        assert (await create(store, a_task(first.user_id, raw=50))).id == first.id

    async def test_twins_from_an_expiry_and_an_order_at_once_are_no_error(self, store: Store) -> None:
        first = await moved(store, await a_created(store, raw=50), PREVIEW, State.EXPIRED_UNSENT)
        twin = a_task(first.user_id, raw=50)
        revived, made = await asyncio.gather(move(store, first, SUBMITTED), create(store, twin))
        assert revived is not None
        assert made.id in (first.id, twin.id)

    async def test_a_locked_task_is_told_with_the_history_of_after_the_wait(self, store: Store) -> None:
        task = await a_created(store)

        async def locked() -> Task | None:
            async with store.transaction() as db:
                return await db.tasks.get(task.id, lock=True)

        async with store.transaction() as db:
            await db.tasks.move(task, PREVIEW, "confirmed", LATER)
            waiting = asyncio.ensure_future(locked())
            done, _ = await asyncio.wait([waiting], timeout=0.2)
            assert not done
        found = await waiting
        assert found is not None
        assert [change.state for change in found.history] == [State.INTENT_CONFIRM, PREVIEW]


class TestGate:
    async def test_tasks_that_left_the_gate_wait_for_its_answer(self, store: Store) -> None:
        waiting, answered, open_, without = [await a_created(store) for _ in range(4)]
        for task in (waiting, answered, open_):
            async with store.transaction() as db:
                await db.tasks.set_gate(task.id, f"interrupt-{task.id}")
        for task in (waiting, answered, without):
            await move(store, task, State.REJECTED)
        async with store.transaction() as db:
            await db.tasks.answer_gate(answered.id)
            found = await db.tasks.unanswered(10)
        assert [(task.id, task.interrupt_id) for task in found] == [(waiting.id, f"interrupt-{waiting.id}")]
        assert (await get(store, answered)).gate_answered


class TestAudit:
    async def test_facts_are_kept_and_do_not_touch_the_history(self, store: Store, url: str) -> None:
        task = await a_created(store)
        async with store.transaction() as db:
            await db.audit.add(
                "turn", task.id, {"route": "write", "code": None, "text": "\0"}, NOW + timedelta(1)
            )
        assert (await get(store, task)).history == task.history
        connection = await asyncpg.connect(url)
        row = await connection.fetchrow("SELECT facts ->> 'text' AS text, at FROM audit WHERE kind = 'turn'")
        await connection.close()
        assert tuple(row) == ("\ufffd", NOW + timedelta(1))
        assert task.effect.payer == ALICE

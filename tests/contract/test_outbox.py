"""The outbox against a real PostgreSQL: who gets which letter, when, and in which order."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest

from core.domain.errors import NotFound
from core.domain.outbox import Letter, Place
from core.domain.task import State, Task
from core.ports import Store
from tests.contract.made import LATER, LEASE, NOW, a_created, a_hash, move, moved

pytestmark = pytest.mark.asyncio

PREVIEW, SUBMITTED = State.PREVIEW, State.SUBMITTED
HERE, THERE = Place("telegram", "1", "10"), Place("discord", "2", "20")
AFTER = LATER + timedelta(hours=1)


async def shown(store: Store, *places: Place) -> Task:
    task = await a_created(store)
    await show(store, task, *places)
    return task


async def show(store: Store, task: Task, *places: Place) -> None:
    for place in places:
        async with store.transaction() as db:
            await db.outbox.show(task.id, place, State.INTENT_CONFIRM)


async def claim(store: Store, at: timedelta = timedelta(0), limit: int = 10) -> Sequence[Letter]:
    async with store.transaction() as db:
        return await db.outbox.claim(["telegram", "discord"], AFTER + at, LEASE, limit)


async def sent(store: Store, letter: Letter) -> None:
    async with store.transaction() as db:
        await db.outbox.sent(letter.id, AFTER)


async def retry(store: Store, letter: Letter, at: timedelta) -> None:
    async with store.transaction() as db:
        await db.outbox.retry(letter.id, AFTER + at, "flood")


def told(letters: Sequence[Letter]) -> list[tuple[str, str, str]]:
    return [(letter.task_id, letter.place.channel, letter.body["state"]) for letter in letters]


class TestLetters:
    async def test_a_move_writes_to_every_place_where_the_card_stands(self, store: Store) -> None:
        task = await shown(store, HERE, THERE, HERE)
        await moved(store, task, PREVIEW)
        await move(store, await moved_from(store, task), SUBMITTED, "pending", tx_hash=a_hash(1))
        letters = await claim(store)
        assert {letter.place for letter in letters} == {HERE, THERE}
        letter = letters[0]
        assert letter.body == {
            "task": task.id,
            "state": "SUBMITTED",
            "reason": "pending",
            "tx_hash": a_hash(1),
            "amount": task.card["amount"],
            "symbol": "USDC",
            "to": task.card["to"],
            "chain_id": 31337,
            "explorer_url": None,
        }
        assert (letter.task_id, letter.user_id, letter.language) == (task.id, task.user_id, "zh")
        assert (letter.created_at, letter.attempts) == (LATER, 1)
        async with store.transaction() as db:
            assert await db.outbox.places(task.id) == [THERE, HERE]

    async def test_the_loser_of_a_race_writes_no_letter(self, store: Store) -> None:
        task = await shown(store, HERE)
        await moved(store, task, State.REJECTED)
        await move(store, task, PREVIEW)
        assert told(await claim(store)) == [(task.id, "telegram", "REJECTED")]

    async def test_only_the_channels_that_are_asked_for_are_claimed(self, store: Store) -> None:
        task = await shown(store, HERE, THERE)
        await moved(store, task, PREVIEW)
        async with store.transaction() as db:
            letters = await db.outbox.claim(["discord"], AFTER, LEASE, 10)
        assert [letter.place for letter in letters] == [THERE]

    async def test_a_card_that_is_shown_after_the_move_gets_its_letter(self, store: Store) -> None:
        task = await a_created(store)
        await moved(store, task, PREVIEW)
        await show(store, task, HERE)
        assert told(await claim(store, timedelta(days=9999))) == [(task.id, "telegram", "PREVIEW")]

    async def test_a_card_that_is_shown_while_it_moves_gets_its_letter(self, store: Store) -> None:
        task = await a_created(store)
        async with store.transaction() as db:
            await db.tasks.move(task, PREVIEW, "confirmed", LATER)
            showing = asyncio.ensure_future(show(store, task, HERE))
            done, _ = await asyncio.wait([showing], timeout=0.2)
            assert not done
        await showing
        assert told(await claim(store, timedelta(days=9999))) == [(task.id, "telegram", "PREVIEW")]

    async def test_a_task_that_is_not_there_is_not_shown(self, store: Store) -> None:
        async with store.transaction() as db:
            with pytest.raises(NotFound):
                await db.outbox.show("?", HERE, State.INTENT_CONFIRM)


async def moved_from(store: Store, task: Task) -> Task:
    async with store.transaction() as db:
        found = await db.tasks.get(task.id)
    assert found is not None
    return found


class TestClaim:
    async def test_a_chat_gets_one_letter_at_a_time_in_order(self, store: Store) -> None:
        first, second = await shown(store, HERE), await shown(store, Place("telegram", "1", "11"))
        await moved(store, second, PREVIEW)
        await moved(store, first, PREVIEW)
        [letter] = await claim(store)
        assert letter.task_id == second.id
        assert await claim(store) == []
        await sent(store, letter)
        [letter] = await claim(store)
        assert letter.task_id == first.id
        await sent(store, letter)
        assert await claim(store) == []

    async def test_chats_do_not_wait_for_each_other(self, store: Store) -> None:
        task = await shown(store, HERE, THERE, Place("telegram", "3", "30"))
        await moved(store, task, PREVIEW)
        assert len(await claim(store, limit=2)) == 2
        assert len(await claim(store)) == 1

    async def test_a_letter_that_nobody_reports_comes_again_after_the_lease(self, store: Store) -> None:
        task = await shown(store, HERE)
        await moved(store, task, PREVIEW)
        await claim(store)
        assert await claim(store, LEASE - timedelta(microseconds=1)) == []
        [letter] = await claim(store, LEASE)
        assert letter.attempts == 2

    async def test_twenty_claims_at_once_give_each_letter_once(self, store: Store) -> None:
        places = [Place("telegram", str(chat), "1") for chat in range(12)]
        await moved(store, await shown(store, *places), PREVIEW)
        shares = await asyncio.gather(*(claim(store, limit=3) for _ in range(20)))
        ids = [letter.id for share in shares for letter in share]
        rest = [letter.id for letter in await claim(store, limit=20)]
        assert len(ids + rest) == len(set(ids + rest)) == 12

    async def test_a_chat_that_must_wait_waits_with_all_its_letters(self, store: Store) -> None:
        first, second = await shown(store, HERE), await shown(store, Place("telegram", "1", "11"))
        await moved(store, first, PREVIEW)
        await moved(store, second, PREVIEW)
        [letter] = await claim(store)
        await retry(store, letter, timedelta(seconds=40))
        third = await shown(store, Place("telegram", "1", "12"))
        await moved(store, third, PREVIEW)
        await moved(store, await moved_from(store, first), SUBMITTED)
        assert await claim(store, timedelta(seconds=39)) == []
        order = []
        while letters := await claim(store, timedelta(seconds=40)):
            order += [(letters[0].task_id, letters[0].body["state"])]
            await sent(store, letters[0])
        assert order == [(second.id, "PREVIEW"), (third.id, "PREVIEW"), (first.id, "SUBMITTED")]


class TestCoalescing:
    async def test_a_newer_letter_takes_the_place_of_those_that_wait(self, store: Store) -> None:
        task = await shown(store, HERE)
        await moved(store, task, PREVIEW, SUBMITTED, State.SETTLED)
        [letter] = await claim(store)
        assert letter.body["state"] == "SETTLED"
        await sent(store, letter)
        assert await claim(store, timedelta(days=1)) == []

    async def test_a_newer_letter_waits_for_the_one_that_is_being_sent(self, store: Store) -> None:
        task = await shown(store, HERE)
        task = await moved(store, task, PREVIEW)
        [flying] = await claim(store)
        await moved(store, task, SUBMITTED)
        assert await claim(store) == []
        await sent(store, flying)
        assert told(await claim(store)) == [(task.id, "telegram", "SUBMITTED")]

    async def test_a_failed_letter_does_not_come_back_behind_a_newer_one(self, store: Store) -> None:
        task = await shown(store, HERE)
        task = await moved(store, task, PREVIEW)
        [flying] = await claim(store)
        await moved(store, task, State.SETTLED)
        await retry(store, flying, timedelta(seconds=5))
        assert await claim(store, timedelta(seconds=4)) == []
        [letter] = await claim(store, timedelta(seconds=5))
        assert letter.body["state"] == "SETTLED"
        await sent(store, letter)
        assert await claim(store, timedelta(days=1)) == []

    async def test_what_arrives_late_is_overwritten_by_the_newest(self, store: Store) -> None:
        """The first sender slept past its lease; the chat must not end with what it sent."""
        task = await shown(store, HERE)
        task = await moved(store, task, PREVIEW)
        [slow] = await claim(store)
        await moved(store, task, State.SETTLED)
        [newest] = await claim(store, LEASE)
        await sent(store, newest)
        await sent(store, slow)
        [again] = await claim(store, LEASE)
        assert (again.id, again.body["state"]) == (newest.id, "SETTLED")
        await sent(store, again)
        await sent(store, slow)
        assert await claim(store, timedelta(days=1)) == []

    async def test_another_place_of_the_same_task_keeps_its_letter(self, store: Store) -> None:
        task = await shown(store, HERE, THERE)
        task = await moved(store, task, PREVIEW)
        letters = await claim(store)
        await sent(store, letters[0])
        await moved(store, task, SUBMITTED)
        states = {letter.place: letter.body["state"] for letter in await claim(store, LEASE)}
        assert states == {HERE: "SUBMITTED", THERE: "SUBMITTED"}
        assert NOW < AFTER

"""Asking again after an expiry: the same order, one new card."""

import asyncio
from datetime import timedelta

import pytest

from core.domain.task import State
from core.usecases.confirm import close_gates
from tests.fakes.world import World
from tests.unit.deciding import expired, refused, waits

PREVIEW, REJECTED, UNKNOWN, ASKED = State.PREVIEW, State.REJECTED, State.EXPIRED_UNKNOWN, State.INTENT_CONFIRM


@pytest.fixture
def world() -> World:
    return World()


class TestAgain:
    async def test_an_expired_card_is_made_anew_with_the_same_order(self, world: World) -> None:
        old = await expired(world)
        new = await world.again(old)
        assert (new.state, new.effect, new.thread) == (ASKED, old.effect, old.thread)
        assert new.id != old.id
        assert new.expires_at == world.clock.now() + timedelta(minutes=30)
        assert await world.again(old) == await world.task(new)
        assert (await world.confirm(new)).state is PREVIEW
        assert not await waits(world, new)

    async def test_asking_twenty_times_at_once_makes_one(self, world: World) -> None:
        old = await expired(world)
        new = await asyncio.gather(*(world.again(old) for _ in range(20)))
        assert len({task.id for task in new}) == 1
        assert len(await world.tasks()) == 2

    async def test_the_new_card_stands_where_the_old_one_stood(self, world: World) -> None:
        old = await expired(world)
        new = await world.again(old)
        async with world.store.transaction() as db:
            assert await db.outbox.places(new.id) == await db.outbox.places(old.id) != []

    @pytest.mark.parametrize("state", [ASKED, PREVIEW, REJECTED, UNKNOWN])
    async def test_only_what_surely_was_not_sent_is_asked_for_again(self, world: World, state: State) -> None:
        task = await world.card()
        if state is PREVIEW:
            await world.confirm(task)
        if state is REJECTED:
            await world.reject(task)
        if state is UNKNOWN:
            await world.report(await world.confirm(task), "0x" + "1" * 64)
            world.clock.forward(minutes=61)
            await world.look(task)
        assert await refused(world.again(task), "E302") == {"state": state.value}

    async def test_a_check_that_fails_now_stops_it_and_may_hold_later(self, world: World) -> None:
        old = await expired(world)
        world.chain.says = {"balance": 1}
        await refused(world.again(old), "E202")
        assert len(await world.tasks()) == 1
        assert not any(world.saver.storage.values())
        world.chain.says = {}
        assert (await world.again(old)).state is ASKED

    async def test_what_was_made_is_given_back_whatever_the_checks_say_now(self, world: World) -> None:
        old = await expired(world)
        new = await world.confirm(await world.again(old))
        world.chain.says = {"balance": 1}
        assert await world.again(old) == new
        assert not any(world.saver.storage.values())

    async def test_an_order_that_was_given_in_words_meanwhile_stands_for_it(self, world: World) -> None:
        old = await expired(world)
        spoken = await world.card()
        assert await world.again(old) == spoken
        await world.confirm(spoken)
        await close_gates(world.deps, world.plan)
        assert not any(world.saver.storage.values())

    async def test_an_expired_new_card_is_asked_for_again_by_itself(self, world: World) -> None:
        first = await expired(world)
        second = await world.again(first)
        world.clock.forward(minutes=31)
        await world.look(second)
        assert (await world.again(first)).id == second.id
        third = await world.again(second)
        assert third.state is ASKED

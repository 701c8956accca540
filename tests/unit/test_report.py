"""Reported hashes: recorded for the order they belong to, or said not to count."""

import pytest

from core.domain.errors import Malformed
from core.domain.task import State
from core.usecases.report import report_hash
from tests.fakes.world import CAROL, World, signed_of
from tests.unit.deciding import refused

PREVIEW, REJECTED, UNSENT = State.PREVIEW, State.REJECTED, State.EXPIRED_UNSENT


@pytest.fixture
def world() -> World:
    return World()


class TestHashes:
    @pytest.mark.parametrize("text", ["", "0x", "0x" + "g" * 64, "1" * 66, "0x" + "1" * 63, "0x" + "1" * 65])
    async def test_what_is_no_hash_is_refused(self, world: World, text: str) -> None:
        task = await world.confirmed()
        await refused(world.report(task, text), "E304", Malformed)

    async def test_a_hash_is_recorded_and_moves_nothing(self, world: World) -> None:
        task, hash_ = await world.sent()
        world.chain.mine(3)
        task = await world.report(task, hash_.upper().replace("0X", "0x"))
        assert (task.state, task.tx_hash, await world.hashes(task)) == (PREVIEW, None, [hash_])

    async def test_before_the_confirmation_there_is_none(self, world: World) -> None:
        card = await world.card()
        hash_ = world.chain.send(signed_of(card))
        await refused(world.report(card, hash_), "E305")
        world.clock.forward(minutes=31)
        card = await world.look(card)
        assert card.state is UNSENT
        await refused(world.report(card, hash_), "E305")

    async def test_a_final_order_takes_none(self, world: World) -> None:
        task = await world.reject(await world.confirmed())
        params = await refused(world.report(task, world.chain.send(signed_of(task))), "E306")
        assert params == {"state": "REJECTED"}

    async def test_another_orders_hash_is_refused(self, world: World) -> None:
        _, hash_ = await world.sent("1 USDC")
        task = await world.confirmed("2 USDC")
        await refused(world.report(task, hash_), "E303")
        assert (await world.task(task)).hash_at is None

    async def test_a_strangers_hash_is_said_not_to_count_and_stands_in_nobodys_way(
        self, world: World
    ) -> None:
        hers, his = await world.confirmed(), await world.confirmed(owner=CAROL, thread="other")
        hash_ = world.chain.send(signed_of(hers))
        _, counts = await report_hash(world.deps, his, hash_)
        assert (counts, await world.hashes(his)) == (False, [])
        _, counts = await report_hash(world.deps, hers, hash_)
        assert (counts, await world.hashes(hers)) == (True, [hash_])

    async def test_a_hash_that_a_stranger_reported_before_it_was_sent_is_given_back(
        self, world: World
    ) -> None:
        hers, his = await world.confirmed(), await world.confirmed(owner=CAROL, thread="other")
        hash_ = world.chain.send(signed_of(hers))
        world.chain.forget(hash_)
        await world.report(his, hash_)
        world.chain.remember(hash_)
        await world.report(hers, hash_)
        assert [await world.hashes(task) for task in (hers, his)] == [[hash_], []]

    async def test_the_hash_of_another_open_card_of_the_same_owner_is_refused(self, world: World) -> None:
        first, second = await world.confirmed("1 USDC"), await world.confirmed("2 USDC")
        hash_ = world.chain.send(signed_of(first))
        await refused(world.report(second, hash_), "E303")
        assert await world.hashes(await world.report(first, hash_)) == [hash_]

    async def test_a_hash_from_before_the_card_is_said_not_to_count(self, world: World) -> None:
        old = world.chain.mined(signed_of(await world.card("1 USDC")))
        task = await world.confirmed("1 USDC", thread="other")
        again = world.chain.mined(signed_of(task))
        task = await world.confirmed("2 USDC")
        for hash_ in (old, again):
            _, counts = await report_hash(world.deps, task, hash_)
            assert not counts

    async def test_a_chain_that_is_away_does_not_keep_a_hash_from_being_recorded(self, world: World) -> None:
        task = await world.confirmed()
        hash_ = world.chain.send(signed_of(task))
        world.chain.away = True
        task = await world.report(task, hash_)
        assert await world.hashes(task) == [hash_]
        world.chain.away = False
        world.chain.mine(3)
        assert (await world.look(task)).state is State.SETTLED

    async def test_an_expired_order_that_was_confirmed_takes_one(self, world: World) -> None:
        task = await world.confirmed()
        world.clock.forward(minutes=31)
        assert (await world.look(task)).state is UNSENT
        await world.report(task, world.chain.send(signed_of(task)))
        assert (await world.look(task)).state is State.SUBMITTED

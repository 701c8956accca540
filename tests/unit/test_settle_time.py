"""Expiry by the clock and the chain, and what later evidence makes of it."""

from datetime import timedelta

import pytest

from core.domain.task import State
from core.domain.types import Hash
from core.usecases.settle import SLOW
from tests.fakes.world import World, cancellation, signed_of
from tests.unit.watching import after, looks, told

PREVIEW, SUBMITTED, SETTLED, REJECTED = State.PREVIEW, State.SUBMITTED, State.SETTLED, State.REJECTED
UNSENT, UNKNOWN = State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN
NEVER = Hash("0x" + "ee" * 32)


@pytest.fixture
def world() -> World:
    return World()


class TestTime:
    async def test_a_card_that_nobody_sent_expires_to_the_second(self, world: World) -> None:
        task = await world.confirmed()
        world.clock.forward(timedelta(minutes=30, seconds=-2))
        assert (await world.look(task)).state is PREVIEW
        assert (await world.look(task)).state is UNSENT

    async def test_an_unconfirmed_card_expires_while_the_chain_is_away(self, world: World) -> None:
        task = await world.card()
        world.chain.away = True
        task = await after(world, task, timedelta(minutes=30))
        assert (task.state, task.reason) == (UNSENT, "expired")

    async def test_a_confirmed_card_does_not_expire_unsent_by_a_chain_that_nobody_read(
        self, world: World
    ) -> None:
        """It may have been signed and sent; its page was closed before it could report."""
        task = await world.confirmed()
        world.chain.send(signed_of(task))
        world.chain.mine(3)
        world.chain.away = True
        assert (await after(world, task, timedelta(minutes=31))).state is PREVIEW
        world.chain.away = False
        await world.look(task)
        assert (await world.look(task)).state is SETTLED

    async def test_a_hash_that_nobody_could_look_up_does_not_expire(self, world: World) -> None:
        task, _ = await world.sent()
        world.chain.away = True
        assert (await after(world, task, timedelta(hours=30))).state is PREVIEW

    async def test_a_hash_that_no_node_knows_is_unknown_after_an_hour(self, world: World) -> None:
        task = await world.confirmed()
        task = await world.report(task, NEVER)
        task = await after(world, task, timedelta(minutes=59, seconds=58))
        assert task.state is PREVIEW
        task = await world.look(task)
        assert (task.state, task.reason, task.tx_hash) == (UNKNOWN, "expired", NEVER)

    async def test_a_pending_transaction_is_awaited_for_days(self, world: World) -> None:
        task, _ = await world.sent()
        for _ in range(5):
            task = await after(world, task, timedelta(days=1))
        assert task.state is SUBMITTED
        assert (await looks(world, task)).state is SETTLED

    async def test_a_report_in_the_last_moment_stops_the_time(self, world: World) -> None:
        task = await world.confirmed()
        world.clock.forward(minutes=31)
        await world.report(task, world.chain.send(signed_of(task)))
        assert (await looks(world, task)).state is SETTLED

    async def test_a_clock_that_is_set_back_brings_nothing_back(self, world: World) -> None:
        task = await world.card()
        task = await after(world, task, timedelta(minutes=31))
        world.clock.forward(hours=-5)
        with pytest.raises(Exception, match="E301"):
            await world.confirm(task)
        assert await world.state(task) is UNSENT


class TestLaterEvidence:
    async def test_unsent_is_left_when_the_transfer_turns_up(self, world: World) -> None:
        task = await world.confirmed()
        hash_ = world.chain.send(signed_of(task))
        task = await after(world, task, timedelta(minutes=31))
        assert task.state is UNSENT
        await world.report(task, hash_)
        task = await looks(world, task)
        assert told(task)[-3:] == [UNSENT, SUBMITTED, SETTLED]

    async def test_unknown_is_left_when_the_node_remembers(self, world: World) -> None:
        task, hash_ = await world.sent()
        world.chain.forget(hash_)
        task = await after(world, task, timedelta(minutes=61))
        assert task.state is UNKNOWN
        world.chain.remember(hash_)
        world.chain.mine(3)
        assert (await after(world, task, SLOW)).state is SETTLED

    async def test_unknown_is_left_when_another_took_the_nonce(self, world: World) -> None:
        task, hash_ = await world.sent()
        await world.look(task)
        world.chain.forget(hash_)
        task = await after(world, task, timedelta(minutes=61))
        assert task.state is UNKNOWN
        world.chain.send(cancellation(), nonce=task.nonce)
        world.chain.mine(3)
        assert (await after(world, task, SLOW)).state is REJECTED

    async def test_an_expired_card_without_a_hash_is_left_alone(self, world: World) -> None:
        task = await after(world, await world.card(), timedelta(minutes=31))
        world.chain.mine(3)
        assert (await after(world, task, timedelta(hours=1))).history == task.history

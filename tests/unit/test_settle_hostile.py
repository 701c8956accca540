"""A node that forgets, lags, reorganises, lies and goes away: what is said stays true."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from core.domain.task import State
from core.usecases.settle import settle_due
from tests.fakes.world import BOB, World, cancellation, signed_of
from tests.unit.watching import after, looks, told

PREVIEW, SUBMITTED, SETTLED, REJECTED = State.PREVIEW, State.SUBMITTED, State.SETTLED, State.REJECTED
UNSENT, UNKNOWN = State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN


@pytest.fixture
def world() -> World:
    return World()


class TestANodeThatIsNotToBeTrusted:
    async def test_absence_after_presence_changes_nothing(self, world: World) -> None:
        """null → present → null → present (geth #1746, web3.js #3608)."""
        task, hash_ = await world.sent()
        for forgets in (True, False, True, True, False):
            (world.chain.forget if forgets else world.chain.remember)(hash_)
            task = await world.look(task)
        assert told(task) == [State.INTENT_CONFIRM, PREVIEW, SUBMITTED]
        world.chain.mine()
        world.chain.forget(hash_)
        assert (await looks(world, task)).state is SUBMITTED
        world.chain.remember(hash_)
        assert (await world.look(task)).state is SETTLED

    async def test_a_receipt_that_is_denied_is_awaited(self, world: World) -> None:
        task, hash_ = await world.sent()
        world.chain.unmined.add(hash_)
        assert (await looks(world, task, 5)).state is SUBMITTED
        world.chain.unmined.clear()
        assert (await world.look(task)).state is SETTLED

    async def test_a_receipt_of_an_orphaned_block_settles_nothing(self, world: World) -> None:
        """A node that serves a stale block for hours (safe-transaction-service #2955)."""
        task, hash_ = await world.sent()
        world.chain.mine()
        world.chain.reorg(drop=True, stale=True)
        task = await looks(world, task, 30)
        assert (task.state, task.tx_hash) == (SUBMITTED, hash_)

    async def test_a_block_that_can_not_be_compared_settles_nothing(self, world: World) -> None:
        task, hash_ = await world.sent()
        world.chain.unplaced.add(hash_)
        assert (await looks(world, task, 5)).state is SUBMITTED
        world.chain.unplaced.clear()
        assert (await world.look(task)).state is SETTLED

    async def test_a_head_that_goes_back_takes_nothing_back(self, world: World) -> None:
        """A balancer asks another node, which lags behind (geth #27353)."""
        task, _ = await world.sent()
        world.chain.mine()
        task = await world.look(task)
        for lag in (3, 0, 5, 1):
            world.chain.lag = lag
            task = await world.look(task)
        assert told(task) == [State.INTENT_CONFIRM, PREVIEW, SUBMITTED]
        world.chain.lag = 0
        world.chain.mine()
        task = await world.look(task)
        assert task.state is SETTLED
        world.chain.lag = 50
        assert (await world.look(task)).state is SETTLED

    @pytest.mark.parametrize("status", [None, 2])
    async def test_a_status_that_says_nothing_is_no_failure(self, world: World, status: int | None) -> None:
        task, _ = await world.sent(status=status)
        assert (await looks(world, task, 30)).state is SUBMITTED

    async def test_a_chain_that_is_away_changes_nothing(self, world: World) -> None:
        task, _ = await world.sent()
        task = await world.look(task)
        world.chain.mine(5)
        world.chain.away = True
        for _ in range(5):
            assert (await after(world, task, timedelta(hours=1))).history == task.history
        world.chain.away = False
        assert (await world.look(task)).state is SETTLED

    async def test_a_chain_that_goes_away_between_two_questions_changes_nothing(self, world: World) -> None:
        """The hash is unseen and its nonce is used up: who took it can't be asked."""
        task, hash_ = await world.sent()
        await world.look(task)
        world.chain.forget(hash_)
        world.chain.mined(cancellation(), nonce=task.nonce)
        world.chain.mine(3)
        world.clock.forward(seconds=1)
        world.fuse.off()
        asked = asyncio.ensure_future(settle_due(world.deps))
        while "chain.heir" not in world.fuse.trail:
            await asyncio.sleep(0)
        world.chain.away = True
        await asked
        assert await world.state(task) is SUBMITTED
        world.chain.away = False
        assert (await world.look(task)).state is REJECTED


class TestReorganisations:
    async def test_what_was_included_and_is_reorganised_away_is_only_sent(self, world: World) -> None:
        task, hash_ = await world.sent()
        world.chain.mine()
        task = await world.look(task)
        world.chain.reorg()
        task = await world.look(task)
        assert told(task) == [State.INTENT_CONFIRM, PREVIEW, SUBMITTED]
        task = await looks(world, task, 2)
        assert (task.state, task.tx_hash) == (SETTLED, hash_)

    async def test_back_in_a_block_at_a_height_from_before_the_card(self, world: World) -> None:
        """The nonce says what is older than the card; a height can be made anew."""
        task, hash_ = await world.sent()
        world.chain.mine()
        await world.look(task)
        world.chain.reorg(depth=3)
        world.chain.blocks[-3] = [world.chain.pool.pop(hash_)]
        assert world.chain.height - 2 <= task.created_block
        assert (await world.look(task)).state is SETTLED

    async def test_reorganised_away_for_good_is_unknown_in_the_end(self, world: World) -> None:
        task, _ = await world.sent()
        world.chain.mine()
        await world.look(task)
        world.chain.reorg(drop=True)
        task = await looks(world, task, 5)
        assert task.state is SUBMITTED
        task = await after(world, task, timedelta(minutes=61))
        assert (task.state, task.reason) == (UNKNOWN, "expired")


class TestStrangers:
    async def test_somebody_elses_identical_transfer_is_dropped_and_the_right_one_settles(
        self, world: World
    ) -> None:
        task = await world.confirmed()
        theirs = world.chain.mined(replace(signed_of(task), sender=BOB))
        await world.report(task, theirs)
        task = await looks(world, task, 3)
        assert (task.state, task.hash_at) == (PREVIEW, None)
        assert await world.hashes(task) == []
        right = world.chain.send(signed_of(task))
        await world.report(task, right)
        task = await looks(world, task)
        assert (task.state, task.tx_hash) == (SETTLED, right)

    async def test_a_transfer_from_before_the_card_is_dropped(self, world: World) -> None:
        card = await world.card()
        old = world.chain.mined(signed_of(card))
        await world.reject(card)
        task = await world.confirmed()
        await world.report(task, old)
        task = await looks(world, task)
        assert (task.state, await world.hashes(task)) == (PREVIEW, [])

    async def test_without_the_stranger_the_cards_time_runs_again(self, world: World) -> None:
        task = await world.confirmed()
        await world.report(task, world.chain.mined(replace(signed_of(task), sender=BOB)))
        await world.look(task)
        assert (await after(world, task, timedelta(minutes=30))).state is UNSENT

    async def test_one_transaction_never_settles_two_orders(self, world: World) -> None:
        """Two cards of the same content at once: the first one expired unsent, a new one was asked for."""
        first = await world.confirmed()
        first = await after(world, first, timedelta(minutes=31))
        second = await world.confirm(await world.again(first))
        hash_ = world.chain.send(signed_of(second))
        await world.report(second, hash_)
        with pytest.raises(Exception, match="E303"):
            await world.report(first, hash_)
        await looks(world, second)
        assert [await world.state(first), await world.state(second)] == [UNSENT, SETTLED]

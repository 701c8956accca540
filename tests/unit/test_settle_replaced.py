"""Transactions that nobody reported: replacements, cancellations, and the card's own."""

from datetime import timedelta

import pytest

from core.domain.task import State
from core.usecases.settle import SLOW
from tests.fakes.world import CAROL, World, cancellation, other, signed_of
from tests.unit.watching import after, looks

PREVIEW, SUBMITTED, SETTLED, FAILED = State.PREVIEW, State.SUBMITTED, State.SETTLED, State.FAILED
REJECTED, UNSENT = State.REJECTED, State.EXPIRED_UNSENT


@pytest.fixture
def world() -> World:
    return World()


class TestReplacements:
    async def test_the_same_content_under_another_hash_settles(self, world: World) -> None:
        task, first = await world.sent()
        await world.look(task)
        second = world.chain.send(signed_of(task), nonce=task.nonce, tip=1)
        task = await looks(world, task)
        assert (task.state, task.tx_hash) == (SETTLED, second)
        assert await world.hashes(task) == [first, second]

    async def test_another_transaction_in_its_place_is_a_failure(self, world: World) -> None:
        task, first = await world.sent()
        await world.look(task)
        thief = world.chain.send(other(task, recipient=CAROL), nonce=task.nonce)
        task = await looks(world, task)
        assert (task.state, task.reason, task.tx_hash) == (FAILED, "other-recipient", thief)
        assert await world.hashes(task) == [first]

    async def test_an_empty_transaction_to_oneself_in_its_place_is_a_cancellation(self, world: World) -> None:
        task, _ = await world.sent()
        await world.look(task)
        world.chain.send(cancellation(), nonce=task.nonce)
        task = await looks(world, task)
        assert (task.state, task.reason) == (REJECTED, "cancelled-on-chain")

    async def test_a_replacement_that_is_not_final_decides_nothing(self, world: World) -> None:
        task, first = await world.sent()
        await world.look(task)
        world.chain.send(cancellation(), nonce=task.nonce)
        world.chain.mine()
        assert (await world.look(task)).state is SUBMITTED
        world.chain.reorg(drop=True)
        world.chain.send(signed_of(task), nonce=task.nonce)
        task = await looks(world, task)
        assert (task.state, task.tx_hash) == (SETTLED, first)

    async def test_a_nonce_that_the_next_order_took_is_a_failure_of_the_first_only(
        self, world: World
    ) -> None:
        """The wallet gave both the same nonce: one transaction belongs to one order, and the other is over."""
        first, _ = await world.sent("50 USDC")
        await world.look(first)
        second = await world.confirmed("60 USDC")
        hash_ = world.chain.send(signed_of(second), nonce=first.nonce)
        await world.report(second, hash_)
        await looks(world, first)
        first, second = await world.task(first), await world.task(second)
        assert (second.state, second.tx_hash) == (SETTLED, hash_)
        assert (first.state, first.reason) == (FAILED, "other-amount")
        assert hash_ not in await world.hashes(first)

    async def test_a_replacement_is_not_taken_from_the_order_that_it_belongs_to(self, world: World) -> None:
        """Nobody reported it yet when the other one was found to be replaced by it."""
        first, _ = await world.sent("50 USDC")
        await world.look(first)
        second = await world.confirmed("60 USDC")
        hash_ = world.chain.send(signed_of(second), nonce=first.nonce)
        first = await looks(world, first)
        second = await world.task(second)
        assert (first.state, await world.hashes(first) == [hash_]) == (FAILED, False)
        assert (second.state, second.tx_hash) == (SETTLED, hash_)

    async def test_an_order_that_its_twin_replaced_is_over(self, world: World) -> None:
        """Asked for again after the expiry; then the wallet gives the new one the nonce of the old one."""
        first = await world.confirmed()
        old = world.chain.send(signed_of(first))
        first = await after(world, first, timedelta(minutes=31))
        second = await world.confirm(await world.again(first))
        new = world.chain.send(signed_of(second), nonce=first.nonce, tip=1)
        await world.report(second, new)
        first = await world.report(first, old)
        await looks(world, second)
        first, second = await after(world, first, SLOW), await world.task(second)
        assert (second.state, second.tx_hash) == (SETTLED, new)
        assert (first.state, first.reason) == (FAILED, "replaced")

    async def test_a_nonce_is_learned_as_soon_as_the_transaction_is_seen(self, world: World) -> None:
        task = await world.confirmed()
        hash_ = world.chain.send(signed_of(task))
        world.chain.forget(hash_)
        await world.report(task, hash_)
        world.chain.remember(hash_)
        await world.look(task)
        world.chain.forget(hash_)
        world.chain.send(cancellation(), nonce=task.nonce)
        assert (await looks(world, task)).state is REJECTED


class TestNobodyReported:
    async def test_the_cards_own_transaction_is_found_by_its_nonce(self, world: World) -> None:
        task = await world.confirmed()
        hash_ = world.chain.send(signed_of(task))
        task = await looks(world, task, 4)
        assert (task.state, task.tx_hash) == (SETTLED, hash_)

    async def test_it_is_found_behind_others_of_the_same_wallet(self, world: World) -> None:
        task = await world.confirmed()
        for raw in (1, 2, 3):
            world.chain.send(other(task, raw=raw))
        hash_ = world.chain.send(signed_of(task))
        task = await looks(world, task, 4)
        assert (task.state, task.tx_hash) == (SETTLED, hash_)

    async def test_it_is_found_after_the_expiry(self, world: World) -> None:
        task = await world.confirmed()
        hash_ = world.chain.send(signed_of(task))
        task = await after(world, task, timedelta(minutes=31))
        assert task.state is UNSENT
        task = await looks(world, task, 20)
        assert (task.state, task.tx_hash) == (SETTLED, hash_)

    async def test_what_pays_one_of_two_same_cards_is_found_for_one_only(self, world: World) -> None:
        first = await after(world, await world.confirmed(), timedelta(minutes=31))
        second = await world.confirm(await world.again(first))
        world.chain.send(signed_of(second))
        await looks(world, second, 6)
        states = [await world.state(first), await world.state(second)]
        assert states in ([SETTLED, PREVIEW], [UNSENT, SETTLED])

    async def test_another_transaction_is_not_taken_for_it(self, world: World) -> None:
        task = await world.confirmed()
        world.chain.send(other(task, recipient=CAROL))
        world.chain.send(cancellation())
        assert (await looks(world, task, 4)).state is PREVIEW
        assert await world.hashes(task) == []

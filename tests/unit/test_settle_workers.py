"""Many tasks and many workers: none keeps another from its end, and each moves once."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from core.domain.task import FINAL, State, Task
from core.usecases.settle import settle_due
from tests.fakes.fuse import Killed
from tests.fakes.world import World, signed_of
from tests.unit.watching import after, letters, looks, told

PREVIEW, SETTLED, UNSENT = State.PREVIEW, State.SETTLED, State.EXPIRED_UNSENT


@pytest.fixture
def world() -> World:
    return World()


class TestTheOthers:
    """What is wrong with one task keeps no other from its end."""

    async def test_a_task_that_can_not_be_judged(self, world: World) -> None:
        broken, _ = await world.sent("1 USDC")
        good, _ = await world.sent("2 USDC")
        rows = world.store.memory.tables["tasks"]
        rows[broken.id] = replace(rows[broken.id], task=replace(broken, card={}))
        world.chain.mine(3)
        assert (await world.look(good)).state is SETTLED

    async def test_a_chain_that_is_configured_no_more(self, world: World) -> None:
        tasks = [(await world.sent("1 USDC"))[0], await world.confirmed("2 USDC"), await world.card("3 USDC")]
        world.deps = replace(world.deps, chains={})
        await after(world, tasks[0], timedelta(hours=2))
        assert [await world.state(task) for task in tasks] == [PREVIEW, PREVIEW, UNSENT]

    async def test_a_chain_that_does_not_answer_is_not_asked_for_each_of_them(self, world: World) -> None:
        """A node that is slow to fail costs one wait a look, not one a card."""
        cards = [await world.confirmed(f"{amount} USDC") for amount in range(1, 9)]
        world.chain.away = True
        world.clock.forward(seconds=1)
        world.fuse.off()
        assert await settle_due(world.deps) == 8
        assert world.fuse.trail.count("chain.heir") == 1
        world.chain.away = False
        for card in cards:
            world.chain.send(signed_of(card))
        world.chain.mine(3)
        await looks(world, cards[0])
        assert {await world.state(card) for card in cards} == {SETTLED}

    async def test_reported_transactions_are_asked_for_first(self, world: World) -> None:
        for amount in range(1, 5):
            await world.confirmed(f"{amount} USDC")
        await world.sent("9 USDC")
        world.clock.forward(seconds=1)
        world.fuse.off()
        await settle_due(world.deps)
        asked = [step for step in world.fuse.trail if step in ("tasks.move", "chain.heir")]
        assert asked[:2] == ["tasks.move", "chain.heir"]


class TestManyWorkers:
    async def test_two_workers_at_once_look_once_and_move_once(self, world: World) -> None:
        tasks = [(await world.sent(f"{amount} USDC"))[0] for amount in range(1, 6)]
        world.chain.mine(3)
        world.clock.forward(seconds=1)
        looked = await asyncio.gather(*(settle_due(world.deps) for _ in range(4)))
        assert sum(looked) == 5
        for task in tasks:
            assert told(await world.task(task)) == [State.INTENT_CONFIRM, PREVIEW, SETTLED]
            assert await letters(world, task) in (["SETTLED"], [])

    async def test_a_worker_that_slept_past_its_lease_changes_nothing(self, world: World) -> None:
        """Both saw the same task; the one that comes late loses the compare-and-set."""
        task, _ = await world.sent()
        world.chain.mine(3)
        world.clock.forward(seconds=1)
        world.fuse.off()
        slow = asyncio.ensure_future(settle_due(world.deps))
        while "chain.sightings" not in world.fuse.trail:
            await asyncio.sleep(0)
        world.clock.forward(minutes=1)
        await asyncio.gather(slow, settle_due(world.deps))
        assert told(await world.task(task)) == [State.INTENT_CONFIRM, PREVIEW, SETTLED]

    async def test_a_confirmation_and_an_expiry_at_the_same_instant_are_one_move(self, world: World) -> None:
        for steps in range(0, 60, 4):
            world = World()
            task = await world.card()
            world.clock.forward(minutes=29, seconds=59)
            confirming = asyncio.ensure_future(world.confirm(task))
            for _ in range(steps):
                await asyncio.sleep(0)
            world.clock.forward(seconds=2)
            _, outcome = await asyncio.gather(settle_due(world.deps), confirming, return_exceptions=True)
            found = await world.task(task)
            assert told(found)[1:] in ([UNSENT], [PREVIEW], [PREVIEW, UNSENT]), steps
            assert isinstance(outcome, Task) or "E30" in str(outcome)

    async def test_nothing_of_a_look_is_half_done(self, world: World) -> None:
        """The process dies at each step of it: verdict, audit and letters are there together or not."""
        for step in range(1, 40):
            world = World()
            task, _ = await world.sent()
            world.chain.mine(3)
            world.clock.forward(seconds=1)
            world.fuse.breaks(step, Killed())
            try:
                await settle_due(world.deps)
            except Killed:
                world.fuse.off()
            else:
                assert step > 10
                break
            found = await world.task(task)
            assert found.state in (PREVIEW, SETTLED)
            assert (found.state in FINAL) == (await letters(world, found) == ["SETTLED"])
            world.clock.forward(seconds=31)
            await settle_due(world.deps)
            assert told(await world.task(task)) == [State.INTENT_CONFIRM, PREVIEW, SETTLED]
        else:
            raise AssertionError("a look of fewer steps was expected")

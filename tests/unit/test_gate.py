"""The waiting gate and the owner's no: each decision ends its own graph, and only that."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from langgraph.types import Command

from core.domain.task import State
from core.graphs.plan import answer_gate
from core.usecases.confirm import close_gates
from core.usecases.settle import settle_due
from tests.fakes.fuse import Killed
from tests.fakes.world import CAROL, World, signed_of
from tests.unit.deciding import refused, told, waits

PREVIEW, REJECTED, ASKED = State.PREVIEW, State.REJECTED, State.INTENT_CONFIRM


@pytest.fixture
def world() -> World:
    return World()


class TestGate:
    async def test_only_its_own_interrupt_resumes_it(self, world: World) -> None:
        card = await world.card()
        for wrong in (
            replace(card, interrupt_id="0" * 32),
            replace(card, interrupt_id=None),
            replace(card, id="another task"),
        ):
            await answer_gate(world.plan, wrong, "confirmed")
            assert await waits(world, card)
        await answer_gate(world.plan, card, "confirmed")
        assert not await waits(world, card)

    async def test_an_answer_that_is_none_leaves_it_waiting(self, world: World) -> None:
        card = await world.card()
        assert card.interrupt_id is not None
        config: Any = {"configurable": {"thread_id": card.turn_id}}
        answers: list[Any] = ["yes", "", 1, True, None, {}]
        for bad in answers:
            with pytest.raises(ValueError, match="not an answer"):
                await world.plan.ainvoke(Command(resume={card.interrupt_id: bad}), config)
            assert await waits(world, card)

    async def test_resuming_creates_nothing(self, world: World) -> None:
        """R-103: the node runs again from its start, so nothing may stand before the interrupt."""
        card = await world.card()
        await asyncio.gather(*(world.confirm(card) for _ in range(100)))
        assert [task.id for task in await world.tasks()] == [card.id]

    @pytest.mark.parametrize(
        "said", ["send 7 USDC to " + CAROL, "hello", "how much USDC do I have?", "pending"]
    )
    async def test_a_new_message_does_not_discard_a_waiting_gate(self, world: World, said: str) -> None:
        card = await world.card()
        reply = await world.says(said)
        assert await waits(world, card)
        if reply.task is not None:
            other = await world.task(reply.task)
            await world.confirm(card)
            assert await waits(world, other)
            assert other.state is ASKED
        assert (await world.confirm(card)).state is PREVIEW

    async def test_each_of_two_cards_is_answered_for_itself(self, world: World) -> None:
        first, second = await world.card("1 USDC"), await world.card("2 USDC")
        await world.reject(second)
        await world.confirm(first)
        assert [await world.state(first), await world.state(second)] == [PREVIEW, REJECTED]
        assert not await waits(world, first)

    async def test_gates_that_a_crash_left_are_closed_later(self, world: World) -> None:
        """At whatever call of a confirmation the process dies: it counts or not, and no graph waits for ever."""
        for step in range(1, 60):
            world = World()
            card = await world.card()
            world.fuse.breaks(step, Killed())
            try:
                await world.confirm(card)
            except Killed:
                world.fuse.off()
            else:
                break
            task = await world.task(card)
            assert told(task) in ([ASKED], [ASKED, PREVIEW])
            await close_gates(world.deps, world.plan)
            assert await waits(world, card) == (task.state is ASKED)
            assert (await world.confirm(card)).state is PREVIEW
            assert told(await world.task(card)) == [ASKED, PREVIEW]
            assert not await waits(world, card)
        else:
            raise AssertionError("a confirmation of fewer steps was expected")

    async def test_a_gate_is_not_closed_while_somebody_talks_in_its_thread(self, world: World) -> None:
        card = await world.card()
        world.clock.forward(minutes=31)
        await settle_due(world.deps)
        async with world.store.thread_lock("thread"):
            closing = asyncio.ensure_future(close_gates(world.deps, world.plan))
            await closing
            assert not (await world.task(card)).gate_answered
        await close_gates(world.deps, world.plan)
        assert (await world.task(card)).gate_answered


class TestReject:
    @pytest.mark.parametrize("confirmed", [False, True])
    async def test_no_is_no_until_something_is_sent(self, world: World, confirmed: bool) -> None:
        card = await world.card()
        if confirmed:
            await world.confirm(card)
        task = await world.reject(card)
        assert (task.state, task.reason) == (REJECTED, "withdrawn" if confirmed else "user")
        assert not await waits(world, task)
        await refused(world.reject(card), "E302")

    async def test_what_is_in_the_chain_is_not_rejected_although_nobody_reported_it(
        self, world: World
    ) -> None:
        task = await world.confirmed()
        hash_ = world.chain.mined(signed_of(task))
        await refused(world.reject(task), "E302")
        assert (await world.hashes(task), await world.state(task)) == ([hash_], PREVIEW)

    async def test_a_chain_that_is_away_keeps_nobody_from_saying_no(self, world: World) -> None:
        task = await world.confirmed()
        world.chain.away = True
        assert (await world.reject(task)).reason == "withdrawn"

    async def test_what_is_reported_as_sent_is_not_rejected(self, world: World) -> None:
        task, _ = await world.sent()
        assert await refused(world.reject(task), "E302") == {"state": "SUBMITTED"}
        assert await world.state(task) is PREVIEW

    async def test_a_no_and_a_hash_at_once_are_never_both(self, world: World) -> None:
        for steps in range(0, 40, 3):
            world = World()
            task = await world.confirmed()
            hash_ = world.chain.send(signed_of(task))
            reporting = asyncio.ensure_future(world.report(task, hash_))
            for _ in range(steps):
                await asyncio.sleep(0)
            await asyncio.gather(world.reject(task), reporting, return_exceptions=True)
            found = await world.task(task)
            assert (found.state is REJECTED) == (found.hash_at is None), steps

"""Questions and their answers, commands, and messages at the same time."""

import asyncio

import pytest

from core.domain.task import State
from core.usecases.confirm import close_gates
from tests.fakes.world import ALICE, BOB, CAROL, USDC, World, signed_of
from tests.unit.talking import codes, draft

ORDER = f"send 50 USDC to {BOB}"


@pytest.fixture
def world() -> World:
    return World()


class TestDrafts:
    async def test_an_answer_completes_the_order_that_was_asked_about(self, world: World) -> None:
        asked = await world.says("send 50 USDC")
        assert (asked.type, asked.code) == ("ask", "E101")
        assert await draft(world) is not None
        reply = await world.says(BOB)
        assert (await world.task(reply.task or "")).effect.recipient == BOB
        assert await draft(world) is None

    async def test_each_question_is_about_one_thing(self, world: World) -> None:
        replies = [await world.says(text) for text in (f"send USDC to {BOB}", "7.25")]
        assert [(reply.type, reply.code) for reply in replies] == [("ask", "E106"), ("intent_confirm", None)]
        assert (await world.task(replies[1].task or "")).effect.raw == 7_250_000

    async def test_another_message_drops_it(self, world: World) -> None:
        await world.says("send 50 USDC")
        await world.says("my balance")
        assert await draft(world) is None
        assert (await world.says(BOB)).task is None

    async def test_cancelling_drops_the_question_first(self, world: World) -> None:
        card = await world.card()
        await world.says("send 50 USDC")
        assert codes(await world.says("cancel")) == ["answer-question-dropped"]
        assert (await draft(world), await world.state(card)) == (None, State.INTENT_CONFIRM)
        assert codes(await world.says("cancel")) == ["answer-cancelled"]

    async def test_a_question_is_of_its_own_thread(self, world: World) -> None:
        await world.says("send 50 USDC")
        assert (await world.says(BOB, thread="other")).task is None


class TestCommands:
    async def test_cancelling_withdraws_this_threads_cards(self, world: World) -> None:
        here, there = await world.card("1 USDC"), await world.card("2 USDC", thread="other")
        confirmed = await world.confirmed("3 USDC")
        assert sorted(codes(await world.says("取消"))) == ["answer-cancelled", "answer-withdrawn"]
        states = [await world.state(task) for task in (here, confirmed, there)]
        assert states == [State.REJECTED, State.REJECTED, State.INTENT_CONFIRM]
        await close_gates(world.deps, world.plan)
        assert (await world.task(here)).gate_answered

    async def test_cancelling_elsewhere_withdraws_what_there_is(self, world: World) -> None:
        card = await world.card(thread="other")
        await world.says("cancel")
        assert await world.state(card) is State.REJECTED

    async def test_of_several_cards_elsewhere_none_is_taken_by_guess(self, world: World) -> None:
        cards = [await world.card(amount, thread="other") for amount in ("1 USDC", "2 USDC")]
        reply = await world.says("cancel")
        assert codes(reply) == ["answer-cancel-elsewhere", "answer-pending-row", "answer-pending-row"]
        assert {await world.state(card) for card in cards} == {State.INTENT_CONFIRM}

    async def test_what_is_sent_is_too_late(self, world: World) -> None:
        task, _ = await world.sent()
        assert codes(await world.says("cancel")) == ["answer-cancel-too-late"]
        assert await world.state(task) is State.PREVIEW
        await world.look(task)
        assert codes(await world.says("cancel")) == ["answer-cancel-too-late"]

    async def test_nothing_to_cancel(self, world: World) -> None:
        assert codes(await world.says("cancel")) == ["answer-nothing-to-cancel"]

    async def test_somebody_elses_card_is_not_cancelled(self, world: World) -> None:
        card = await world.card()
        await world.says("cancel", owner=BOB, thread="other")
        assert await world.state(card) is State.INTENT_CONFIRM

    async def test_what_is_open_is_listed(self, world: World) -> None:
        assert codes(await world.says("pending")) == ["answer-pending-none"]
        await world.card("1 USDC")
        await world.confirmed("2 USDC")
        await world.sent("3 USDC")
        await world.reject(await world.card("4 USDC"))
        reply = await world.says("pending")
        rows = [(line.params["amount"], line.params["state"]) for line in reply.says[1:]]
        assert sorted(rows) == [("1", "INTENT_CONFIRM"), ("2", "PREVIEW"), ("3", "SUBMITTED")]

    async def test_a_cancellation_and_a_confirmation_at_once_are_one_decision(self, world: World) -> None:
        for steps in range(0, 60, 4):
            world = World()
            card = await world.card()
            confirming = asyncio.ensure_future(world.confirm(card))
            for _ in range(steps):
                await asyncio.sleep(0)
            await asyncio.gather(world.says("cancel", thread="other"), confirming, return_exceptions=True)
            task = await world.task(card)
            states = [change.state for change in task.history[1:]]
            assert states in ([State.REJECTED], [State.PREVIEW, State.REJECTED]), steps

    async def test_a_cancellation_and_a_hash_at_once_are_never_both(self, world: World) -> None:
        for steps in range(0, 60, 4):
            world = World()
            task = await world.confirmed()
            hash_ = world.chain.send(signed_of(task))
            cancelling = asyncio.ensure_future(world.says("cancel"))
            for _ in range(steps):
                await asyncio.sleep(0)
            await asyncio.gather(world.report(task, hash_), cancelling, return_exceptions=True)
            task = await world.task(task)
            assert (task.state is State.REJECTED) == (task.hash_at is None), steps


class TestTwoMessages:
    async def test_messages_of_a_thread_are_answered_one_after_the_other(self, world: World) -> None:
        turns = [await world.accept(text) for text in ("send 50 USDC", BOB)]
        replies = await asyncio.gather(*(world.run(turn) for turn in turns))
        assert [reply.type for reply in replies] == ["ask", "intent_confirm"]

    async def test_the_same_order_in_two_threads_at_once_is_one_card(self, world: World) -> None:
        turns = [await world.accept(ORDER), await world.accept(ORDER, thread="other")]
        replies = await asyncio.gather(*(world.run(turn) for turn in turns))
        assert replies[0].task == replies[1].task
        assert sorted(str(reply.code) for reply in replies) == ["E308", "None"]
        assert len(await world.tasks()) == 1

    async def test_an_order_that_loses_a_race_leaves_no_graph_behind(self, world: World) -> None:
        turns = [await world.accept(ORDER, thread=thread) for thread in ("thread", "other", "third")]
        replies = await asyncio.gather(*(world.run(turn) for turn in turns))
        task = await world.confirm(await world.task(replies[0].task or ""))
        assert task.state is State.PREVIEW
        assert not any(world.saver.storage.values())

    async def test_two_people_may_order_the_same(self, world: World) -> None:
        world.chain.given[CAROL, USDC.address] = 100 * 10**6
        mine = await world.says(f"send 5 USDC to {ALICE}", owner=BOB, thread="other")
        yours = await world.says(f"send 5 USDC to {CAROL}")
        assert mine.task != yours.task
        assert len(await world.tasks()) == 2

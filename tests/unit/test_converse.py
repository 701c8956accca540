"""Conversations: every accepted message gets exactly one reply."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from core.domain.errors import Conflict, NotFound
from core.domain.survey import Unread
from core.domain.task import State
from core.usecases.converse import accept
from tests.fakes.world import BOB, World
from tests.unit.talking import codes, entries, recovered, reply_turn

ORDER = f"send 50 USDC to {BOB}"


@pytest.fixture
def world() -> World:
    return World()


class TestAccepting:
    async def test_a_message_is_claimed_once(self, world: World) -> None:
        incoming = await world.incoming(ORDER)
        turns = await asyncio.gather(*(accept(world.deps, incoming) for _ in range(20)))
        assert len({turn.id for turn, _ in turns}) == 1
        assert sum(fresh for _, fresh in turns) == 1

    async def test_a_message_that_comes_twice_is_answered_once(self, world: World) -> None:
        incoming = await world.incoming(ORDER)
        first, _ = await accept(world.deps, incoming)
        reply = await world.run(first)
        second, fresh = await accept(world.deps, incoming)
        assert (second.reply, fresh) == (reply, False)
        assert await world.run(second) == reply
        assert len(await world.tasks()) == 1
        assert len(await entries(world)) == 2

    @pytest.mark.parametrize("change", [{"text": "other"}, {"thread": "other"}, {"thread": None}])
    async def test_the_same_id_with_other_content_is_a_conflict(
        self, world: World, change: dict[str, Any]
    ) -> None:
        incoming = await world.incoming(ORDER)
        await accept(world.deps, incoming)
        with pytest.raises(Conflict, match="E512"):
            await accept(world.deps, replace(incoming, **change))

    async def test_somebody_elses_thread_is_not_there(self, world: World) -> None:
        await world.says("hello")
        strange = await world.incoming("hello", owner=BOB)
        with pytest.raises(NotFound):
            await accept(world.deps, strange)
        async with world.store.transaction() as db:
            assert not await db.turns.unfinished(world.clock.now().replace(year=2040), 10)

    async def test_a_message_without_a_thread_begins_one(self, world: World) -> None:
        turn = await world.accept("hello", thread=None)
        async with world.store.transaction() as db:
            thread = await db.threads.get(turn.thread, turn.incoming.user_id)
        assert thread is not None
        assert thread.title == "hello"
        assert (await world.run(turn)).thread == turn.thread

    async def test_runs_of_one_turn_at_once_give_one_reply(self, world: World) -> None:
        turn = await world.accept(ORDER)
        replies = await asyncio.gather(*(world.run(turn) for _ in range(10)))
        assert len({reply.task for reply in replies}) == 1
        assert all(reply == replies[0] for reply in replies)
        assert len(await entries(world)) == 2


class TestArms:
    async def test_a_balance_is_read(self, world: World) -> None:
        reply = await world.says("how much USDC do I have?")
        assert (reply.route, codes(reply)) == ("read", ["answer-balance", "answer-balance-row"])
        assert reply.says[1].params == {"amount": "1000", "symbol": "USDC"}
        assert reply.evidence[0].values == {"USDC": "1000"}

    async def test_unknown_is_not_zero(self, world: World) -> None:
        world.chain.says = {"amounts": {"USDC": Unread("timeout")}}
        assert codes(await world.says("how much USDC do I have?"))[1:] == ["answer-balance-none"]
        reply = await world.says("我的余额")
        assert "answer-balance-unknown" in codes(reply)
        assert reply.evidence[0].values["USDC"] is None

    async def test_an_order_becomes_a_card(self, world: World) -> None:
        reply = await world.says(ORDER)
        task = await world.task(reply.task or "")
        assert (reply.type, reply.state, codes(reply)) == (
            "intent_confirm",
            "INTENT_CONFIRM",
            ["answer-card-ready"],
        )
        assert (task.effect.recipient, task.effect.raw, task.turn_id) == (
            BOB,
            50 * 10**6,
            reply_turn(world, reply),
        )
        async with world.store.transaction() as db:
            [place] = await db.outbox.places(task.id)
        assert (place.channel, place.chat, place.message_id) == ("web", "thread", task.turn_id)

    async def test_without_a_wallet_there_is_neither(self, world: World) -> None:
        for text in ("my balance", ORDER):
            reply = await world.says(text, user_id="nobody", thread="other")
            assert (reply.code, reply.task) == ("E201", None)

    async def test_the_same_order_again_shows_the_same_card(self, world: World) -> None:
        first, second = await world.says(ORDER), await world.says(ORDER)
        assert (second.type, second.code, second.task) == ("intent_confirm", "E308", first.task)
        third = await world.says(ORDER, thread="other")
        assert third.task == first.task
        async with world.store.transaction() as db:
            assert len(await db.outbox.places(first.task or "")) == 3

    async def test_the_same_order_after_its_time_is_a_new_card(self, world: World) -> None:
        first = await world.says(ORDER)
        world.clock.forward(minutes=31)
        second = await world.says(ORDER)
        assert (second.code, second.task != first.task) == (None, True)
        assert await world.state(first.task or "") is State.EXPIRED_UNSENT  # type: ignore[arg-type]

    async def test_the_same_order_while_it_is_sent_is_no_new_one_however_long_ago(self, world: World) -> None:
        task, _ = await world.sent()
        world.clock.forward(hours=20)
        reply = await world.says(ORDER)
        assert (reply.code, reply.task, reply.state) == ("E308", task.id, "PREVIEW")

    async def test_a_check_that_fails_says_why_and_leaves_nothing(self, world: World) -> None:
        reply = await world.says(f"send 5000 USDC to {BOB}")
        assert (reply.type, reply.code, reply.task) == ("answer", "E202", None)
        assert reply.says[0].params == {"symbol": "USDC", "have": "1000", "need": "5000"}
        assert not world.saver.storage
        assert await world.tasks() == []

    @pytest.mark.parametrize("text", ["my balance", ORDER])
    async def test_a_chain_that_is_away_is_an_answer(self, world: World, text: str) -> None:
        world.chain.away = True
        reply = await world.says(text)
        assert (reply.type, reply.code, reply.task) == ("answer", "E502", None)
        assert await recovered(world) == 0

    @pytest.mark.parametrize("text", ["what is the weather", "give me your private key", "asdf " * 800])
    async def test_what_can_not_be_done_is_an_answer_too(self, world: World, text: str) -> None:
        reply = await world.says(text)
        assert (reply.type in ("answer", "ask"), reply.task) == (True, None)
        assert reply.code is not None

    async def test_the_quota_of_a_minute(self) -> None:
        world = World(quota=3)
        replies = [await world.says("my balance") for _ in range(4)]
        assert [reply.code for reply in replies] == [None, None, None, "E504"]
        world.clock.forward(minutes=1)
        assert (await world.says("my balance")).code is None

    async def test_who_is_over_the_quota_makes_no_card(self) -> None:
        world = World(quota=1)
        await world.says("hello")
        assert ((await world.says(ORDER)).code, await world.tasks()) == ("E504", [])

    async def test_without_a_quota_everything_is_answered(self) -> None:
        world = World(quota=0)
        assert {(await world.says("hello")).code for _ in range(130)} == {None}

"""Conversations: every accepted message gets exactly one reply and at most one task, whatever happens between."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from core.domain.errors import Conflict, NotFound, Unavailable
from core.domain.message import Incoming, Reply
from core.domain.survey import Unread
from core.domain.task import State
from core.domain.thread import Entry
from core.domain.turn import Turn
from core.usecases.confirm import close_gates
from core.usecases.converse import accept, recover, run_turn
from tests.fakes.fuse import Killed
from tests.fakes.world import ALICE, BOB, CAROL, USDC, World, signed_of

ORDER = f"send 50 USDC to {BOB}"


@pytest.fixture
def world() -> World:
    return World()


def codes(reply: Reply) -> list[str]:
    return [line.code for line in reply.says]


async def entries(world: World, thread: str = "thread") -> list[Entry]:
    async with world.store.transaction() as db:
        return list(await db.threads.entries(thread))


async def draft(world: World) -> Any:
    async with world.store.transaction() as db:
        return await db.threads.draft("thread")


async def recovered(world: World) -> int:
    """What the worker does every two seconds."""
    world.clock.forward(seconds=2)
    return await recover(world.deps, world.plan, world.words)


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


def reply_turn(world: World, reply: Reply) -> str:
    turns: dict[str, Turn] = world.store.memory.tables["turns"]
    return next(turn.id for turn in turns.values() if turn.reply == reply)


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


class TestFaults:
    async def test_a_database_that_is_away_leaves_the_turn_for_later(self, world: World) -> None:
        turn = await world.accept(ORDER)
        world.store.memory.away = True
        with pytest.raises(Unavailable, match="E501"):
            await world.run(turn)
        world.store.memory.away = False
        assert await recovered(world) == 1
        assert len(await world.tasks()) == 1

    async def test_a_saver_that_is_away_leaves_the_turn_for_later(self, world: World) -> None:
        turn = await world.accept(ORDER)
        world.saver.away = True
        with pytest.raises(Unavailable, match="E501"):
            await world.run(turn)
        world.saver.away = False
        assert await recovered(world) == 1
        assert len(await world.tasks()) == 1

    async def test_a_fault_of_the_program_becomes_words_and_the_turn_ends(self, world: World) -> None:
        turn = await world.accept("my balance")

        def stumble(stage: str) -> None:
            raise ZeroDivisionError(stage)

        reply = await run_turn(world.deps, world.plan, world.words, turn, stumble)
        assert (reply.code, list(reply.says[0].params)) == ("E500", ["id"])
        assert await recovered(world) == 0
        assert await world.run(turn) == reply

    async def test_a_turn_that_can_not_be_answered_keeps_no_other_from_its_answer(self, world: World) -> None:
        await world.accept("hello")
        second = await world.accept("my balance", thread="other")
        world.fuse.breaks("turns.finish", ZeroDivisionError())
        assert await recovered(world) == 1
        assert world.store.memory.tables["turns"][second.id].reply is not None
        assert await recovered(world) == 1

    async def test_a_turn_that_somebody_works_on_is_left_to_them(self, world: World) -> None:
        turn = await world.accept("hello")
        async with world.store.thread_lock(turn.thread):
            assert await asyncio.ensure_future(recovered(world)) == 0
        assert await recovered(world) == 1


class Crash:
    """One message, one process that dies at a call, and the next process that takes up what it left."""

    def __init__(self, text: str, error: type[BaseException]) -> None:
        self.text = text
        self.error = error

    async def dies_at(self, step: int) -> tuple[World, bool]:
        """False when the message was answered before that many calls were made."""
        world = World()
        self.incoming = await world.incoming(self.text)
        world.fuse.breaks(step, self.error())
        try:
            await self.said(world, self.incoming)
        except self.error:
            world.fuse.off()
            return world, True
        world.fuse.off()
        return world, False

    async def said(self, world: World, incoming: Incoming) -> Reply:
        turn, _ = await accept(world.deps, incoming)
        return await world.run(turn)

    async def taken_up(self, world: World) -> Reply:
        """By the worker; the sender tries again later, as one does who got no answer."""
        await recovered(world)
        return await self.said(world, self.incoming)


class TestCrashes:
    """T1, T3: at every call that a message makes to the world the process dies, or the call fails."""

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            (ORDER, Killed),
            (ORDER, asyncio.CancelledError),
            ("send 50 USDC", Killed),
            ("my balance", Killed),
            ("cancel", Killed),
        ],
    )
    async def test_wherever_it_dies_there_is_one_reply_and_at_most_one_task(
        self, text: str, error: type[BaseException]
    ) -> None:
        crash = Crash(text, error)
        expected = await crash.taken_up((await crash.dies_at(10_000))[0])
        for step in range(1, 200):
            world, died = await crash.dies_at(step)
            if not died:
                break
            reply = await crash.taken_up(world)
            assert codes(reply) == codes(expected), step
            assert len(await world.tasks()) == (expected.task is not None), step
            assert [entry.role for entry in await entries(world)] == ["user", "assistant"], step
            if reply.task is not None:
                assert (await world.confirm(await world.task(reply.task))).state is State.PREVIEW, step
                assert not world.saver.storage.get(reply_turn(world, reply)), step
        else:
            raise AssertionError("a message of fewer calls was expected")

    async def test_a_card_that_a_crash_left_waiting_can_expire_and_leaves_nothing(self) -> None:
        crash = Crash(ORDER, Killed)
        for step in range(1, 200, 2):
            world, died = await crash.dies_at(step)
            if not died:
                break
            reply = await crash.taken_up(world)
            world.clock.forward(minutes=31)
            assert (await world.look(await world.task(reply.task or ""))).state is State.EXPIRED_UNSENT
            await close_gates(world.deps, world.plan)
            assert not any(world.saver.storage.values()), step

    async def test_an_order_that_was_settled_between_crash_and_recovery_is_not_made_twice(self) -> None:
        """The turn is unfinished, its card was signed all the same: 3 of 26 kill points made a second task."""
        crash = Crash(ORDER, Killed)
        for step in range(1, 200):
            world, died = await crash.dies_at(step)
            if not died:
                break
            made = await world.tasks()
            if not made:
                continue
            task = await world.confirm(made[0])
            await world.report(task, world.chain.send(signed_of(task)))
            world.chain.mine(3)
            assert (await world.look(task)).state is State.SETTLED
            reply = await crash.taken_up(world)
            assert reply.task == task.id, step
            assert len(await world.tasks()) == 1, step

    async def test_a_database_that_fails_at_some_call_costs_nothing(self) -> None:
        class Gone(Unavailable):
            def __init__(self) -> None:
                super().__init__("E501")

        crash = Crash(ORDER, Gone)
        for step in range(1, 200, 2):
            world, died = await crash.dies_at(step)
            if not died:
                break
            reply = await crash.taken_up(world)
            assert (reply.code, len(await world.tasks())) == (None, 1), step


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

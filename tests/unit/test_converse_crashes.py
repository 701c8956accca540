"""Faults and crashes at every call: exactly one reply and at most one task, whatever happens between."""

import asyncio

import pytest

from core.domain.errors import Unavailable
from core.domain.message import Incoming, Reply
from core.domain.task import State
from core.usecases.confirm import close_gates
from core.usecases.converse import accept, run_turn
from tests.fakes.fuse import Killed
from tests.fakes.world import BOB, World, signed_of
from tests.unit.talking import codes, entries, recovered, reply_turn

ORDER = f"send 50 USDC to {BOB}"


@pytest.fixture
def world() -> World:
    return World()


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

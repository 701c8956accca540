"""Settling: what a final receipt proves by its content, and how it is told."""

from datetime import timedelta
from typing import Any

import pytest

from core.domain.task import State
from core.usecases.settle import SLOW, settle_due
from tests.fakes.chain import transfer_log
from tests.fakes.world import ALICE, BOB, CAROL, USDC, World, other, signed_of
from tests.unit.watching import after, letters, looks, told

PREVIEW, SUBMITTED, SETTLED, FAILED = State.PREVIEW, State.SUBMITTED, State.SETTLED, State.FAILED


@pytest.fixture
def world() -> World:
    return World()


class TestTheMainLine:
    async def test_pending_included_settled(self, world: World) -> None:
        task, hash_ = await world.sent()
        assert (await world.look(task)).reason == "pending"
        world.chain.mine()
        assert await world.state(await world.look(task)) is SUBMITTED
        world.chain.mine()
        task = await world.look(task)
        assert (task.state, task.reason, task.tx_hash) == (SETTLED, "settled", hash_)
        assert told(task) == [State.INTENT_CONFIRM, PREVIEW, SUBMITTED, SETTLED]
        assert task.next_check_at is None

    async def test_a_transaction_that_is_final_before_anybody_looked_settles_at_once(
        self, world: World
    ) -> None:
        task, _ = await world.sent()
        world.chain.mine(5)
        assert told(await world.look(task)) == [State.INTENT_CONFIRM, PREVIEW, SETTLED]

    async def test_where_the_chain_names_final_blocks_only_those_settle(self) -> None:
        world = World(finality="finalized")
        task, _ = await world.sent()
        task = await looks(world, task, 40)
        assert task.state is SUBMITTED
        world.chain.final = world.chain.height - 40
        assert (await world.look(task)).state is SUBMITTED
        world.chain.final = world.chain.height - 39
        assert (await world.look(task)).state is SETTLED

    async def test_a_chain_that_names_no_final_block_settles_nothing(self) -> None:
        world = World(finality="finalized")
        task, _ = await world.sent()
        assert (await looks(world, task, 40)).state is SUBMITTED

    async def test_many_tasks_are_looked_at_in_one_batch(self, world: World) -> None:
        tasks = [(await world.sent(f"{amount} USDC"))[0] for amount in range(1, 8)]
        world.chain.mine(3)
        world.fuse.off()
        await world.look(tasks[0])
        assert world.fuse.trail.count("chain.sightings") == 1
        assert {await world.state(task) for task in tasks} == {SETTLED}


class TestContent:
    @pytest.mark.parametrize(
        ("how", "reason"),
        [
            ({"status": 0}, "reverted"),
            ({"logs": ()}, "nothing-moved"),
            ({"logs": (transfer_log(BOB, ALICE, BOB, 50 * 10**6),)}, "nothing-moved"),
            ({"logs": (transfer_log(USDC.address or BOB, ALICE, CAROL, 50 * 10**6),)}, "other-recipient"),
            ({"logs": (transfer_log(USDC.address or BOB, ALICE, BOB, 49 * 10**6),)}, "moved-less"),
            ({"logs": (transfer_log(USDC.address or BOB, ALICE, BOB, 51 * 10**6),)}, "other-amount"),
        ],
    )
    async def test_status_one_alone_proves_nothing(
        self, world: World, how: dict[str, Any], reason: str
    ) -> None:
        task, hash_ = await world.sent(**how)
        task = await looks(world, task)
        assert (task.state, task.reason, task.tx_hash) == (FAILED, reason, hash_)
        assert await letters(world, task) == ["FAILED"]

    @pytest.mark.parametrize("change", [{"recipient": CAROL}, {"raw": 1}])
    async def test_a_reported_transaction_that_does_something_else_fails(
        self, world: World, change: dict[str, object]
    ) -> None:
        task = await world.confirmed()
        await world.report(task, world.chain.send(other(task, **change)))
        assert (await looks(world, task)).state is FAILED

    async def test_the_cards_own_transaction_wins_over_a_failed_one(self, world: World) -> None:
        """The wallet sent it twice: the first one failed, the second one is still on its way."""
        task, _ = await world.sent(status=0)
        again = world.chain.send(signed_of(task), nonce=task.nonce + 1)
        await world.report(task, again)
        world.chain.mine(only=list(world.chain.pool)[:1])
        world.chain.mine(2, only=[])
        assert (await world.look(task)).state is SUBMITTED
        task = await looks(world, task)
        assert (task.state, task.tx_hash) == (SETTLED, again)


class TestHistory:
    async def test_letters_go_the_way_of_the_history(self, world: World) -> None:
        task, hash_ = await world.sent()
        said = await letters(world, task)
        task = await world.look(task)
        said += await letters(world, task)
        world.chain.forget(hash_)
        task = await after(world, task, timedelta(minutes=61))
        said += await letters(world, task)
        world.chain.remember(hash_)
        world.chain.mine(3)
        task = await after(world, task, SLOW)
        said += await letters(world, task)
        assert said == ["PREVIEW", "SUBMITTED", "EXPIRED_UNKNOWN", "SETTLED"] == told(task)[1:]

    async def test_what_nobody_read_yet_is_told_by_the_newest_letter_only(self, world: World) -> None:
        task, _ = await world.sent()
        task = await looks(world, task)
        assert await letters(world, task) == ["SETTLED"]

    async def test_a_final_task_is_never_looked_at_again(self, world: World) -> None:
        task, hash_ = await world.sent()
        task = await looks(world, task)
        world.chain.reorg(depth=3, drop=True)
        world.chain.forget(hash_)
        assert await settle_due(world.deps) == 0
        assert (await after(world, task, timedelta(days=2))).history == task.history

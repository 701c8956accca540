"""Settling with a chain that forgets, lags, reorganises, lies and goes away: what is said is always true."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.domain.outbox import Letter
from core.domain.task import FINAL, State, Task
from core.domain.types import Hash
from core.usecases.settle import SLOW, settle_due
from tests.fakes.chain import transfer_log
from tests.fakes.fuse import Killed
from tests.fakes.world import ALICE, BOB, CAROL, USDC, World, cancellation, other, signed_of

PREVIEW, SUBMITTED, SETTLED, FAILED = State.PREVIEW, State.SUBMITTED, State.SETTLED, State.FAILED
REJECTED, UNSENT, UNKNOWN = State.REJECTED, State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN
NEVER = Hash("0x" + "ee" * 32)


@pytest.fixture
def world() -> World:
    return World()


async def looks(world: World, task: Task, blocks: int = 3) -> Task:
    """Blocks go by, with a look after each."""
    for _ in range(blocks):
        world.chain.mine()
        task = await world.look(task)
    return task


async def after(world: World, task: Task, wait: timedelta) -> Task:
    """The next look of a worker after a long time."""
    world.clock.forward(wait)
    return await world.look(task)


def told(task: Task) -> list[State]:
    return [change.state for change in task.history]


async def letters(world: World, task: Task) -> list[str]:
    """The states that the card's chat is told, one letter after the other."""
    said: list[str] = []
    while True:
        async with world.store.transaction() as db:
            claimed = await db.outbox.claim(["web"], world.clock.now(), timedelta(minutes=1), 10)
            for letter in claimed:
                await db.outbox.sent(letter.id, world.clock.now())
        if not claimed:
            return said
        said += [_state(letter) for letter in claimed if letter.task_id == task.id]


def _state(letter: Letter) -> str:
    state: str = letter.body["state"]
    return state


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
        task = await looks(world, task, 4)
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

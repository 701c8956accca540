"""The owner's decisions on the signing page: each is taken once, for the card that was shown, or not at all."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from langgraph.types import Command

from core.domain.errors import Conflict, Malformed, Refusal, Unavailable
from core.domain.survey import Rehearsal, Unread
from core.domain.task import State, Task
from core.graphs.plan import answer_gate
from core.usecases.confirm import close_gates
from core.usecases.report import report_hash
from core.usecases.settle import settle_due
from tests.fakes.fuse import Killed
from tests.fakes.world import ALICE, BOB, CAROL, USDC, World, signed_of

PREVIEW, REJECTED, UNSENT, UNKNOWN = (
    State.PREVIEW,
    State.REJECTED,
    State.EXPIRED_UNSENT,
    State.EXPIRED_UNKNOWN,
)
ASKED = State.INTENT_CONFIRM


@pytest.fixture
def world() -> World:
    return World()


async def refused(work: Any, code: str, kind: type[Refusal] = Conflict) -> dict[str, str]:
    with pytest.raises(kind) as caught:
        await work
    assert caught.value.code == code
    return caught.value.params


def told(task: Task) -> list[State]:
    return [change.state for change in task.history]


async def expired(world: World) -> Task:
    """A card whose time ran out, its graph ended."""
    card = await world.card()
    world.clock.forward(minutes=31)
    card = await world.look(card)
    await close_gates(world.deps, world.plan)
    return await world.task(card)


async def waits(world: World, task: Task) -> bool:
    """Whether the graph of this task still waits at its gate."""
    snapshot = await world.plan.aget_state({"configurable": {"thread_id": task.turn_id}})
    return bool(snapshot.interrupts)


class TestConfirm:
    async def test_a_card_is_confirmed_and_its_gate_is_closed(self, world: World) -> None:
        card = await world.card()
        assert await waits(world, card)
        task = await world.confirm(card)
        assert (task.state, task.reason, task.confirmed_at) == (PREVIEW, "confirmed", world.clock.now())
        assert task.gate_answered
        assert not await waits(world, task)
        assert task.card == card.card

    async def test_confirming_again_gives_the_task_as_it_is(self, world: World) -> None:
        task, _ = await world.sent()
        assert await world.confirm(task) == task
        task = await world.look(task)
        assert task.state is State.SUBMITTED
        assert await world.confirm(task) == task

    @pytest.mark.parametrize("others", [1, 20])
    async def test_confirmations_at_once_are_one_move(self, world: World, others: int) -> None:
        card = await world.card()
        tasks = await asyncio.gather(*(world.confirm(card) for _ in range(others)))
        assert {task.state for task in tasks} == {PREVIEW}
        assert told(await world.task(card)) == [ASKED, PREVIEW]

    async def test_a_yes_and_a_no_at_once_are_one_decision(self, world: World) -> None:
        for steps in range(0, 70, 4):
            world = World()
            card = await world.card()
            yes = asyncio.ensure_future(world.confirm(card))
            for _ in range(steps):
                await asyncio.sleep(0)
            outcomes = await asyncio.gather(yes, world.reject(card), return_exceptions=True)
            task = await world.task(card)
            assert told(task)[1:] in ([REJECTED], [PREVIEW, REJECTED]), steps
            assert not await waits(world, task)
            assert all(isinstance(outcome, Task | Conflict) for outcome in outcomes)

    async def test_a_card_whose_time_is_over_expires_by_the_clock_alone(self, world: World) -> None:
        card = await world.card()
        world.clock.forward(minutes=30)
        await refused(world.confirm(card), "E301")
        task = await world.task(card)
        assert (task.state, task.reason) == (UNSENT, "expired")
        await close_gates(world.deps, world.plan)
        assert not await waits(world, task)
        await refused(world.confirm(card), "E301")

    async def test_an_instant_before_it_is_still_good(self, world: World) -> None:
        card = await world.card()
        world.clock.forward(timedelta(minutes=30, microseconds=-1))
        assert (await world.confirm(card)).state is PREVIEW

    @pytest.mark.parametrize(
        ("says", "code"),
        [
            ({"balance": 1}, "E202"),
            ({"native": 1}, "E203"),
            ({"chain_id": 1}, "E213"),
            ({"decimals": 18}, "E210"),
            ({"token_code": b""}, "E208"),
            ({"rehearsal": Rehearsal("paused", b"")}, "E207"),
            ({"chain_id": Unread("timeout")}, "E211"),
            ({"fee": Unread("timeout")}, "E209"),
            ({"balance": Unread("timeout")}, "E209"),
        ],
    )
    async def test_a_check_that_holds_no_more_stops_it_and_nothing_changes(
        self, world: World, says: dict[str, Any], code: str
    ) -> None:
        card = await world.card()
        world.chain.says = says
        await refused(world.confirm(card), code)
        assert await world.task(card) == card
        assert await waits(world, card)
        world.chain.says = {}
        assert (await world.confirm(card)).state is PREVIEW

    async def test_a_chain_that_is_away_changes_nothing(self, world: World) -> None:
        card = await world.card()
        world.chain.away = True
        await refused(world.confirm(card), "E502", Unavailable)
        assert await world.task(card) == card
        world.chain.away = False
        assert (await world.confirm(card)).state is PREVIEW

    async def test_a_database_that_is_away_changes_nothing(self, world: World) -> None:
        card = await world.card()
        world.store.memory.away = True
        await refused(world.confirm(card), "E501", Unavailable)
        world.store.memory.away = False
        assert await world.task(card) == card

    async def test_a_stored_card_that_was_tampered_with_is_not_confirmed(self, world: World) -> None:
        card = await world.card()
        row = world.store.memory.tables["tasks"][card.id]
        for changes in (
            {"card": {**card.card, "to": CAROL}},
            {"effect": replace(card.effect, recipient=CAROL)},
            {"digest": "0" * 64},
        ):
            world.store.memory.tables["tasks"][card.id] = replace(row, task=replace(row.task, **changes))
            await refused(world.confirm(card), "E309")
        world.store.memory.tables["tasks"][card.id] = row
        assert (await world.confirm(card)).state is PREVIEW

    async def test_a_rejected_card_is_not_confirmed(self, world: World) -> None:
        card = await world.card()
        await world.reject(card)
        assert await refused(world.confirm(card), "E302") == {"state": "REJECTED"}

    async def test_an_order_that_is_on_its_way_already_is_not_paid_twice(self, world: World) -> None:
        """The first card expired, the same was asked for again; then the first transaction turned up."""
        first = await world.confirmed()
        hash_ = world.chain.send(signed_of(first))
        world.clock.forward(minutes=31)
        first = await world.look(first)
        second = await world.again(first)
        await world.report(first, hash_)
        assert (await world.look(first)).state is State.SUBMITTED
        await refused(world.confirm(second), "E308")
        assert await world.state(second) is ASKED


class TestOverride:
    """A large transfer to a contract wants the recipient's last four characters."""

    @pytest.mark.parametrize("typed", [None, "", "0000", "b0b", BOB])
    async def test_without_them_nothing_is_confirmed(self, world: World, typed: str | None) -> None:
        world.chain.says = {"recipient_code": b"\x60"}
        world.chain.given[ALICE, USDC.address] = 2_000 * 10**6
        card = await world.card("1000.01 USDC")
        await refused(world.confirm(card, typed), "E307")
        assert await world.task(card) == card

    @pytest.mark.parametrize("typed", ["b0b0", "B0B0"])
    async def test_with_them_it_is(self, world: World, typed: str) -> None:
        world.chain.says = {"recipient_code": b"\x60"}
        world.chain.given[ALICE, USDC.address] = 2_000 * 10**6
        card = await world.card("1000.01 USDC")
        assert (await world.confirm(card, typed)).state is PREVIEW

    async def test_a_small_one_goes_without(self, world: World) -> None:
        world.chain.says = {"recipient_code": b"\x60"}
        assert (await world.confirm(await world.card("999 USDC"))).state is PREVIEW

    async def test_a_recipient_that_became_a_contract_wants_them_now(self, world: World) -> None:
        world.chain.given[ALICE, USDC.address] = 2_000 * 10**6
        card = await world.card("1500 USDC")
        world.chain.says = {"recipient_code": b"\x60"}
        await refused(world.confirm(card), "E307")


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


class TestHashes:
    @pytest.mark.parametrize("text", ["", "0x", "0x" + "g" * 64, "1" * 66, "0x" + "1" * 63, "0x" + "1" * 65])
    async def test_what_is_no_hash_is_refused(self, world: World, text: str) -> None:
        task = await world.confirmed()
        await refused(world.report(task, text), "E304", Malformed)

    async def test_a_hash_is_recorded_and_moves_nothing(self, world: World) -> None:
        task, hash_ = await world.sent()
        world.chain.mine(3)
        task = await world.report(task, hash_.upper().replace("0X", "0x"))
        assert (task.state, task.tx_hash, await world.hashes(task)) == (PREVIEW, None, [hash_])

    async def test_before_the_confirmation_there_is_none(self, world: World) -> None:
        card = await world.card()
        hash_ = world.chain.send(signed_of(card))
        await refused(world.report(card, hash_), "E305")
        world.clock.forward(minutes=31)
        card = await world.look(card)
        assert card.state is UNSENT
        await refused(world.report(card, hash_), "E305")

    async def test_a_final_order_takes_none(self, world: World) -> None:
        task = await world.reject(await world.confirmed())
        params = await refused(world.report(task, world.chain.send(signed_of(task))), "E306")
        assert params == {"state": "REJECTED"}

    async def test_another_orders_hash_is_refused(self, world: World) -> None:
        _, hash_ = await world.sent("1 USDC")
        task = await world.confirmed("2 USDC")
        await refused(world.report(task, hash_), "E303")
        assert (await world.task(task)).hash_at is None

    async def test_a_strangers_hash_is_said_not_to_count_and_stands_in_nobodys_way(
        self, world: World
    ) -> None:
        hers, his = await world.confirmed(), await world.confirmed(owner=CAROL, thread="other")
        hash_ = world.chain.send(signed_of(hers))
        _, counts = await report_hash(world.deps, his, hash_)
        assert (counts, await world.hashes(his)) == (False, [])
        _, counts = await report_hash(world.deps, hers, hash_)
        assert (counts, await world.hashes(hers)) == (True, [hash_])

    async def test_a_hash_that_a_stranger_reported_before_it_was_sent_is_given_back(
        self, world: World
    ) -> None:
        hers, his = await world.confirmed(), await world.confirmed(owner=CAROL, thread="other")
        hash_ = world.chain.send(signed_of(hers))
        world.chain.forget(hash_)
        await world.report(his, hash_)
        world.chain.remember(hash_)
        await world.report(hers, hash_)
        assert [await world.hashes(task) for task in (hers, his)] == [[hash_], []]

    async def test_the_hash_of_another_open_card_of_the_same_owner_is_refused(self, world: World) -> None:
        first, second = await world.confirmed("1 USDC"), await world.confirmed("2 USDC")
        hash_ = world.chain.send(signed_of(first))
        await refused(world.report(second, hash_), "E303")
        assert await world.hashes(await world.report(first, hash_)) == [hash_]

    async def test_a_hash_from_before_the_card_is_said_not_to_count(self, world: World) -> None:
        old = world.chain.mined(signed_of(await world.card("1 USDC")))
        task = await world.confirmed("1 USDC", thread="other")
        again = world.chain.mined(signed_of(task))
        task = await world.confirmed("2 USDC")
        for hash_ in (old, again):
            _, counts = await report_hash(world.deps, task, hash_)
            assert not counts

    async def test_a_chain_that_is_away_does_not_keep_a_hash_from_being_recorded(self, world: World) -> None:
        task = await world.confirmed()
        hash_ = world.chain.send(signed_of(task))
        world.chain.away = True
        task = await world.report(task, hash_)
        assert await world.hashes(task) == [hash_]
        world.chain.away = False
        world.chain.mine(3)
        assert (await world.look(task)).state is State.SETTLED

    async def test_an_expired_order_that_was_confirmed_takes_one(self, world: World) -> None:
        task = await world.confirmed()
        world.clock.forward(minutes=31)
        assert (await world.look(task)).state is UNSENT
        await world.report(task, world.chain.send(signed_of(task)))
        assert (await world.look(task)).state is State.SUBMITTED


class TestAgain:
    async def test_an_expired_card_is_made_anew_with_the_same_order(self, world: World) -> None:
        old = await expired(world)
        new = await world.again(old)
        assert (new.state, new.effect, new.thread) == (ASKED, old.effect, old.thread)
        assert new.id != old.id
        assert new.expires_at == world.clock.now() + timedelta(minutes=30)
        assert await world.again(old) == await world.task(new)
        assert (await world.confirm(new)).state is PREVIEW
        assert not await waits(world, new)

    async def test_asking_twenty_times_at_once_makes_one(self, world: World) -> None:
        old = await expired(world)
        new = await asyncio.gather(*(world.again(old) for _ in range(20)))
        assert len({task.id for task in new}) == 1
        assert len(await world.tasks()) == 2

    async def test_the_new_card_stands_where_the_old_one_stood(self, world: World) -> None:
        old = await expired(world)
        new = await world.again(old)
        async with world.store.transaction() as db:
            assert await db.outbox.places(new.id) == await db.outbox.places(old.id) != []

    @pytest.mark.parametrize("state", [ASKED, PREVIEW, REJECTED, UNKNOWN])
    async def test_only_what_surely_was_not_sent_is_asked_for_again(self, world: World, state: State) -> None:
        task = await world.card()
        if state is PREVIEW:
            await world.confirm(task)
        if state is REJECTED:
            await world.reject(task)
        if state is UNKNOWN:
            await world.report(await world.confirm(task), "0x" + "1" * 64)
            world.clock.forward(minutes=61)
            await world.look(task)
        assert await refused(world.again(task), "E302") == {"state": state.value}

    async def test_a_check_that_fails_now_stops_it_and_may_hold_later(self, world: World) -> None:
        old = await expired(world)
        world.chain.says = {"balance": 1}
        await refused(world.again(old), "E202")
        assert len(await world.tasks()) == 1
        assert not any(world.saver.storage.values())
        world.chain.says = {}
        assert (await world.again(old)).state is ASKED

    async def test_what_was_made_is_given_back_whatever_the_checks_say_now(self, world: World) -> None:
        old = await expired(world)
        new = await world.confirm(await world.again(old))
        world.chain.says = {"balance": 1}
        assert await world.again(old) == new
        assert not any(world.saver.storage.values())

    async def test_an_order_that_was_given_in_words_meanwhile_stands_for_it(self, world: World) -> None:
        old = await expired(world)
        spoken = await world.card()
        assert await world.again(old) == spoken
        await world.confirm(spoken)
        await close_gates(world.deps, world.plan)
        assert not any(world.saver.storage.values())

    async def test_an_expired_new_card_is_asked_for_again_by_itself(self, world: World) -> None:
        first = await expired(world)
        second = await world.again(first)
        world.clock.forward(minutes=31)
        await world.look(second)
        assert (await world.again(first)).id == second.id
        third = await world.again(second)
        assert third.state is ASKED

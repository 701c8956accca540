"""Confirming: once, for the card that was shown, while every check holds."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.domain.errors import Conflict, Unavailable
from core.domain.survey import Rehearsal, Unread
from core.domain.task import State, Task
from core.usecases.confirm import close_gates
from tests.fakes.world import ALICE, BOB, CAROL, USDC, World, signed_of
from tests.unit.deciding import refused, told, waits

PREVIEW, REJECTED, UNSENT, ASKED = State.PREVIEW, State.REJECTED, State.EXPIRED_UNSENT, State.INTENT_CONFIRM


@pytest.fixture
def world() -> World:
    return World()


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

"""The write plan over fakes: its order is fixed, it prepares once a turn, and it holds nothing but plain values."""

import ast
import inspect
import json
from dataclasses import replace
from typing import Any

import pytest

from core.domain.card import decode_transaction, digest, transaction_in
from core.domain.order import Order
from core.domain.survey import Rehearsal, Unread
from core.domain.task import State
from core.graphs import plan as plan_module
from core.graphs.plan import ANSWERS, PlanState, answer_gate, run_plan
from tests.fakes.chain import FEE
from tests.fakes.fuse import Killed
from tests.fakes.world import ALICE, BOB, ETH, USDC, World, token

NODES = ["collect", "judge", "afford", "prepare", "gate"]


@pytest.fixture
def world() -> World:
    return World()


async def order(world: World, amount: str = "50", symbol: str = "USDC", **changes: Any) -> Order:
    made = Order(
        turn_id="turn",
        user_id=await world.user(),
        thread="thread",
        channel="web",
        language="en",
        chain_id=31337,
        token=token(symbol).address,
        payer=ALICE,
        recipient=BOB,
        amount=amount,
    )
    return replace(made, **changes)


async def runs(world: World, wanted: Order) -> tuple[PlanState, str | None]:
    return await run_plan(world.plan, wanted)


def stop(state: PlanState) -> tuple[str, str]:
    return state["stop"]["check"], state["stop"]["code"]


async def nodes_of(world: World, wanted: Order) -> list[str]:
    """The nodes that a run went through, in their order."""
    seen = []
    config: Any = {"configurable": {"thread_id": "seen"}}
    async for update in world.plan.astream({"order": wanted.plain()}, config, stream_mode="updates"):
        seen += [name for name in update if name != "__interrupt__"]
    return seen


class TestOrder:
    async def test_a_sound_order_goes_through_all_nodes_and_waits_at_the_gate(self, world: World) -> None:
        assert await nodes_of(world, await order(world)) == NODES[:-1]
        snapshot = await world.plan.aget_state({"configurable": {"thread_id": "seen"}})
        assert [list(pending.value) for pending in snapshot.interrupts] == [["task"]]

    @pytest.mark.parametrize(
        ("says", "last"),
        [
            ({"chain_id": 1}, "judge"),
            ({"chain_id": Unread("timeout")}, "judge"),
            ({"balance": 1}, "afford"),
            ({"native": 1}, "afford"),
            ({"rehearsal": Rehearsal("paused", b"")}, "prepare"),
            ({"balance": Unread("timeout")}, "prepare"),
            ({"token_code": b""}, "prepare"),
        ],
    )
    async def test_it_stops_where_the_reason_belongs_and_makes_nothing(
        self, world: World, says: dict[str, Any], last: str
    ) -> None:
        world.chain.says = says
        assert await nodes_of(world, await order(world)) == NODES[: NODES.index(last) + 1]
        assert await world.tasks() == []

    def test_nothing_but_the_gate_suspends_and_it_suspends_once(self) -> None:
        """Two interrupts in a node run its first part twice (langgraph #6208)."""
        calls: dict[str, int] = {}
        for node in ast.walk(ast.parse(inspect.getsource(plan_module))):
            if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
                names = [
                    c.func.id
                    for c in ast.walk(node)
                    if isinstance(c, ast.Call) and isinstance(c.func, ast.Name)
                ]
                calls[node.name] = names.count("interrupt")
        assert {name: times for name, times in calls.items() if times} == {"plan_graph": 1, "gate": 1}

    async def test_only_prepare_asks_the_database_for_anything(self, world: World) -> None:
        world.fuse.off()
        await nodes_of(world, await order(world))
        made = [name for name in world.fuse.trail if name.startswith("tasks.")]
        assert made == ["tasks.create"]


class TestCard:
    @pytest.mark.parametrize("symbol", ["ETH", "USDC", "DAI", "USDT"])
    async def test_what_is_signed_is_what_is_shown(self, world: World, symbol: str) -> None:
        world.chain.given[ALICE, token(symbol).address] = 10**21
        state, interrupt = await runs(world, await order(world, "1.5", symbol))
        task = await world.task(state["task"])
        assert interrupt is not None
        assert (task.state, task.reason, task.turn_id) == (State.INTENT_CONFIRM, "asked", "turn")
        assert decode_transaction(transaction_in(task.card)) == task.effect
        assert (task.effect.recipient, task.effect.raw) == (BOB, int(task.card["amount_raw"]))
        assert (task.card["amount"], task.card["to"], task.card["from"]) == ("1.5", BOB, ALICE)
        assert task.digest == digest(task.card)
        assert (task.created_block, task.nonce) == (world.chain.height, 0)
        assert task.expires_at == world.clock.now() + world.deps.rules.card_ttl

    async def test_an_unknown_nonce_makes_no_card(self, world: World) -> None:
        world.chain.says = {"nonce": Unread("timeout")}
        state, _ = await runs(world, await order(world))
        assert stop(state) == ("balance", "E209")


class TestAmounts:
    async def test_all_of_a_token_is_all_of_it(self, world: World) -> None:
        state, _ = await runs(world, await order(world, "all"))
        assert (await world.task(state["task"])).effect.raw == 1_000 * 10**6

    async def test_all_of_the_coin_leaves_the_fee(self, world: World) -> None:
        state, _ = await runs(world, await order(world, "all", "ETH"))
        task = await world.task(state["task"])
        assert task.effect.raw == world.chain.balance(ALICE, None) - FEE.wei
        assert (await world.confirm(task)).state is State.PREVIEW

    @pytest.mark.parametrize(
        ("amount", "raw"), [("half", 15 * 10**17), ("12.5%", 375 * 10**15), ("33%", 99 * 10**16)]
    )
    async def test_a_part_of_the_coin_is_a_part_of_it(self, world: World, amount: str, raw: int) -> None:
        state, _ = await runs(world, await order(world, amount, "ETH"))
        assert (await world.task(state["task"])).effect.raw == raw

    async def test_half_of_an_odd_number_is_rounded_down(self, world: World) -> None:
        world.chain.given[ALICE, USDC.address] = 7
        state, _ = await runs(world, await order(world, "half"))
        assert (await world.task(state["task"])).effect.raw == 3

    async def test_all_of_nothing_is_nothing(self, world: World) -> None:
        world.chain.given[ALICE, USDC.address] = 0
        state, _ = await runs(world, await order(world, "all"))
        assert stop(state) == ("balance", "E202")

    async def test_a_coin_that_covers_no_fee_is_nothing_to_send(self, world: World) -> None:
        world.chain.given[ALICE, None] = FEE.wei
        state, _ = await runs(world, await order(world, "all", "ETH"))
        assert stop(state) == ("balance", "E203")
        assert state["stop"]["params"]["symbol"] == ETH.symbol

    @pytest.mark.parametrize("unread", ["balance", "fee"])
    async def test_a_part_of_the_unknown_is_unknown(self, world: World, unread: str) -> None:
        world.chain.says = {unread: Unread("timeout")}
        state, _ = await runs(world, await order(world, "all", "ETH"))
        assert stop(state) == ("balance", "E209")


class TestAgain:
    async def test_a_turn_prepares_once_however_often_it_runs(self, world: World) -> None:
        wanted = await order(world)
        first, one = await runs(world, wanted)
        again, two = await runs(world, wanted)
        assert (first["task"], one) == (again["task"], two)
        world.saver.delete_thread("turn")
        third, _ = await runs(world, wanted)
        assert third["task"] == first["task"]
        assert len(await world.tasks()) == 1

    async def test_what_stopped_it_is_asked_anew(self, world: World) -> None:
        wanted = await order(world)
        world.chain.says = {"balance": 1}
        assert stop((await runs(world, wanted))[0]) == ("balance", "E202")
        world.chain.says = {}
        assert "task" in (await runs(world, wanted))[0]

    async def test_a_run_that_died_anywhere_is_taken_up(self) -> None:
        for step in range(1, 60):
            world = World()
            wanted = await order(world)
            world.fuse.breaks(step, Killed())
            try:
                await runs(world, wanted)
            except Killed:
                world.fuse.off()
            else:
                break
            state, interrupt = await runs(world, wanted)
            assert interrupt is not None, step
            assert [task.id for task in await world.tasks()] == [state["task"]], step
        else:
            raise AssertionError("a run of fewer steps was expected")


class TestState:
    async def test_it_holds_plain_values_only(self, world: World) -> None:
        """Strict msgpack revives nothing else (GHSA-g48c-2wqr-h844), and large integers do not fit it."""
        await runs(world, await order(world, "all", "ETH"))
        snapshot = await world.plan.aget_state({"configurable": {"thread_id": "turn"}})
        assert json.loads(json.dumps(snapshot.values)) == snapshot.values
        assert set(snapshot.values) == {"order", "raw", "survey", "task"}

    async def test_the_largest_amount_survives_it(self, world: World) -> None:
        world.chain.given[ALICE, USDC.address] = 2**256 - 1
        wanted = await order(
            world, str((2**256 - 1) // 10**6) + "." + str((2**256 - 1) % 10**6).rjust(6, "0")
        )
        state, _ = await runs(world, wanted)
        assert (state["raw"], stop(state)) == (str(2**256 - 1), ("limit", "E204"))

    @pytest.mark.parametrize("answer", ANSWERS)
    async def test_each_answer_ends_it(self, world: World, answer: Any) -> None:
        card = await world.card()
        await answer_gate(world.plan, card, answer)
        snapshot = await world.plan.aget_state({"configurable": {"thread_id": card.turn_id}})
        assert (snapshot.values["answer"], snapshot.next) == (answer, ())
        await answer_gate(world.plan, card, "rejected")
        assert (await world.plan.aget_state(snapshot.config)).values["answer"] == answer

"""The write plan: collect → judge → afford → prepare → gate. Its order is fixed by code, never by a model.

`prepare` alone has a side effect, and is idempotent by the turn; `gate` alone suspends. The graph's thread id
is the turn, so that a new message can't discard a waiting gate. State holds plain types only.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, TypedDict, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, interrupt

from core.domain.card import (
    Card,
    Fee,
    Finding,
    Level,
    Transfer,
    decode_transaction,
    digest,
    facts,
    transaction_of,
)
from core.domain.checks import blocking, check
from core.domain.keys import signing_key_hash
from core.domain.order import DRY_RUN, Order, fixed_raw, order_from, relative_raw, transfer_of, with_raw
from core.domain.survey import Survey, Unread, from_plain, to_plain
from core.domain.task import State, Task
from core.domain.types import to_decimal_string
from core.ports import Deps

Answer = Literal["confirmed", "rejected", "expired"]
ANSWERS: tuple[Answer, ...] = ("confirmed", "rejected", "expired")


class PlanState(TypedDict, total=False):
    """`raw` in base units as a string; `stop` is why there is no card; `task` the id of the one that was made."""

    order: dict[str, Any]
    raw: str
    survey: dict[str, Any]
    stop: dict[str, Any]
    task: str
    answer: str


Plan = CompiledStateGraph[PlanState, None, PlanState, PlanState]


def plan_graph(deps: Deps) -> Plan:
    """The compiled graph over the given world."""

    async def collect(state: PlanState) -> PlanState:
        return await _collect(deps, order_from(state["order"]))

    async def judge(state: PlanState) -> PlanState:
        """Whether the readings can be judged at all; conditions decide here, an order without any goes on."""
        return _stopped(deps, state, "network", ("E211", "E213"))

    async def afford(state: PlanState) -> PlanState:
        """Only compares: what is known to be lacking stops here; the unread is for `prepare` to say."""
        return _stopped(deps, state, "balance", ("E202", "E203"))

    async def prepare(state: PlanState) -> PlanState:
        return await _prepare(
            deps, order_from(state["order"]), int(state["raw"]), from_plain(state["survey"])
        )

    async def gate(state: PlanState) -> PlanState:
        answer = interrupt({"task": state["task"]})
        if answer not in ANSWERS:
            raise ValueError(f"not an answer of a gate: {answer!r}")
        return {"answer": answer}

    graph = StateGraph(PlanState)
    for node in (collect, judge, afford, prepare, gate):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "collect")
    for here, there in (
        ("collect", "judge"),
        ("judge", "afford"),
        ("afford", "prepare"),
        ("prepare", "gate"),
    ):
        graph.add_conditional_edges(here, _go_on_to(there), [there, END])
    graph.add_edge("gate", END)
    return graph.compile(checkpointer=deps.saver)


def _go_on_to(there: str) -> Any:
    def go_on(state: PlanState) -> str:
        return END if "stop" in state else there

    return go_on


async def _collect(deps: Deps, order: Order) -> PlanState:
    """Everything that the later nodes judge, read at one block. A relative amount is fixed here."""
    chain = deps.chains[order.chain_id]
    probe = transfer_of(order, DRY_RUN, deps.catalog)
    if not order.relative:
        transfer = with_raw(probe, fixed_raw(order, probe.token.decimals))
        survey = await chain.survey(transfer, transaction_of(transfer))
        return {"raw": str(transfer.raw), "survey": to_plain(survey)}
    first = await chain.survey(probe, transaction_of(probe))
    for needed in (first.balance, first.fee):
        if isinstance(needed, Unread):
            return _stop(
                Finding("balance", Level.BLOCK, "E209", {"check": "balance", "reason": needed.reason})
            )
    assert not isinstance(first.balance, Unread) and not isinstance(first.fee, Unread)
    raw = relative_raw(order.amount, first.balance, first.fee if probe.token.native else None)
    if raw <= 0:
        return _stop(_nothing_left(probe, first.balance, first.fee))
    transfer = with_raw(probe, raw)
    survey = replace(await chain.survey(transfer, transaction_of(transfer)), fee=first.fee)
    return {"raw": str(raw), "survey": to_plain(survey)}


def _nothing_left(probe: Transfer, balance: int, fee: Fee) -> Finding:
    token = probe.token
    have = to_decimal_string(balance, token.decimals)
    if not token.native:
        params = {"symbol": token.symbol, "have": have, "need": to_decimal_string(1, token.decimals)}
        return Finding("balance", Level.BLOCK, "E202", params)
    need, missing = (to_decimal_string(raw, token.decimals) for raw in (fee.wei, fee.wei - balance))
    params = {"symbol": token.symbol, "have": have, "need": need, "missing": missing}
    return Finding("balance", Level.BLOCK, "E203", params)


def _stopped(deps: Deps, state: PlanState, name: str, codes: Sequence[str]) -> PlanState:
    transfer = transfer_of(order_from(state["order"]), int(state["raw"]), deps.catalog)
    for finding in check(transfer, from_plain(state["survey"]), deps.catalog):
        if finding.check == name and finding.code in codes:
            return _stop(finding)
    return {}


async def _prepare(deps: Deps, order: Order, raw: int, survey: Survey) -> PlanState:
    transfer = transfer_of(order, raw, deps.catalog)
    findings = check(transfer, survey, deps.catalog)
    stopped = blocking(findings)
    if stopped is not None:
        return _stop(stopped)
    if isinstance(survey.fee, Unread) or isinstance(survey.nonce, Unread):
        return _stop(Finding("balance", Level.BLOCK, "E209", {"check": "balance", "reason": "fee"}))
    now = deps.clock.now()
    tx = transaction_of(transfer)
    card = facts(
        Card(secrets.token_urlsafe(16), transfer, tx, survey.fee, findings, now + deps.rules.card_ttl)
    )
    task = Task(
        id=card["task"],
        turn_id=order.turn_id,
        user_id=order.user_id,
        thread=order.thread,
        channel=order.channel,
        state=State.INTENT_CONFIRM,
        reason="asked",
        card=card,
        digest=digest(card),
        effect=decode_transaction(tx),
        language=order.language,
        created_at=now,
        created_block=survey.block,
        nonce=survey.nonce,
        expires_at=now + deps.rules.card_ttl,
    )
    async with deps.store.transaction() as db:
        made = await db.tasks.create(task, signing_key_hash(deps.rules.secret, task.id))
    return {"task": made.id}


def _stop(finding: Finding) -> PlanState:
    return {"stop": {"check": finding.check, "code": finding.code, "params": finding.params or {}}}


def _config(turn_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": turn_id}}


async def run_plan(plan: Plan, order: Order) -> tuple[PlanState, str | None]:
    """Run, or take up again where a crash left it, until the gate or the end; the caller holds the thread lock.

    Returns the state and, at the gate, the interrupt's id. An unfinished run is always invoked again:
    `.next` is not evidence of anything (langgraph #6956). One that ended without a task is begun anew: what
    stopped it may hold no more.
    """
    config = _config(order.turn_id)
    known = (await plan.aget_state(config)).values
    if "stop" in known:
        await cast(BaseCheckpointSaver[Any], plan.checkpointer).adelete_thread(order.turn_id)
        known = {}
    start: PlanState | None = None if known else {"order": order.plain()}
    state = cast(dict[str, Any], await plan.ainvoke(start, config, durability="exit"))
    waiting = state.get("__interrupt__") or ()
    return cast(PlanState, state), waiting[0].id if waiting else None


async def answer_gate(plan: Plan, task: Task, answer: Answer) -> None:
    """Resume the waiting gate of this task, by interrupt id only; the caller holds the thread lock.

    A gate that waits no more, or waits for something else, is left alone.
    """
    config = _config(task.turn_id)
    snapshot = await plan.aget_state(config)
    waiting = [i for i in snapshot.interrupts if i.id == task.interrupt_id and i.value == {"task": task.id}]
    if waiting:
        await plan.ainvoke(Command(resume={waiting[0].id: answer}), config, durability="exit")

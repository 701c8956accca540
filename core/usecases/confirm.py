"""The owner's decisions on the signing page: confirm, reject, ask again after expiry."""

import logging

from core.domain.card import Level, decode_transaction, digest, transaction_in
from core.domain.checks import blocking, check
from core.domain.errors import Conflict, Unavailable
from core.domain.order import Order, transfer_over
from core.domain.task import CONFIRMED, Event, State, Task, said_state
from core.graphs.plan import Answer, Plan, answer_gate, run_plan
from core.ports import Deps, Tx
from core.tools.unreported import record_unreported
from core.tools.withdraw import withdraw

log = logging.getLogger(__name__)

_EXPIRED = (State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN)
_ANSWERS: dict[State, Answer] = {State.REJECTED: "rejected", State.EXPIRED_UNSENT: "expired"}


async def confirm(deps: Deps, plan: Plan, task: Task, override: str | None) -> Task:
    """INTENT_CONFIRM → PREVIEW, once, after all checks ran again; a confirmed task is given back as it is.

    `override` is what the owner typed where a warning wants the recipient's last four characters.
    Raises Conflict with E301 (time over), E302 (other state), E307 (override), or the code of the check that no
    longer holds; the state is then unchanged. Raises Unavailable when a check could not run.
    """
    async with deps.store.thread_lock(task.thread):
        now = await _fresh(deps, task)
        if now.state in CONFIRMED:
            return now
        await _still_open(deps, now)
        await _still_right(deps, now, override)
        async with deps.store.transaction() as db:
            await _only_one(deps, db, now)
            moved = await db.tasks.move(now, State.PREVIEW, "confirmed", deps.clock.now())
        if moved is None:
            return await _fresh(deps, task)
        await close_gate(deps, plan, moved)
        return await _fresh(deps, task)


async def _only_one(deps: Deps, db: Tx, task: Task) -> None:
    """An expired card that the chain brought back may be the same order: then this one would pay it twice."""
    twin = await db.tasks.open_like(task.user_id, transfer_over(deps.catalog, task.effect))
    if twin is not None and twin.id != task.id:
        raise Conflict("E308")


async def reject(deps: Deps, plan: Plan, task: Task) -> Task:
    """The owner says no, before a transaction is known. Raises Conflict E302 from any other state."""
    async with deps.store.thread_lock(task.thread):
        moved = await withdraw(deps, await _fresh(deps, task), Event.REJECT)
        if moved is None:
            raise Conflict("E302", {"state": said_state(await _fresh(deps, task))})
        await close_gate(deps, plan, moved)
        return await _fresh(deps, task)


async def close_gate(deps: Deps, plan: Plan, task: Task) -> None:
    """Let the waiting graph end after its task left INTENT_CONFIRM; the caller holds the thread lock."""
    await answer_gate(plan, task, _ANSWERS.get(task.state, "confirmed"))
    await deps.saver.adelete_thread(task.turn_id)
    async with deps.store.transaction() as db:
        await db.tasks.answer_gate(task.id)


async def close_gates(deps: Deps, plan: Plan, limit: int = 20) -> None:
    """End the graphs that a crash or a cancelling message left waiting."""
    async with deps.store.transaction() as db:
        waiting = await db.tasks.unanswered(limit)
    for task in waiting:
        async with deps.store.thread_lock(task.thread, wait=False) as held:
            if held:
                await _closed(deps, plan, task)


async def _closed(deps: Deps, plan: Plan, task: Task) -> None:
    """A gate that can't be closed must not keep the others open."""
    try:
        await close_gate(deps, plan, task)
    except Unavailable:
        raise
    except Exception:
        log.exception("the gate of task %s could not be closed", task.id)


async def again(deps: Deps, plan: Plan, task: Task) -> Task:
    """A new card with the original parameters after EXPIRED_UNSENT (R-111); the same one however often asked.

    Raises Conflict E302 from any other state (after EXPIRED_UNKNOWN a second send could double it, R-112) and
    when the chain holds the transaction after all, or the code of the check that stops it. Raises Unavailable
    when the chain can't be asked.
    """
    now = await _fresh(deps, task)
    if now.state is not State.EXPIRED_UNSENT or await record_unreported(deps, now):
        raise Conflict("E302", {"state": said_state(now)})
    order = Order(
        turn_id=f"again:{now.id}",
        user_id=now.user_id,
        thread=now.thread,
        channel=now.channel,
        language=now.language,
        chain_id=now.effect.chain_id,
        token=now.effect.token,
        payer=now.effect.payer,
        recipient=now.effect.recipient,
        amount=now.card["amount"],
    )
    async with deps.store.thread_lock(now.thread):
        made, interrupt = await _made(deps, plan, order)
        if interrupt is None:
            await deps.saver.adelete_thread(order.turn_id)
        async with deps.store.transaction() as db:
            if interrupt is not None:
                await db.tasks.set_gate(made.id, interrupt)
            for place in await db.outbox.places(now.id):
                await db.outbox.show(made.id, place, made.state)
        return made


async def _made(deps: Deps, plan: Plan, order: Order) -> tuple[Task, str | None]:
    """The card of this order, made now or before; and the interrupt of its graph, None where nobody would
    answer that: another order's card stands for it, or a crash came before the interrupt was written down."""
    async with deps.store.transaction() as db:
        known = await db.tasks.of_turn(order.turn_id)
    if known is not None:
        return known, known.interrupt_id
    state, interrupt = await run_plan(plan, order)
    if "stop" in state:
        await deps.saver.adelete_thread(order.turn_id)
        raise Conflict(state["stop"]["code"], state["stop"]["params"])
    async with deps.store.transaction() as db:
        made = await db.tasks.get(state["task"])
    assert made is not None
    return made, interrupt if made.turn_id == order.turn_id else None


async def _fresh(deps: Deps, task: Task) -> Task:
    async with deps.store.transaction() as db:
        found = await db.tasks.get(task.id)
    assert found is not None
    return found


async def _still_open(deps: Deps, task: Task) -> None:
    if task.state in _EXPIRED:
        raise Conflict("E301")
    if task.state is not State.INTENT_CONFIRM:
        raise Conflict("E302", {"state": task.state.value})
    now = deps.clock.now()
    if task.expires_at <= now:
        async with deps.store.transaction() as db:
            await db.tasks.move(task, State.EXPIRED_UNSENT, "expired", now)
        raise Conflict("E301")


async def _still_right(deps: Deps, task: Task, override: str | None) -> None:
    """The stored card is the one that was shown, its bytes say the same, and every check holds now."""
    tx = transaction_in(task.card)
    if digest(task.card) != task.digest or decode_transaction(tx) != task.effect:
        raise Conflict("E309", {"reason": "card"})
    effect = task.effect
    try:
        transfer = transfer_over(deps.catalog, effect)
    except KeyError as error:
        raise Conflict("E208", {"symbol": task.card["token"]["symbol"]}) from error
    survey = await deps.chains[effect.chain_id].survey(transfer, tx)
    findings = check(transfer, survey, deps.catalog)
    stopped = blocking(findings)
    if stopped is not None:
        raise Conflict(stopped.code, stopped.params)
    wanted = any(
        finding.level is Level.WARN and (finding.params or {}).get("override") for finding in findings
    )
    if wanted and (override or "").lower() != effect.recipient[-4:].lower():
        raise Conflict("E307")

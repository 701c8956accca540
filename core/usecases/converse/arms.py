"""The arms of a conversation: read, order, ask, refuse, and the commands. Each gives one reply."""

from core.domain.draft import draft_of
from core.domain.intent import Command, Intent, Kind
from core.domain.message import Choice, Language, Reply, Says
from core.domain.order import Order, fixed_raw, transfer_of
from core.domain.router import Route, missing, route
from core.domain.task import Event, State, Task, said_state
from core.domain.turn import Turn
from core.domain.types import Address, Chain, Token, address
from core.graphs.plan import Plan, run_plan
from core.ports import Deps
from core.tools.balances import read_balances
from core.tools.withdraw import withdraw

_MISSING = {"recipient": "E101", "amount": "E106", "token": "E121"}
_WAITING = (State.INTENT_CONFIRM, State.PREVIEW)
_OPEN = (*_WAITING, State.SUBMITTED, State.EXPIRED_UNKNOWN)


def _answer(turn: Turn, intent: Intent, *says: Says, code: str | None = None) -> Reply:
    return Reply("answer", turn.thread, route(intent).value, intent.kind.value, says, code=code)


async def read(deps: Deps, turn: Turn, intent: Intent, owner: Address | None) -> Reply:
    """Balances from the chain; what is understood but not built yet is said to be so."""
    if intent.kind is Kind.CHAT:
        return _answer(turn, intent, Says("answer-hello"))
    if intent.kind is not Kind.BALANCE:
        return _answer(turn, intent, Says("E112", {"intent": intent.kind.value}), code="E112")
    whose = address(intent.recipient) if intent.recipient else owner
    if whose is None:
        return _answer(turn, intent, Says("E201"), code="E201")
    says: tuple[Says, ...] = ()
    evidence = []
    for chain, tokens in _meant(deps, intent):
        lines, found = await read_balances(deps, whose, chain, tokens)
        says += lines
        evidence.append(found)
    return Reply("answer", turn.thread, Route.READ.value, intent.kind.value, says, evidence=tuple(evidence))


def _meant(deps: Deps, intent: Intent) -> list[tuple[Chain, tuple[Token, ...]]]:
    """The tokens asked for on the chains asked for; without a name all that are listed, on every chain."""
    catalog = deps.catalog
    chains = (catalog.chain_by_slug(intent.chain),) if intent.chain else catalog.chains
    words = intent.tokens or ((intent.token,) if intent.token else ())
    found = []
    for chain in chains:
        named = (catalog.token(chain.id, word) for word in words)
        tokens = tuple(token for token in named if token) if words else catalog.tokens_of(chain.id)
        if tokens:
            found.append((chain, tokens))
    return found


async def order(
    deps: Deps, plan: Plan, turn: Turn, intent: Intent, owner: Address | None, language: Language
) -> tuple[Reply, str | None]:
    """A complete order becomes a card, or the reason why there is none; and the interrupt that waits."""
    reply, interrupt = await _ordered(deps, plan, turn, intent, owner, language)
    if interrupt is None:
        # Nobody would ever answer what this turn's graph asks, or left behind in a crash.
        await deps.saver.adelete_thread(turn.id)
    return reply, interrupt


async def _ordered(
    deps: Deps, plan: Plan, turn: Turn, intent: Intent, owner: Address | None, language: Language
) -> tuple[Reply, str | None]:
    if intent.kind is not Kind.TRANSFER:
        return _answer(turn, intent, Says("E112", {"intent": intent.kind.value}), code="E112"), None
    if owner is None:
        return _answer(turn, intent, Says("E201"), code="E201"), None
    assert intent.token is not None and intent.amount is not None and intent.recipient is not None
    chain = deps.catalog.chain_by_slug(intent.chain) if intent.chain else deps.catalog.default_chain
    token = deps.catalog.token(chain.id, intent.token)
    if token is None:
        return _answer(turn, intent, Says("E208", {"symbol": intent.token}), code="E208"), None
    wanted = Order(
        turn_id=turn.id,
        user_id=turn.incoming.user_id,
        thread=turn.thread,
        channel=turn.incoming.channel,
        language=language,
        chain_id=chain.id,
        token=token.address,
        payer=owner,
        recipient=address(intent.recipient),
        amount=intent.amount,
    )
    async with deps.store.transaction() as db:
        made = await db.tasks.of_turn(turn.id)
    if made is not None:
        # A crash came between making the task and answering: the card is what was made then.
        return _card(turn, intent, made, None), None
    if not wanted.relative:
        known = await _already_open(deps, wanted, token)
        if known is not None:
            return _card(turn, intent, known, "E308"), None
    state, interrupt = await run_plan(plan, wanted)
    if "stop" in state:
        says = Says(state["stop"]["code"], state["stop"]["params"])
        return _answer(turn, intent, says, code=says.code), None
    async with deps.store.transaction() as db:
        task = await db.tasks.get(state["task"])
    assert task is not None
    if task.turn_id != turn.id:
        return _card(turn, intent, task, "E308"), None
    return _card(turn, intent, task, None), interrupt


async def _already_open(deps: Deps, wanted: Order, token: Token) -> Task | None:
    """The open task of the same order by another turn; one whose time is over is closed first."""
    transfer = transfer_of(wanted, fixed_raw(wanted, token.decimals), deps.catalog)
    now = deps.clock.now()
    async with deps.store.transaction() as db:
        task = await db.tasks.open_like(wanted.user_id, transfer)
        if task is None or task.turn_id == wanted.turn_id:
            return None
        if task.state in _WAITING and task.hash_at is None and task.expires_at <= now:
            await db.tasks.move(task, State.EXPIRED_UNSENT, "expired", now)
            return None
        return task


def _card(turn: Turn, intent: Intent, task: Task, code: str | None) -> Reply:
    says = Says(code or "answer-card-ready")
    way, kind = Route.WRITE.value, intent.kind.value
    return Reply(
        "intent_confirm", turn.thread, way, kind, (says,), code=code, task=task.id, state=task.state.value
    )


def ask(turn: Turn, intent: Intent) -> Reply:
    """One question at a time: the first slot that is doubtful, else the first that is missing."""
    choices: tuple[Choice, ...] = ()
    if intent.problems:
        problem = intent.problems[0]
        says = Says(problem.code, dict(problem.params))
        choices = tuple(Choice(choice.message, choice.label) for choice in problem.choices[:4])
    else:
        slot = missing(intent)[0]
        says = Says(_MISSING.get(slot, "E122"))
    draft = draft_of(intent) if intent.kind is Kind.TRANSFER else None
    return Reply(
        "ask",
        turn.thread,
        Route.CLARIFY.value,
        intent.kind.value,
        (says,),
        code=says.code,
        choices=choices,
        draft=draft,
    )


def refuse(turn: Turn, intent: Intent) -> Reply:
    says = Says(intent.refusal or "E111")
    return _answer(turn, intent, says, code=says.code)


async def command(deps: Deps, turn: Turn, intent: Intent) -> Reply:
    """Words that steer the assistant itself."""
    match intent.command:
        case Command.CANCEL:
            return await _cancel(deps, turn, intent)
        case Command.PENDING:
            return await _pending(deps, turn, intent)
        case Command.HELP:
            return _answer(turn, intent, Says("answer-help"))
    return _answer(turn, intent, Says("E112", {"intent": str(intent.command)}), code="E112")


def task_params(task: Task) -> dict[str, str]:
    """What every sentence about a task is filled with."""
    card = task.card
    return {
        "amount": card["amount"],
        "symbol": card["token"]["symbol"],
        "recipient": card["to"],
        "state": said_state(task),
    }


async def _cancel(deps: Deps, turn: Turn, intent: Intent) -> Reply:
    """Withdraw what waits for the owner: an open question first, else this thread's cards, else the only card
    that is open elsewhere; of several elsewhere none is taken by guess."""
    async with deps.store.transaction() as db:
        if await db.threads.draft(turn.thread):
            return _answer(turn, intent, Says("answer-question-dropped"))
        open_ = await db.tasks.of_user(turn.incoming.user_id, (*_WAITING, State.SUBMITTED))
    waiting = [task for task in open_ if task.state in _WAITING and task.hash_at is None]
    here = [task for task in waiting if task.thread == turn.thread] or waiting
    if len(here) > 1 and here[0].thread != turn.thread:
        rows = (Says("answer-pending-row", task_params(task)) for task in here)
        return _answer(turn, intent, Says("answer-cancel-elsewhere"), *rows)
    says = [await _withdrawn(deps, task) for task in here]
    if says:
        return _answer(turn, intent, *says)
    late = [Says("answer-cancel-too-late", task_params(task)) for task in open_]
    if not late and intent.refused:
        return refuse(turn, intent)
    return _answer(turn, intent, *(late or [Says("answer-nothing-to-cancel")]))


async def _withdrawn(deps: Deps, task: Task) -> Says:
    moved = await withdraw(deps, task, Event.VOID)
    if moved is None:
        return Says("answer-cancel-too-late", task_params(task))
    code = "answer-cancelled" if moved.reason == "user" else "answer-withdrawn"
    return Says(code, task_params(moved))


async def _pending(deps: Deps, turn: Turn, intent: Intent) -> Reply:
    async with deps.store.transaction() as db:
        tasks = await db.tasks.of_user(turn.incoming.user_id, _OPEN)
    if not tasks:
        return _answer(turn, intent, Says("answer-pending-none"))
    rows = (Says("answer-pending-row", task_params(task)) for task in tasks)
    return _answer(turn, intent, Says("answer-pending-list"), *rows)

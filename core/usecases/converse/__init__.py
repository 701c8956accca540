"""One message: claim the turn, understand, route, and one match with four arms; always a reply at the end."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from core.domain.draft import intent_of
from core.domain.errors import Conflict, Refusal, Unavailable
from core.domain.intent import Intent, Kind
from core.domain.intent import Turn as Earlier
from core.domain.message import Incoming, Language, Reply, Says
from core.domain.outbox import Place
from core.domain.redact import REMOVED, redact
from core.domain.router import Route, route
from core.domain.task import State
from core.domain.thread import Entry
from core.domain.turn import Turn, content_digest
from core.domain.types import Address
from core.graphs.plan import Plan
from core.ports import Deps, Tx
from core.understanding.grammar import understand
from core.understanding.lexicon import Words
from core.usecases.converse.arms import ask, command, order, read, refuse

log = logging.getLogger(__name__)

OnStage = Callable[[str], None]
WINDOW = timedelta(minutes=1)
EARLIER = 12
"""Entries of the thread that a message may point back to."""


async def accept(deps: Deps, incoming: Incoming) -> tuple[Turn, bool]:
    """Write the turn's row before anything else happens; True when this call made it.

    Raises Conflict E512 when the id was used for other content, NotFound for a thread of somebody else.
    A message without a thread begins one.
    """
    now = deps.clock.now()
    incoming = replace(incoming, text=redact(incoming.text))
    thread = incoming.thread or secrets.token_urlsafe(16)
    async with deps.store.transaction() as db:
        turn, fresh = await db.turns.claim(incoming, content_digest(incoming), thread, now)
        if turn.digest != content_digest(incoming):
            raise Conflict("E512")
        if fresh:
            await db.threads.open(thread, incoming.user_id, incoming.channel, incoming.text[:80], now)
    return turn, fresh


async def run_turn(deps: Deps, plan: Plan, words: Words, turn: Turn, on_stage: OnStage) -> Reply:
    """Answer an accepted turn, once: a turn that was answered meanwhile gives its stored reply.

    A refusal and anything outside that does not answer become a reply with a code. Only a database that is
    away (Unavailable E501) leaves the turn unfinished: it is taken up again when it is back.
    """
    async with deps.store.thread_lock(turn.thread):
        async with deps.store.transaction() as db:
            known = await db.turns.get(turn.id)
            if known is not None and known.reply is not None:
                return known.reply
            draft = await db.threads.draft(turn.thread)
            earlier = await db.threads.entries(turn.thread, last=EARLIER)
            wallets = await db.users.wallets(turn.incoming.user_id)
            said = await db.turns.count(turn.incoming.user_id, turn.accepted_at - WINDOW, turn.accepted_at)
        try:
            history = [Earlier("user", entry.text) for entry in earlier if entry.role == "user"]
            intent = understand(turn.incoming.text, words, history, intent_of(draft) if draft else None)
            language = turn.incoming.language or intent.language
            if REMOVED in turn.incoming.text:
                reply, interrupt = _answer(turn, Route.REJECT, Kind.OUT_OF_SCOPE, Says("E114")), None
            elif deps.rules.quota_per_minute and said > deps.rules.quota_per_minute:
                reply, interrupt = _answer(turn, Route.READ, Kind.CHAT, Says("E504", {"seconds": "60"})), None
            else:
                owner = wallets[0].address if wallets else None
                reply, interrupt = await _reply(deps, plan, turn, intent, owner, language, on_stage)
        except Unavailable:
            raise
        except Exception:
            # The one place where a fault of the program becomes words: an accepted turn always ends.
            number = secrets.token_hex(4)
            log.exception("turn %s failed, reference %s", turn.id, number)
            language = turn.incoming.language or "en"
            reply, interrupt = _answer(turn, Route.READ, Kind.CHAT, Says("E500", {"id": number})), None
        reply = replace(reply, language=language)
        await _finish(deps, turn, reply, interrupt, language)
        return reply


async def _reply(
    deps: Deps,
    plan: Plan,
    turn: Turn,
    intent: Intent,
    owner: Address | None,
    language: Language,
    on_stage: OnStage,
) -> tuple[Reply, str | None]:
    """The reply and, for a card, the interrupt that waits for it."""
    way = route(intent)
    try:
        on_stage("understand")
        if intent.command is not None:
            return await command(deps, turn, intent), None
        match way:
            case Route.READ:
                on_stage("read")
                return await read(deps, turn, intent, owner), None
            case Route.WRITE:
                on_stage("check")
                return await order(deps, plan, turn, intent, owner, language)
            case Route.CLARIFY:
                return ask(turn, intent), None
            case Route.REJECT:
                return refuse(turn, intent), None
    except Refusal as refusal:
        if refusal.code == "E501":
            raise
        return _answer(turn, way, intent.kind, Says(refusal.code, refusal.params)), None


def _answer(turn: Turn, way: str, intent: str, says: Says) -> Reply:
    return Reply("answer", turn.thread, str(way), str(intent), (says,), code=says.code)


async def _finish(deps: Deps, turn: Turn, reply: Reply, interrupt: str | None, language: Language) -> None:
    now = deps.clock.now()
    async with deps.store.transaction() as db:
        await _write_down(db, turn, reply, language)
        if reply.task is not None:
            if interrupt is not None:
                await db.tasks.set_gate(reply.task, interrupt)
            place = Place(turn.incoming.channel, turn.thread, turn.id)
            await db.outbox.show(reply.task, place, State(reply.state or State.INTENT_CONFIRM))
        await db.threads.set_draft(turn.thread, reply.draft)
        await db.audit.add(
            "turn",
            turn.id,
            {"route": reply.route, "intent": reply.intent, "code": reply.code, "task": reply.task},
            now,
        )
        await db.turns.finish(turn.id, reply, now)


async def _write_down(db: Tx, turn: Turn, reply: Reply, language: Language) -> None:
    """Both lines of the conversation; after a restart they are there once."""
    asked = Entry(turn.thread, f"{turn.id}:user", "user", turn.accepted_at, language, text=turn.incoming.text)
    await db.threads.add(asked)
    await db.threads.add(replace(asked, source=turn.id, role="assistant", text="", body=reply.stored()))


async def recover(deps: Deps, plan: Plan, words: Words, limit: int = 20) -> int:
    """Answer accepted turns that nobody is working on: those whose thread lock is free. Returns how many."""
    async with deps.store.transaction() as db:
        waiting = await db.turns.unfinished(deps.clock.now(), limit)
    done = 0
    for turn in waiting:
        async with deps.store.thread_lock(turn.thread, wait=False) as free:
            pass
        if free:
            done += await _taken_up(deps, plan, words, turn)
    return done


async def _taken_up(deps: Deps, plan: Plan, words: Words, turn: Turn) -> bool:
    """A turn that fails again and again must not keep the others from their answers."""
    try:
        await run_turn(deps, plan, words, turn, lambda stage: None)
    except Unavailable:
        raise
    except Exception:
        log.exception("turn %s could not be answered", turn.id)
        return False
    return True

"""The web chat's side of the conversation: one request is one stream; keys make a repeated request harmless."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, field_validator

from core.app.compose import App
from core.domain.errors import Conflict, NotFound, Refusal
from core.domain.message import Incoming, Language, Reply
from core.domain.turn import Turn
from core.usecases.converse import accept
from core.wording import say
from webapp.auth import Here, UserId
from webapp.envelope import ok
from webapp.sse import KEEP_ALIVE, frame, stream
from webapp.views import entry_view, result_view, task_view, thread_view

router = APIRouter(prefix="/api")

CHANNEL = "web"
QUIET = 10
"""Seconds without a frame after which a comment keeps the connection open."""


class Said(BaseModel):
    message: str = Field(min_length=1, max_length=4096)
    thread: str | None = Field(None, max_length=64, pattern=r"^[\x21-\x7e]+$")
    language: Language | None = None

    @field_validator("message")
    @classmethod
    def _encodable(cls, message: str) -> str:
        """NUL is legal in JSON but in no text that can be kept."""
        return message.replace("\0", "\ufffd")


Key = Annotated[str, Header(alias="Idempotency-Key", min_length=1, max_length=200)]


@router.post("/chat")
async def chat(request: Request, said: Said, key: Key, user_id: UserId, app: Here) -> StreamingResponse:
    """Answer one message. The turn goes on when the reader goes away; the same key gives the same result."""
    incoming = Incoming(CHANNEL, user_id, key, user_id, said.message, said.thread, said.language)
    try:
        turn, fresh = await accept(app.deps, incoming)
        if turn.reply is None and not fresh:
            raise Conflict("E511")
    except Refusal:
        request.state.language = app.language_of(incoming)
        raise
    return stream(_replay(app, turn.reply) if turn.reply else _live(app, turn))


async def _replay(app: App, reply: Reply) -> AsyncIterator[str]:
    yield await _last(app, reply)


async def _last(app: App, reply: Reply) -> str:
    result = await result_view(app, reply, reply.language)
    if reply.code == "E500":
        return frame("error", {"code": reply.code, "message": result["text"]})
    return frame("result", result)


def _live(app: App, turn: Turn) -> AsyncIterator[str]:
    stages: asyncio.Queue[str | None] = asyncio.Queue()
    work = app.nursery.start(f"turn {turn.id}", app.answer(turn, stages.put_nowait))
    work.add_done_callback(lambda _: stages.put_nowait(None))
    return _follow(app, turn, work, stages)


async def _follow(
    app: App, turn: Turn, work: asyncio.Task[Reply], stages: asyncio.Queue[str | None]
) -> AsyncIterator[str]:
    """Stages as they come, then the one result. None in the queue: the work has ended."""
    language = app.language_of(turn.incoming)
    while not work.done() or not stages.empty():
        try:
            async with asyncio.timeout(QUIET):
                stage = await stages.get()
        except TimeoutError:
            yield KEEP_ALIVE
            continue
        if stage is not None:
            yield frame("stage", {"stage": stage, "text": say(f"stage-{stage}", {}, language)})
    try:
        yield await _last(app, work.result())
    except Refusal as refusal:
        # The turn is written down, so it is answered later (recover): nobody needs to send it again.
        words = f"{refusal.code}-kept" if refusal.code == "E501" else refusal.code
        yield frame("error", {"code": refusal.code, "message": say(words, refusal.params, language)})


ThreadId = Annotated[str, Path(max_length=64, pattern=r"^[\x21-\x7e]+$")]


@router.get("/threads")
async def threads(user_id: UserId, app: Here) -> dict[str, Any]:
    async with app.deps.store.transaction() as db:
        found = await db.threads.of_user(user_id, 100)
    return ok([thread_view(thread) for thread in found])


@router.get("/threads/{thread_id}")
async def thread(thread_id: ThreadId, user_id: UserId, app: Here) -> dict[str, Any]:
    """The whole conversation, and its cards as they stand now."""
    async with app.deps.store.transaction() as db:
        found = await db.threads.get(thread_id, user_id)
        if found is None:
            raise NotFound
        entries = await db.threads.entries(thread_id)
        tasks = await db.tasks.of_thread(thread_id)
    messages = [await entry_view(app, entry) for entry in entries]
    cards = [task_view(app, task) for task in tasks if task.user_id == user_id]
    return ok({**thread_view(found), "messages": messages, "cards": cards})


@router.delete("/threads/{thread_id}")
async def clear(thread_id: ThreadId, user_id: UserId, app: Here) -> dict[str, Any]:
    """Forget the conversation. Tasks and their audit stay: they are about money."""
    async with app.deps.store.thread_lock(thread_id), app.deps.store.transaction() as db:
        if not await db.threads.clear(thread_id, user_id, app.deps.clock.now()):
            raise NotFound
    return ok({"id": thread_id})

"""One task over HTTP: look, confirm, reject, report a hash, ask again, follow."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from core.app.compose import App
from core.domain.errors import NotFound, Unavailable
from core.domain.keys import key_hash
from core.domain.task import FINAL, Task
from core.usecases.confirm import again, confirm, reject
from core.usecases.report import report_hash
from core.wording import say
from webapp.auth import Here, OwnTask
from webapp.envelope import language_of, ok
from webapp.sse import KEEP_ALIVE, frame, stream
from webapp.views import page_view, task_view

router = APIRouter(prefix="/api/tasks")
pages = APIRouter(prefix="/api")


class Confirmed(BaseModel):
    override: str | None = Field(None, max_length=64)


class Sent(BaseModel):
    hash: str = Field(max_length=200)
    step: int = Field(0, ge=0, le=0)


@pages.get("/s/{key}")
async def of_key(key: str, app: Here) -> dict[str, Any]:
    """The task whose signing page this key opens; reading it changes nothing."""
    async with app.deps.store.transaction() as db:
        task = await db.tasks.of_key(key_hash(key))
    if task is None:
        raise NotFound
    return ok(page_view(app, task))


@router.get("/{task_id}")
async def look(task: OwnTask, app: Here) -> dict[str, Any]:
    return ok(task_view(app, task))


@router.post("/{task_id}/confirm")
async def confirm_task(task: OwnTask, app: Here, asked: Confirmed | None = None) -> dict[str, Any]:
    override = asked.override if asked is not None else None
    return ok(task_view(app, await confirm(app.deps, app.plan, task, override)))


@router.post("/{task_id}/reject")
async def reject_task(task: OwnTask, app: Here) -> dict[str, Any]:
    return ok(task_view(app, await reject(app.deps, app.plan, task)))


@router.post("/{task_id}/hash")
async def hash_of_task(task: OwnTask, sent: Sent, app: Here, request: Request) -> dict[str, Any]:
    now, counts = await report_hash(app.deps, task, sent.hash)
    view = task_view(app, now)
    if not counts:
        view["notice"] = {"code": "E310", "message": say("E310", {}, language_of(request))}
    return ok(view)


@router.post("/{task_id}/again")
async def task_again(task: OwnTask, app: Here) -> dict[str, Any]:
    return ok(task_view(app, await again(app.deps, app.plan, task)))


@router.get("/{task_id}/events")
async def events(task: OwnTask, app: Here) -> StreamingResponse:
    """The task as it is, then again at each change, until nothing can change any more."""
    return stream(_follow(app, task.id))


async def _follow(app: App, task_id: str) -> AsyncIterator[str]:
    """An outage of the database is a pause in the stream, not its end."""
    view: dict[str, Any] | None = None
    async with app.deps.store.changes("task") as changes:
        while not app.stopping.is_set():
            try:
                task = await _look(app, task_id)
            except Unavailable:
                task = None
            shown, view = view, task_view(app, task) if task else view
            yield frame("state", view) if view != shown else KEEP_ALIVE
            if task is not None and task.state in FINAL:
                return
            await _next(app, changes, task_id)


async def _look(app: App, task_id: str) -> Task:
    async with app.deps.store.transaction() as db:
        task = await db.tasks.get(task_id)
    assert task is not None
    return task


async def _next(app: App, changes: AsyncIterator[str], task_id: str) -> None:
    """Until this task changed, something may have been missed, or the program stops."""
    change = app.nursery.start(f"change of {task_id}", _change(changes, task_id))
    stop = app.nursery.start("stop", app.stopping.wait())
    try:
        await asyncio.wait((change, stop), return_when=asyncio.FIRST_COMPLETED)
        if change.done():
            change.result()
    finally:
        change.cancel()
        stop.cancel()


async def _change(changes: AsyncIterator[str], task_id: str) -> None:
    async for changed in changes:
        if changed in (task_id, ""):
            return

"""What answers now: each part `ok` or the reason why not."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from core.app.compose import App
from core.domain.errors import Refusal

PATIENCE = 3
"""Seconds after which a part that says nothing counts as away."""


async def health(app: App) -> tuple[dict[str, str], str | None]:
    """Database, chain, model and vectors; the code of the first that is needed and down."""
    database, chain = await asyncio.gather(_database(app), _chains(app))
    parts = {"database": database, "chain": chain, "model": "ok", "vectors": "off: no documents yet"}
    away = "E501" if database != "ok" else "E502" if chain != "ok" else None
    return parts, away


async def _database(app: App) -> str:
    return await _asked(app, "database", "E501", _now(app))


async def _now(app: App) -> str:
    await app.deps.store.now()
    return "ok"


async def _chains(app: App) -> str:
    for chain in app.deps.catalog.chains:
        said = await _asked(app, chain.slug, "E502", _chain(app, chain.id))
        if said != "ok":
            return f"{chain.slug}: {said}"
    return "ok"


async def _chain(app: App, wanted: int) -> str:
    got = await app.deps.chains[wanted].chain_id()
    return "ok" if got == wanted else f"E213 expected chain {wanted}, got {got}"


async def _asked(app: App, name: str, code: str, question: Coroutine[Any, Any, str]) -> str:
    """What the part says, within PATIENCE. The question is not waited for when it is called off: a driver may
    need the silent part even for that."""
    asking = app.nursery.start(f"health of {name}", _told(question))
    done, _ = await asyncio.wait({asking}, timeout=PATIENCE)
    if not done:
        asking.cancel()
        return f"{code} no answer in {PATIENCE} s"
    return asking.result()


async def _told(question: Coroutine[Any, Any, str]) -> str:
    try:
        return await question
    except Refusal as away:
        return f"{away.code} does not answer"

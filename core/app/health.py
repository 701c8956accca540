"""What answers now: each part `ok` or the reason why not."""

import asyncio

from core.app.compose import App
from core.domain.errors import Refusal

PATIENCE = 3
"""Seconds after which a part that says nothing counts as away."""


async def health(app: App) -> tuple[dict[str, str], bool]:
    """Database, chain, model and vectors; False when one that is needed is down."""
    database, chain = await asyncio.gather(_database(app), _chains(app))
    parts = {"database": database, "chain": chain, "model": "ok", "vectors": "off: no documents yet"}
    return parts, database == "ok" and chain == "ok"


async def _database(app: App) -> str:
    try:
        async with asyncio.timeout(PATIENCE):
            await app.deps.store.now()
    except Refusal as away:
        return str(away)
    except TimeoutError:
        return f"E501 no answer in {PATIENCE} s"
    return "ok"


async def _chains(app: App) -> str:
    for chain in app.deps.catalog.chains:
        try:
            async with asyncio.timeout(PATIENCE):
                got = await app.deps.chains[chain.id].chain_id()
        except Refusal as away:
            return f"{chain.slug}: {away}"
        except TimeoutError:
            return f"{chain.slug}: E502 no answer in {PATIENCE} s"
        if got != chain.id:
            return f"{chain.slug}: E213 expected chain {chain.id}, got {got}"
    return "ok"

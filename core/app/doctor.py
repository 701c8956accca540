"""`tapsign doctor`: what is set, what is default, what answers; it starts nothing and changes nothing."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from core.adapters.catalog import CatalogError, load_catalog
from core.adapters.chain import RpcChain
from core.adapters.postgres.pool import open_store
from core.adapters.rpc import open_session
from core.app.settings import Settings, reachable_from_a_phone
from core.domain.errors import Refusal

_SECRET = ("token", "secret", "key", "database_url", "proxy")


async def doctor(settings: Settings) -> int:
    """Prints a line a setting and a line a part; 1 when something that is set does not answer."""
    for name in Settings.model_fields:
        value = getattr(settings, name)
        how = "set" if name in settings.model_fields_set else "default"
        hidden = value and any(word in name for word in _SECRET)
        print(f"{name.upper():28} {how:8} {'(hidden)' if hidden else value}")
    print()
    well = True
    for part, problem in ((await _database(settings)), (await _chains(settings)), _public_url(settings)):
        print(f"{part:12} {problem or 'ok'}")
        well = well and problem is None
    return 0 if well else 1


async def _database(settings: Settings) -> tuple[str, str | None]:
    if not settings.database_url:
        return "database", None
    try:
        async with asyncio.timeout(5), open_store(settings.database_url) as store:
            await store.now()
    except TimeoutError:
        return "database", "no answer within 5 s: check DATABASE_URL"
    except Refusal as away:
        return "database", f"{away}: check DATABASE_URL"
    return "database", None


async def _chains(settings: Settings) -> tuple[str, str | None]:
    if settings.demo:
        return "chain", None
    try:
        catalog = load_catalog(Path(settings.catalog), None)
    except CatalogError as error:
        return "catalog", str(error)
    async with open_session() as session:
        for chain in catalog.chains:
            try:
                got = await RpcChain(chain, session).chain_id()
            except Refusal as away:
                return "chain", f"{chain.slug}: {away}: check its rpc in {settings.catalog}"
            if got != chain.id:
                return "chain", f"{chain.slug}: the node says chain {got}, the catalog {chain.id}"
    return "chain", None


def _public_url(settings: Settings) -> tuple[str, str | None]:
    if reachable_from_a_phone(settings):
        scheme = urlsplit(settings.url).scheme
        return "public url", None if scheme == "https" else "not https: no Mini App button, no webhook"
    return (
        "public url",
        None if not settings.public_url else f"{settings.url} opens on this computer only; put https before it",
    )

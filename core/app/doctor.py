"""`tapsign doctor`: what is set, what is default, what answers; it starts nothing and changes nothing."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from core.adapters.catalog import CatalogError, load_catalog
from core.adapters.chain import RpcChain
from core.adapters.postgres.pool import open_store
from core.adapters.rpc import open_session
from core.app.settings import Settings, not_built, reachable_from_a_phone
from core.domain.errors import Refusal
from core.domain.types import Chain

SECRET = frozenset(
    {
        "database_url",
        "telegram_token",
        "telegram_webhook_secret",
        "telegram_proxy",
        "discord_token",
        "discord_proxy",
    }
    | {"discord_client_secret", "llm_api_key", "jwt_secret"}
)


async def doctor(settings: Settings) -> int:
    """Prints a line a setting and a line a part; 1 when something that is set does not answer."""
    for name in Settings.model_fields:
        value = getattr(settings, name)
        how = "set" if name in settings.model_fields_set else "default"
        print(f"{name.upper():26} {how:8} {'(hidden)' if value and name in SECRET else value}".rstrip())
    print()
    faults = [await _database(settings), await _catalog(settings)]
    for said in (*faults, _public_url(settings), *not_built(settings)):
        print(said)
    return 1 if any("fault" in said.split()[1:2] for said in faults) else 0


async def _database(settings: Settings) -> str:
    if not settings.database_url:
        return "database    embedded in DATA_DIR; starts with `tapsign up`"
    try:
        async with asyncio.timeout(5), open_store(settings.database_url) as store:
            await store.now()
    except (TimeoutError, Refusal):
        return "database    fault: does not answer; check DATABASE_URL"
    return "database    answers"


async def _catalog(settings: Settings) -> str:
    if settings.demo:
        return "chain       the demo chain; starts with `tapsign up`"
    try:
        catalog = load_catalog(Path(settings.catalog), None)
    except CatalogError as error:
        return f"catalog     fault: {error}"
    async with open_session() as session:
        faults = [f for chain in catalog.chains if (f := await _chain(RpcChain(chain, session), chain))]
    return (
        f"chain       fault: {'; '.join(faults)}; check rpc in {settings.catalog}"
        if faults
        else "chain       answers"
    )


async def _chain(node: RpcChain, chain: Chain) -> str | None:
    try:
        got = await node.chain_id()
    except Refusal:
        return f"{chain.slug} does not answer"
    return None if got == chain.id else f"{chain.slug} says it is chain {got}, the catalog says {chain.id}"


def _public_url(settings: Settings) -> str:
    if not reachable_from_a_phone(settings):
        return f"public url  {settings.url} opens on this computer only: phones need a public https address"
    if urlsplit(settings.url).scheme != "https":
        return f"public url  {settings.url} is not https: no Mini App button, no webhook"
    return "public url  can be opened from elsewhere"

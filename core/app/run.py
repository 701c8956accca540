"""Run roles in this process: their jobs in the nursery, their ASGI app on the one port, until a signal."""

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import uvicorn

from core.adapters.postgres.migrate import migrate
from core.app.compose import App, compose
from core.app.embedded.claim import claimed
from core.app.embedded.demo import prepare_demo
from core.app.embedded.node import start_node
from core.app.embedded.port import require_free
from core.app.embedded.postgres import start_postgres
from core.app.nursery import Nursery
from core.app.roles import Asgi, load_role
from core.app.settings import Settings, SettingsError, not_built, reachable_from_a_phone

log = logging.getLogger(__name__)

PATIENCE = 2
"""Seconds that open streams get when the program stops."""
AGAIN = 5
"""Seconds before a job that failed is started again."""


async def up(settings: Settings) -> None:
    """Everything in one process, with PostgreSQL and the node as children. Prints `ready URL` when a message
    sent at that moment is answered. Raises EmbeddedError, CatalogError or SettingsError with one line each."""
    require_free(settings.host, settings.port)
    with claimed(settings.data_dir):
        async with (
            children(settings) as (database_url, demo_rpc),
            compose(settings, database_url, demo_rpc) as app,
        ):
            await serve(app, ("bot", "web", "worker"))


async def alone(settings: Settings, name: str) -> None:
    """One role. Raises SettingsError with the name of the first setting that it lacks."""
    for needed in ("database_url", "chroma_url", "catalog"):
        if not getattr(settings, needed):
            raise SettingsError(
                f"{needed.upper()}: needed to run the role {name} alone; set it, or use `tapsign up`"
            )
    async with compose(settings, settings.database_url, None) as app:
        await serve(app, (name,))


@asynccontextmanager
async def children(settings: Settings) -> AsyncIterator[tuple[str, str | None]]:
    """The database and, for the demo, the node: started, migrated and deployed; stopped at the end."""
    keepers = Nursery()
    async with AsyncExitStack() as stack:
        database_url, demo_rpc = settings.database_url, None
        if not database_url:
            postgres = await start_postgres(settings.data_dir)
            stack.push_async_callback(postgres.stop)
            keepers.start("postgres", postgres.watch())
            database_url = postgres.url
        if settings.demo:
            node = await start_node(settings.data_dir)
            stack.push_async_callback(node.stop)
            keepers.start("node", node.watch())
            demo_rpc = node.url
            await prepare_demo(demo_rpc)
        stack.push_async_callback(keepers.close)
        await migrate(database_url)
        yield database_url, demo_rpc


async def serve(app: App, names: Sequence[str]) -> None:
    """Start the roles and run until SIGINT or SIGTERM."""
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, app.stopping.set)
    parts = [load_role(name)(app) for name in names]
    for part in parts:
        for name, job in part.jobs:
            app.nursery.start(name, _kept(name, job))
    sites = [part.asgi for part in parts if part.asgi is not None]
    if not sites:
        print("ready", flush=True)
        await app.stopping.wait()
        return
    await _listen(app, sites[0])


async def _kept(name: str, job: Callable[[], Awaitable[None]]) -> None:
    """A job runs as long as the program: one that fails is started again."""
    while True:
        try:
            return await job()
        except Exception:
            log.exception("%s failed and starts again in %s s", name, AGAIN)
        await asyncio.sleep(AGAIN)


async def _listen(app: App, site: Asgi) -> None:
    settings = app.settings
    server = uvicorn.Server(
        uvicorn.Config(
            site,
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=PATIENCE,
            ws="none",
        )
    )
    with socket.create_server((settings.host, settings.port)) as listener:
        serving = app.nursery.start("http", server.serve([listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        _announce(settings)
        stopping = app.nursery.start("stop", _asked(app.stopping))
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        await asyncio.wait({serving})


async def _asked(stop: asyncio.Event) -> None:
    await stop.wait()


def _announce(settings: Settings) -> None:
    for said in not_built(settings):
        log.warning(said)
    if settings.public_url and not reachable_from_a_phone(settings):
        log.warning(
            "PUBLIC_URL %s opens on this computer only: phones need a public https address", settings.url
        )
    print(f"ready http://{settings.host}:{settings.port}", flush=True)

"""The composition root: settings and addresses in, a running world out; everything is closed in reverse order."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from core.adapters.catalog import load_catalog
from core.adapters.chain import RpcChain
from core.adapters.clock import clock_like
from core.adapters.postgres.checkpoints import open_saver
from core.adapters.postgres.pool import open_store
from core.adapters.rpc import open_session
from core.adapters.siwe import EthereumSignIn
from core.app.embedded.demo import DemoFaucet
from core.app.nursery import Nursery
from core.app.settings import Settings, jwt_secret
from core.domain.message import Incoming, Language, Reply
from core.domain.turn import Turn
from core.graphs.plan import Plan, plan_graph
from core.ports import Deps, Rules
from core.understanding.grammar import understand
from core.understanding.lexicon import Words, words_of
from core.usecases.converse import OnStage, run_turn

AT_ONCE = 16
"""Turns that run at the same time in one process; the rest wait in their rows."""


@dataclass(frozen=True)
class App:
    """One process of the program: its world, its graph, its background tasks."""

    settings: Settings
    deps: Deps
    plan: Plan
    words: Words
    nursery: Nursery
    slots: asyncio.Semaphore
    stopping: asyncio.Event
    """Set when the program was asked to stop: streams without an end of their own end now."""
    round_trips: Callable[[], int]
    """HTTP requests to all nodes so far, for benchmarks."""

    async def answer(self, turn: Turn, on_stage: OnStage) -> Reply:
        """Run an accepted turn when there is a free slot."""
        async with self.slots:
            return await run_turn(self.deps, self.plan, self.words, turn, on_stage)

    def language_of(self, incoming: Incoming) -> Language:
        """The language that the message asked for, else the one it is written in."""
        return incoming.language or understand(incoming.text, self.words).language


@asynccontextmanager
async def compose(settings: Settings, database_url: str, demo_rpc: str | None) -> AsyncIterator[App]:
    """The world over a migrated database; `demo_rpc` is the node that this program started, if it did.

    Raises CatalogError for a bad catalog, Unavailable for a database that does not answer.
    """
    catalog = load_catalog(Path(settings.catalog) if settings.catalog else None, demo_rpc)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(open_store(database_url))
        saver = await stack.enter_async_context(open_saver(database_url))
        session = await stack.enter_async_context(open_session())
        chains = {chain.id: RpcChain(chain, session) for chain in catalog.chains}
        deps = Deps(
            catalog=catalog,
            store=store,
            chains=chains,
            saver=saver,
            siwe=EthereumSignIn(settings.url, {number: chain.rpc for number, chain in chains.items()}),
            faucet=DemoFaucet(demo_rpc, session) if demo_rpc else None,
            clock=clock_like(await store.now()),
            rules=Rules(
                card_ttl=settings.card_ttl,
                unknown_after=settings.unknown_after,
                quota_per_minute=settings.quota_per_minute,
                secret=jwt_secret(settings),
            ),
        )
        nursery = Nursery()
        stack.push_async_callback(nursery.close)
        words = words_of(catalog)

        def round_trips() -> int:
            return sum(chain.rpc.round_trips for chain in chains.values())

        yield App(
            settings,
            deps,
            plan_graph(deps),
            words,
            nursery,
            asyncio.Semaphore(AT_ONCE),
            asyncio.Event(),
            round_trips,
        )

"""LangGraph's PostgreSQL saver on a psycopg pool of its own: conversations and waiting gates, never money."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import psycopg
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg import AsyncCursor
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

from core.domain.errors import Unavailable

CONNECTIONS = 1
"""The saver takes its calls one by one anyway: it holds a lock of its own around each (langgraph #7259). More
would be more dead ones after a restart, and the pool pauses a second, then two, for each that it finds."""


class Saver(AsyncPostgresSaver):
    """The saver as it is, but a database that does not answer is Unavailable("E501"), as in the store: a turn
    that meets it stays unfinished and is taken up again."""

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncIterator[AsyncCursor[DictRow]]:
        with _reached():
            async with super()._cursor(pipeline=pipeline) as cursor:
                yield cursor


@contextmanager
def _reached() -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError as error:  # PoolTimeout and PoolClosed are some, too
        raise Unavailable("E501") from error


@asynccontextmanager
async def open_saver(url: str) -> AsyncIterator[AsyncPostgresSaver]:
    """The saver with its tables set up.

    `check` replaces connections that died with the server. Strict msgpack: nothing but LangGraph's own list
    of plain types is ever revived from a checkpoint (GHSA-g48c-2wqr-h844), whatever the environment says.
    """
    pool: AsyncConnectionPool[psycopg.AsyncConnection[DictRow]] = AsyncConnectionPool(
        url,
        min_size=0,
        max_size=CONNECTIONS,
        timeout=5,
        open=False,
        check=AsyncConnectionPool.check_connection,
        kwargs={
            "autocommit": True,
            "prepare_threshold": 0,
            "row_factory": dict_row,
            "connect_timeout": 5,
            "application_name": "tapsign saver",
            "options": "-c statement_timeout=30000 -c lock_timeout=5000",
        },
    )
    async with pool:
        saver = Saver(pool, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        with _reached():
            await _set_up(url, saver)
        yield saver


async def _set_up(url: str, saver: AsyncPostgresSaver) -> None:
    """One process at a time. It polls for the lock: a statement that waits for it would hold a snapshot, and
    CREATE INDEX CONCURRENTLY of the other process would wait for that."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=5) as guard:
        while True:
            got = await guard.execute("SELECT pg_try_advisory_lock(hashtextextended('saver', 0))")
            if await got.fetchone() == (True,):
                break
            await asyncio.sleep(0.1)
        await saver.setup()

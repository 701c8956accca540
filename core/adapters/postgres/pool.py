"""The store: two small asyncpg pools, for queries and for thread locks, and one listening connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

import asyncpg

from core.adapters.postgres.audit import PgAudit
from core.adapters.postgres.connections import give_back, take
from core.adapters.postgres.locks import Locks
from core.adapters.postgres.outbox import PgOutbox
from core.adapters.postgres.session import SETTINGS, UNREACHABLE, Session, lost, prepare_connection, reached
from core.adapters.postgres.tasks import PgTasks
from core.adapters.postgres.threads import PgThreads
from core.adapters.postgres.turns import PgTurns
from core.adapters.postgres.users import PgUsers
from core.adapters.postgres.wakes import Wakes
from core.ports import Audit, Outbox, Tasks, Threads, Turns, Tx, Users

ANSWER = 10
"""Seconds to wait for a free connection, a new one included."""
QUERIES, LOCKS = 10, 20
"""Connections at most; none is opened before it is needed."""
LOCK_SETTINGS = {
    "application_name": "tapsign lock",
    "statement_timeout": "0",
    "lock_timeout": "0",
    "client_connection_check_interval": "5000",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
"""Waiting is what they are for; but the server must notice when the other end is gone, and unlock."""


@dataclass(slots=True)
class PgTx:
    users: Users
    turns: Turns
    threads: Threads
    tasks: Tasks
    outbox: Outbox
    audit: Audit

    @classmethod
    def on(cls, session: Session) -> Self:
        return cls(
            PgUsers(session),
            PgTurns(session),
            PgThreads(session),
            PgTasks(session),
            PgOutbox(session),
            PgAudit(session),
        )


class PgStore:
    """Every call raises Unavailable("E501") when PostgreSQL does not answer, and works again once it does."""

    def __init__(self, queries: Any, locks: Any, wakes: Wakes) -> None:
        self._queries = queries
        self._locks = Locks(locks)
        self._wakes = wakes

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        async with self._session() as session:
            yield PgTx.on(session)

    def thread_lock(self, name: str, wait: bool = True) -> AbstractAsyncContextManager[bool]:
        return self._locks.held(name, wait)

    def changes(self, topic: str) -> AbstractAsyncContextManager[AsyncIterator[str]]:
        return self._wakes.followed(topic)

    async def now(self) -> datetime:
        async with self._session() as session:
            now: datetime = await session.value("SELECT clock_timestamp()")
            return now

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[Session]:
        """READ COMMITTED. What became of a COMMIT that was not answered is unknown: it is never repeated."""
        connection, transaction = await take(self._queries, _begin, ANSWER)
        session = Session(connection)
        try:
            yield session
            if session.broken:
                raise RuntimeError("a statement of this transaction failed and nobody said so")
            with reached(connection):
                await transaction.commit()
        except BaseException:
            with suppress(*UNREACHABLE, asyncpg.InterfaceError):
                if not lost(connection) and connection.is_in_transaction():
                    await transaction.rollback()
            raise
        finally:
            session.over = True
            await give_back(self._queries, connection)


async def _begin(connection: Any) -> Any:
    transaction = connection.transaction(isolation="read_committed")
    await transaction.start()
    return transaction


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[PgStore]:
    """Connects at the first need. The schema must be there: core.adapters.postgres.migrate."""
    queries = await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=QUERIES,
        timeout=5,
        command_timeout=20,
        server_settings=SETTINGS,
        init=prepare_connection,
    )
    locks = await asyncpg.create_pool(
        url, min_size=0, max_size=LOCKS, timeout=5, server_settings=SETTINGS | LOCK_SETTINGS
    )
    wakes = Wakes(url)
    try:
        yield PgStore(queries, locks, wakes)
    finally:
        await wakes.close()
        for pool in (locks, queries):
            await _close(pool)


async def _close(pool: Any) -> None:
    """Whoever still holds a connection after a moment loses it."""
    try:
        await asyncio.wait_for(pool.close(), 3)
    except (TimeoutError, *UNREACHABLE, asyncpg.InterfaceError):
        pool.terminate()

"""One lock for a conversation across all processes: a session's advisory lock on a connection of its own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any
from weakref import WeakValueDictionary

import asyncpg

from core.adapters.postgres.connections import give_back, take
from core.adapters.postgres.session import lost, reached
from core.domain.errors import Unavailable

PATIENCE = 300
"""Seconds that a turn waits for its thread: longer than any turn may run."""


class Locks:
    """Those of one process queue here first, so that a busy thread takes one connection, not many.

    A lock must not be taken by somebody who holds one already: neither the same nor another.
    """

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._local: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def held(self, name: str, wait: bool) -> AsyncIterator[bool]:
        async with AsyncExitStack() as stack:
            connection = await self._take(stack, name, wait)
            if connection is None:
                await stack.aclose()
                yield False
                return
            await stack.enter_async_context(_stopped_when_lost(connection))
            yield True

    async def _take(self, stack: AsyncExitStack, name: str, wait: bool) -> Any:
        """The connection that holds the lock; None when somebody else has it.

        Giving it back to the pool unlocks (by its reset query): when the stack ends, or when this fails.
        """
        local = self._local.setdefault(name, asyncio.Lock())
        if not wait and local.locked():
            return None
        with reached(None):
            async with asyncio.timeout(PATIENCE):
                await stack.enter_async_context(local)
                connection, got = await take(self._pool, _waiting(name) if wait else _trying(name), None)
        stack.push_async_callback(give_back, self._pool, connection)
        return connection if got else None


def _waiting(name: str) -> Callable[[Any], Awaitable[bool]]:
    async def lock(connection: Any) -> bool:
        await connection.execute("SELECT pg_advisory_lock(hashtextextended('thread:' || $1, 0))", name)
        return True

    return lock


def _trying(name: str) -> Callable[[Any], Awaitable[bool]]:
    async def lock(connection: Any) -> bool:
        got: bool = await connection.fetchval(
            "SELECT pg_try_advisory_lock(hashtextextended('thread:' || $1, 0))", name
        )
        return got

    return lock


@asynccontextmanager
async def _stopped_when_lost(connection: Any) -> AsyncIterator[None]:
    """With the connection the lock is gone, and another process may take it: so the holder stops.

    Its task is cancelled where it waits, as by asyncio.timeout, and what comes out is Unavailable("E501"). To
    everybody else that looks like a crash at that point: turns and tasks are made for that (compare-and-set,
    turn_id), which also covers the moment between the loss and its notice.
    """
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    gone = over = False

    def on_loss(_: object) -> None:
        nonlocal gone
        if not over:
            gone = True
            task.cancel()

    connection.add_termination_listener(on_loss)
    try:
        if lost(connection):
            raise Unavailable("E501")
        yield
    except asyncio.CancelledError as error:
        if gone and task.uncancel() <= before:
            raise Unavailable("E501") from error
        raise
    else:
        if gone:
            task.uncancel()
            raise Unavailable("E501")
    finally:
        over = True
        with suppress(asyncpg.InterfaceError):
            connection.remove_termination_listener(on_loss)

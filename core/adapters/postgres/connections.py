"""Taking a connection from a pool that may hold dead ones, and giving it back whatever happened to it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from core.adapters.postgres.session import UNREACHABLE, reached
from core.domain.errors import Unavailable

T = TypeVar("T")


async def take(pool: Any, first: Callable[[Any], Awaitable[T]], wait: float | None) -> tuple[Any, T]:
    """A connection, within `wait` seconds, and what `first` gave on it.

    The one place where something is tried twice: a connection may have died unnoticed in the pool, so `first`
    must be harmless to repeat (BEGIN, a lock). Then all that the pool holds are as old, and are replaced.
    """
    connection = await _acquired(pool, wait)
    try:
        return connection, await _asked(pool, connection, first)
    except Unavailable:
        await pool.expire_connections()
    connection = await _acquired(pool, wait)
    return connection, await _asked(pool, connection, first)


async def give_back(pool: Any, connection: Any) -> None:
    """The pool replaces one that it can't reset."""
    with suppress(*UNREACHABLE, asyncpg.InterfaceError):
        await pool.release(connection)


async def _acquired(pool: Any, wait: float | None) -> Any:
    with reached(pool):
        return await pool.acquire(timeout=wait)


async def _asked(pool: Any, connection: Any, first: Callable[[Any], Awaitable[T]]) -> T:
    try:
        with reached(connection):
            return await first(connection)
    except BaseException:
        await give_back(pool, connection)
        raise

"""One connection in one transaction, and the one table of what counts as "the database does not answer"."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg

from core.domain.errors import Unavailable

UNREACHABLE: tuple[type[Exception], ...] = (
    OSError,  # refused, reset, and TimeoutError: of connecting, of a command, of waiting for the pool
    asyncpg.PostgresConnectionError,  # 08
    asyncpg.ReadOnlySQLTransactionError,  # 25006: a standby after a fail-over
    asyncpg.IdleInTransactionSessionTimeoutError,  # 25P03
    asyncpg.InvalidAuthorizationSpecificationError,  # 28
    asyncpg.InvalidCatalogNameError,  # 3D
    asyncpg.TransactionRollbackError,  # 40: deadlock, serialization
    asyncpg.InsufficientResourcesError,  # 53: disk full, too many connections
    asyncpg.LockNotAvailableError,  # 55P03: lock_timeout
    asyncpg.OperatorInterventionError,  # 57: shutting down, starting up, statement_timeout
    asyncpg.PostgresSystemError,  # 58: input/output
    asyncpg.InternalClientError,  # a question on a connection whose end arrived, but was not dealt with yet
)

SETTINGS = {
    "application_name": "tapsign",
    "timezone": "UTC",
    "statement_timeout": "15000",
    "lock_timeout": "5000",
    "idle_in_transaction_session_timeout": "30000",
}
"""Milliseconds. No transaction here waits for a chain or a model, so the bounds are tight."""

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def lost(connection: Any) -> bool:
    """Whether the connection, or the pool, is gone. A connection that its pool let go of refuses to say."""
    try:
        return bool(
            connection.is_closing() if isinstance(connection, asyncpg.Pool) else connection.is_closed()
        )
    except asyncpg.InterfaceError:
        return True


@contextmanager
def reached(connection: Any) -> Iterator[None]:
    """Turn "does not answer" into Unavailable("E501"); all else passes as it is. None while connecting."""
    try:
        yield
    except UNREACHABLE as error:
        raise Unavailable("E501") from error
    except asyncpg.InterfaceError as error:
        if connection is None or not lost(connection):
            raise
        raise Unavailable("E501") from error


def storable(value: Any) -> Any:
    """The value with U+FFFD for what PostgreSQL can't hold: NUL and lone surrogates, in any depth."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    return value


async def prepare_connection(connection: Any) -> None:
    """jsonb as Python values, and no text that the server would refuse in the middle of a transaction."""
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        encoder=lambda value: json.dumps(storable(value), allow_nan=False),
        decoder=json.loads,
    )
    await connection.set_type_codec("text", schema="pg_catalog", encoder=storable, decoder=str)


class Session:
    """What the repositories speak through. `broken` once a statement failed: then nothing is committed."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self.broken = False
        self.over = False

    async def rows(self, sql: str, *args: Any) -> list[asyncpg.Record]:
        with self._asking():
            rows: list[asyncpg.Record] = await self._connection.fetch(sql, *args)
            return rows

    async def row(self, sql: str, *args: Any) -> asyncpg.Record | None:
        rows = await self.rows(sql, *args)
        return rows[0] if rows else None

    async def value(self, sql: str, *args: Any) -> Any:
        """First column of the first row; None when there is none."""
        row = await self.row(sql, *args)
        return None if row is None else row[0]

    async def run(self, sql: str, *args: Any) -> bool:
        """Carry out a statement; True when it touched a row."""
        with self._asking():
            status: str = await self._connection.execute(sql, *args)
            return not status.endswith(" 0")

    @contextmanager
    def _asking(self) -> Iterator[None]:
        if self.over:
            raise RuntimeError("this transaction is over")
        try:
            with reached(self._connection):
                yield
        except BaseException:
            self.broken = True
            raise

"""One embedded PostgreSQL for all contract tests, and a fresh, migrated database for each of them."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from core.adapters.postgres.migrate import migrate
from core.adapters.postgres.pool import PgStore, open_store
from core.app.embedded.postgres import Postgres, start_postgres

_numbers = itertools.count(1)


def url_of(server: Postgres, database: str) -> str:
    return server.url.rpartition("/")[0] + "/" + database


async def run_sql(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    server = asyncio.run(_started(tmp_path_factory.mktemp("postgres")))
    yield server
    asyncio.run(server.stop())


async def _started(folder: Path) -> Postgres:
    server = await start_postgres(folder)
    await run_sql(server.url, "CREATE DATABASE template")
    await migrate(url_of(server, "template"))
    return server


@pytest_asyncio.fixture
async def empty_url(server: Postgres) -> str:
    """A database without any table."""
    name = f"empty_{next(_numbers)}"
    await run_sql(server.url, f"CREATE DATABASE {name}")
    return url_of(server, name)


@pytest_asyncio.fixture
async def url(server: Postgres) -> str:
    name = f"test_{next(_numbers)}"
    await run_sql(server.url, f"CREATE DATABASE {name} TEMPLATE template")
    return url_of(server, name)


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[PgStore]:
    async with open_store(url) as store:
        yield store

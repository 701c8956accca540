"""One embedded PostgreSQL for all contract tests, an empty, migrated database for each, and the fake beside it."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest
import pytest_asyncio

from core.adapters.postgres.migrate import migrate
from core.adapters.postgres.pool import PgStore, open_store
from core.app.embedded.postgres import Postgres, start_postgres
from core.ports import Store
from tests.fakes.store import FakeStore

EMPTY = """
DO $$
DECLARE name text;
BEGIN
    SET LOCAL session_replication_role = replica; -- no triggers: foreign keys are emptied in any order
    FOR name IN
        SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migrations'
    LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
END
$$
"""
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
def server() -> Iterator[Postgres]:
    """In a folder that any account may pass: what lies in a closed one is kept elsewhere, and would stay there."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        server = asyncio.run(_started(Path(folder)))
        yield server
        asyncio.run(server.stop())


async def _started(folder: Path) -> Postgres:
    server = await start_postgres(folder)
    await run_sql(server.url, "CREATE DATABASE tests")
    await migrate(url_of(server, "tests"))
    return server


@pytest_asyncio.fixture
async def empty_url(server: Postgres) -> str:
    """A database without any table."""
    name = f"empty_{next(_numbers)}"
    await run_sql(server.url, f"CREATE DATABASE {name}")
    return url_of(server, name)


@pytest_asyncio.fixture
async def url(server: Postgres) -> str:
    """Emptied, not made anew: databases are megabytes that a restart of the server has to write."""
    url = url_of(server, "tests")
    await run_sql(url, EMPTY)
    return url


@pytest_asyncio.fixture
async def pg_store(url: str) -> AsyncIterator[PgStore]:
    async with open_store(url) as store:
        yield store


@pytest.fixture
def fake_store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def store(request: pytest.FixtureRequest) -> Store:
    store: Store = request.getfixturevalue(request.param)
    return store


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A port's tests run for the real store and for the fake; those that also speak to the database itself
    can only run for the real one."""
    if "store" in metafunc.fixturenames:
        real_only = {"url", "server"} & set(metafunc.fixturenames)
        metafunc.parametrize("store", ["pg_store", *([] if real_only else ["fake_store"])], indirect=True)

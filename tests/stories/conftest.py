"""One running program for the stories that leave it running; people come fresh for each."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.stories.aged import Aged, age
from tests.stories.program import Person, Program, running


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
async def program(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Program]:
    folder: Path = tmp_path_factory.mktemp("program") / "data"
    async with running(folder, free_port()) as started:
        yield started


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as opened:
        yield opened


@pytest.fixture(scope="session")
async def ageing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[asyncio.Future[Aged]]:
    """Begins at the first request; the minute that it takes passes beside the tests that come between."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as opened:
        folder = tmp_path_factory.mktemp("aged") / "data"
        future = asyncio.ensure_future(age(folder, free_port(), opened))
        yield future
        await (await future).program.stop()


@pytest.fixture
async def alice(session: aiohttp.ClientSession, program: Program) -> Person:
    person = Person(session, program)
    await person.sign_in()
    return person


@pytest.fixture
async def mallory(session: aiohttp.ClientSession, program: Program) -> Person:
    person = Person(session, program)
    await person.sign_in()
    return person

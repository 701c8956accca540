"""One running program and one browser for all tests of the pages; each test has a window of its own."""

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Protocol

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from tests.stories.program import Person, Program, running
from tests.webapp.browser import PATIENCE, Window, launched, window


class Windows(Protocol):
    """Opens another window, with options of Playwright's `new_context`."""

    async def __call__(self, language: str = "en", **options: Any) -> Window: ...



def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
async def program(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Program]:
    async with running(tmp_path_factory.mktemp("pages") / "data", free_port()) as started:
        yield started


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    async with launched() as started:
        yield started


@pytest.fixture
async def alice(program: Program) -> AsyncIterator[Person]:
    """Signed in over HTTP; her cards are made there where a test is about the signing page alone."""
    async with aiohttp.ClientSession() as session:
        person = Person(session, program)
        await person.sign_in()
        yield person


@pytest.fixture
async def windows(browser: Browser) -> AsyncIterator[Windows]:
    """Opens windows; at the end none of their pages may have thrown or met the content security policy."""
    opened: list[Window] = []
    async with AsyncExitStack() as stack:

        async def new(language: str = "en", **options: Any) -> Window:
            made = await stack.enter_async_context(window(browser, language, **options))
            opened.append(made)
            return made

        yield new
        assert [fault for made in opened for fault in made.faults()] == []

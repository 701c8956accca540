"""One running program and one browser for all tests of the pages; each test has a window of its own."""

import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Protocol

import aiohttp
import pytest
from playwright.async_api import Browser, Page, expect

from tests.stories.own_chain import Beside, beside, fund
from tests.stories.program import Person, Program, running
from tests.webapp.browser import PATIENCE, Window, launched, window
from tests.webapp.pages import a_card, connected
from tests.webapp.wallets import OwnWallet


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
    # A connection that idled is closed by the server, now and then just as a request takes it: each has its own.
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as session:
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


@dataclass
class Hurried:
    """A card that lives one minute, on its page with a wallet connected."""

    program: Beside
    person: Person
    card: dict[str, Any]
    wallet: OwnWallet
    page: Page


@pytest.fixture(scope="session")
async def hurried(
    program: Program, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Hurried]:
    data = tmp_path_factory.mktemp("hurried") / "data"
    other = beside(data, free_port(), program.node, CARD_TTL_MINUTES="1")
    await other.start()
    try:
        connector = aiohttp.TCPConnector(force_close=True)
        async with aiohttp.ClientSession(connector=connector) as session, window(browser) as opened:
            person = Person(session, other)
            await fund(program.node, person.address)
            await person.sign_in()
            wallet = OwnWallet(person)
            await wallet.install(opened)
            card = await a_card(person)
            page = await connected(opened, card)
            await expect(page.get_by_role("timer")).to_have_text(re.compile(r"0:[0-5]\d left"))
            yield Hurried(other, person, card, wallet, page)
            assert opened.faults() == []
    finally:
        await other.stop()


@pytest.fixture(scope="session", autouse=True)
def time_begins_to_run(request: pytest.FixtureRequest) -> None:
    """The minute of the test that waits for it passes while the other tests run."""
    if any("hurried" in getattr(item, "fixturenames", ()) for item in request.session.items):
        request.getfixturevalue("hurried")

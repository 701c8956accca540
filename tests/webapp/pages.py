"""What a person does and sees on the pages, found by data-testid as interfaces.md fixes them."""

from typing import Any

from eth_account import Account
from playwright.async_api import Locator, Page, expect

from core.wording import Language, Value, say
from tests.stories.program import Person
from tests.stories.test_main_road import card_for, token_balance
from tests.webapp.browser import Window


def part(page: Page | Locator, name: str) -> Locator:
    return page.get_by_test_id(name)


async def stands_at(page: Page | Locator, state: str) -> None:
    await expect(part(page, "status")).to_have_attribute("data-state", state)


async def says(page: Page, id_: str, language: Language = "en", **params: Value) -> None:
    """Somewhere on the page stands what the wording has under this id."""
    await expect(page.get_by_role("main")).to_contain_text(say(id_, params, language))


async def ask(page: Page, sentence: str) -> None:
    await part(page, "say").fill(sentence)
    await part(page, "say").press("Enter")


async def a_card(person: Person, amount: str = "1 USDC") -> dict[str, Any]:
    """A fresh card over HTTP; it pays somebody whom nobody else pays."""
    return await card_for(person, f"send {amount} to {Account.create().address}")


async def arrived(person: Person, card: dict[str, Any]) -> int:
    """What the chain says that the card's recipient holds of its token, in base units."""
    if card["token"]["address"] is None:
        return int(await person.rpc("eth_getBalance", card["to"], "latest"), 16)
    return await token_balance(person, card["token"]["address"], card["to"])


async def mine(person: Person, blocks: int = 2) -> None:
    """Blocks at once, for tests that are not about waiting."""
    for _ in range(blocks):
        await person.rpc("evm_mine")


async def connected(window: Window, card: dict[str, Any]) -> Page:
    """The signing page of the card, with the window's only wallet chosen."""
    page = await window.open(card["url"])
    await part(page, "connect").click()
    await expect(part(page, "confirm")).to_be_enabled()
    return page


async def signed(page: Page) -> None:
    """Tap, and wait until the page knows a hash."""
    await part(page, "confirm").click()
    await expect(part(page, "confirm")).to_have_count(0)


async def nothing_to_confirm(page: Page) -> None:
    """The page stands still, and there is nothing to tap that would sign."""
    await expect(part(page, "status")).to_be_visible()
    await expect(part(page, "confirm")).to_have_count(0)

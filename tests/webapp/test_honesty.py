"""The signing page believes the bytes, not the card: what differs is not offered for signing."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from eth_account import Account
from playwright.async_api import Route, expect

from core.wording import say
from tests.stories.program import Person
from tests.webapp.browser import Window
from tests.webapp.conftest import Windows
from tests.webapp.pages import a_card, connected, nothing_to_confirm, part, says
from tests.webapp.wallets import OwnWallet

Change = Callable[[dict[str, Any]], Any]


def shown_amount(card: dict[str, Any]) -> None:
    card["amount"] = "0.1"


def shown_recipient(card: dict[str, Any]) -> None:
    card["to"] = str(Account.create().address)


def called_token(card: dict[str, Any]) -> None:
    card["steps"][0]["transaction"]["to"] = str(Account.create().address)


def paid_recipient(card: dict[str, Any]) -> None:
    tx = card["steps"][0]["transaction"]
    tx["data"] = tx["data"][:34] + "ab" * 20 + tx["data"][74:]


def paid_amount(card: dict[str, Any]) -> None:
    tx = card["steps"][0]["transaction"]
    tx["data"] = tx["data"][:-1] + "1"


def attached_coins(card: dict[str, Any]) -> None:
    card["steps"][0]["transaction"]["value"] = "0x1"


def an_approval(card: dict[str, Any]) -> None:
    tx = card["steps"][0]["transaction"]
    tx["data"] = "0x095ea7b3" + tx["data"][10:]


def bytes_behind(card: dict[str, Any]) -> None:
    card["steps"][0]["transaction"]["data"] += "00"


def another_chain(card: dict[str, Any]) -> None:
    card["steps"][0]["transaction"]["chainId"] = 1


def another_payer(card: dict[str, Any]) -> None:
    card["steps"][0]["transaction"]["from"] = str(Account.create().address)


def a_second_step(card: dict[str, Any]) -> None:
    card["steps"].append(card["steps"][0])


CHANGES = {
    shown_amount: "amount",
    shown_recipient: "recipient",
    called_token: "token",
    paid_recipient: "recipient",
    paid_amount: "amount",
    attached_coins: "value",
    an_approval: "data",
    bytes_behind: "data",
    another_chain: "chain",
    another_payer: "payer",
    a_second_step: "steps",
}
"""How a card and its bytes may disagree, and the fact that the page names."""


async def altered(window: Window, change: Change, *addresses: str) -> None:
    """The server's answers about the task come changed from now on."""

    async def answer(route: Route) -> None:
        response = await route.fetch()
        body = await response.json()
        change(body["data"]["card"])
        await route.fulfill(response=response, body=json.dumps(body))

    for address in addresses:
        await window.context.route(address, answer)


@pytest.mark.parametrize(("change", "fact"), CHANGES.items(), ids=[change.__name__ for change in CHANGES])
async def test_a_card_that_says_something_else_than_its_bytes_is_not_offered(
    alice: Person, windows: Windows, change: Change, fact: str
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    await altered(window, change, "**/api/s/*", f"**/api/tasks/{card['task']}")
    await window.context.route("**/events", lambda route: route.abort())
    page = await window.open(card["url"])
    await expect(part(page, "different")).to_have_attribute("data-fact", fact)
    await says(page, "page-different-detail", fact=say(f"page-fact-{fact}", {}, "en"))
    await nothing_to_confirm(page)
    await expect(part(page, "connect")).to_have_count(0)
    assert wallet.asked == []


@pytest.mark.parametrize("when", ["before the confirmation", "after the confirmation"])
async def test_a_card_that_changes_after_it_was_read_is_not_signed(
    alice: Person, windows: Windows, when: str
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page = await connected(window, card)

    def other_amount(card: dict[str, Any]) -> None:
        paid_amount(card)
        amount = int(card["steps"][0]["transaction"]["data"][74:], 16)
        card["amount_raw"], card["amount"] = str(amount), f"1.{amount % 10**6:06d}"

    async def later(route: Route) -> None:
        await altered(window, other_amount, f"**/api/tasks/{card['task']}")
        await route.continue_()

    if when.startswith("after"):
        await page.route("**/confirm", later)
    else:
        await altered(window, other_amount, f"**/api/tasks/{card['task']}")
    await part(page, "confirm").click()
    await says(page, "page-changed")
    await expect(part(page, "amount")).to_have_text("1.000001")
    assert wallet.times("eth_sendTransaction") == 0

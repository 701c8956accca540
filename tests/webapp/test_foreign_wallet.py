"""The main road in a browser, with a wallet that the project did not write (headless-web3-provider)."""

import re
from typing import Any

import pytest
from eth_account import Account
from playwright.async_api import Page, expect

from core.wording import Language, say
from tests.stories.program import Person, Program
from tests.webapp.browser import Window
from tests.webapp.conftest import Windows
from tests.webapp.pages import a_card, arrived, ask, mine, part, says, signed, stands_at
from tests.webapp.wallets import allow, deny, install_foreign

ORDER = {"zh": "转 12.5 USDC 给 {}", "en": "send 12.5 USDC to {}"}
BALANCE = {"zh": "我还有多少 USDC", "en": "How much USDC do I have?"}
NOWHERE = "http://127.0.0.1:9"


async def linked(window: Window, program: Program, language: Language) -> Page:
    """The chat, after a balance question that the link answered."""
    page = await window.open(program.url)
    await ask(page, BALANCE[language])
    await part(page, "connect").click()
    await allow(page, "eth_requestAccounts")
    await allow(page, "personal_sign")
    answer = part(page, "message").filter(has_text="10,000 USDC")
    await expect(answer).to_have_attribute("data-role", "assistant")
    return page


async def connected_after_a_switch(page: Page) -> None:
    """The wallet is elsewhere and does not know the chain: the page has it added, then switches."""
    await part(page, "connect").click()
    await allow(page, "eth_requestAccounts")
    await allow(page, "wallet_switchEthereumChain")
    await allow(page, "wallet_addEthereumChain")
    await allow(page, "wallet_switchEthereumChain")
    await expect(part(page, "confirm")).to_be_enabled()
    assert await page.evaluate("wallet.getCurrentChain().chainId") == 31337


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_from_a_sentence_to_a_settled_transfer(
    program: Program, alice: Person, windows: Windows, language: Language
) -> None:
    window = await windows(language)
    account = Account.create()
    recipient = str(Account.create().address)
    await install_foreign(window, account.key, NOWHERE, chain_id=1)
    chat = await linked(window, program, language)
    await ask(chat, ORDER[language].format(recipient))
    card = part(chat, "card")
    await stands_at(card, "INTENT_CONFIRM")
    await part(chat, "sign").click()
    await expect(part(chat, "recipient")).to_have_text(recipient)
    await expect(part(chat, "payer")).to_have_text(str(account.address))
    await expect(part(chat, "amount")).to_have_text("12.5")
    shown = {"token": {"address": await usdc(alice)}, "to": recipient}
    assert await arrived(alice, shown) == 0
    await connected_after_a_switch(chat)
    await part(chat, "confirm").click()
    await allow(chat, "eth_sendTransaction")
    await stands_at(chat, "SETTLED")
    assert await arrived(alice, shown) == 12_500_000
    await part(chat, "back").click()
    await stands_at(part(chat, "card"), "SETTLED")
    news = chat.locator("[data-testid=message][data-role=status]")
    await expect(news).to_contain_text(recipient)
    said = str(await news.text_content())
    (hash_,) = re.findall("0x[0-9a-f]{64}", said)
    assert (await alice.rpc("eth_getTransactionReceipt", hash_))["status"] == "0x1"
    facts = {"amount": "12.5", "symbol": "USDC", "recipient": recipient, "hash": hash_}
    assert said == say("status-SETTLED", facts, language)


async def usdc(person: Person) -> Any:
    return (await a_card(person))["token"]["address"]


async def test_the_open_chat_follows_what_another_tab_signs(
    program: Program, alice: Person, windows: Windows
) -> None:
    window = await windows()
    permitted = ("eth_accounts", "eth_requestAccounts", "personal_sign", "eth_sendTransaction")
    await install_foreign(window, alice.account.key, program.node, permitted=permitted)
    chat = await window.open(program.url)
    await part(chat, "connect").click()
    await expect(part(chat, "who")).to_be_visible()
    await ask(chat, f"send 0.25 ETH to {Account.create().address}")
    address = await part(chat, "sign").get_attribute("href")
    page = await window.open(program.url + str(address))
    await part(page, "connect").click()
    await signed(page)
    await mine(alice)
    await stands_at(page, "SETTLED")
    await stands_at(part(chat, "card"), "SETTLED")
    await expect(chat.locator("[data-testid=message][data-role=status]")).to_contain_text("0.25 ETH arrived")


async def test_a_no_in_the_wallet_is_said_and_leaves_everything_as_it_was(
    program: Program, alice: Person, windows: Windows
) -> None:
    window = await windows()
    card = await a_card(alice, "3 DAI")
    permitted = ("eth_accounts", "eth_requestAccounts")
    await install_foreign(window, alice.account.key, program.node, permitted=permitted)
    page = await window.open(card["url"])
    await part(page, "connect").click()
    await part(page, "confirm").click()
    await deny(page, "eth_sendTransaction")
    await says(page, "page-sign-refused")
    task = (await alice.call("GET", f"/api/tasks/{card['task']}")).data
    assert (task["state"], task["tx_hash"]) == ("PREVIEW", None)
    await part(page, "confirm").click()
    await allow(page, "eth_sendTransaction")
    await expect(part(page, "confirm")).to_have_count(0)
    await mine(alice)
    await stands_at(page, "SETTLED")
    assert await arrived(alice, card) == 3 * 10**18


async def test_a_no_to_the_connection_is_said_and_the_wallet_can_be_taken_again(
    program: Program, alice: Person, windows: Windows
) -> None:
    window = await windows("zh")
    card = await a_card(alice)
    await install_foreign(window, alice.account.key, program.node)
    page = await window.open(card["url"])
    await part(page, "connect").click()
    await deny(page, "eth_requestAccounts")
    await says(page, "page-connect-refused", "zh")
    await part(page, "connect").click()
    await allow(page, "eth_requestAccounts")
    await expect(part(page, "confirm")).to_be_enabled()
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"

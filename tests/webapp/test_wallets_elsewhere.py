"""The signing page with wallets on another account or chain, silent ones, and ones that only say they switched."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.stories.program import Person, Program
from tests.webapp.conftest import Windows
from tests.webapp.pages import (
    a_card,
    connected,
    nothing_to_confirm,
    part,
    says,
)
from tests.webapp.wallets import OwnWallet, WalletError, answering, failing

MAINNET = 1


async def test_another_account_than_the_payer_is_named_and_offered_nothing(
    program: Program, alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice)
    other = Person(alice.session, program)
    wallet = OwnWallet(other)
    await wallet.install(window)
    page = await window.open(card["url"])
    await part(page, "connect").click()
    await says(page, "page-account-other", payer=alice.address, account=other.address.lower())
    await nothing_to_confirm(page)
    wallet.person = alice
    await page.evaluate("address => walletSays('accountsChanged', [address])", alice.address)
    await expect(part(page, "confirm")).to_be_enabled()
    assert wallet.times("eth_sendTransaction") == 0
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"


async def test_an_account_changed_while_the_page_is_busy_is_seen_afterwards(
    program: Program, alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(Person(alice.session, program))
    await wallet.install(window)
    page = await window.open(card["url"])
    released = asyncio.Event()

    async def held(route: Route) -> None:
        await released.wait()
        await route.continue_()

    await page.route(f"**/api/tasks/{card['task']}", held)
    await part(page, "connect").click()
    await says(page, "page-step-connect")
    await says(page, "page-account-other", payer=alice.address, account=wallet.person.address.lower())
    wallet.person = alice
    await page.evaluate("address => walletSays('accountsChanged', [address])", alice.address)
    released.set()
    await expect(part(page, "confirm")).to_be_enabled()


async def test_an_account_changed_behind_the_page_is_found_before_anything_is_confirmed(
    program: Program, alice: Person, windows: Windows
) -> None:
    window, card = await windows("zh"), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page = await connected(window, card)
    wallet.person = other = Person(alice.session, program)
    await part(page, "confirm").click()
    await says(page, "page-account-other", "zh", payer=alice.address, account=other.address.lower())
    assert wallet.times("eth_sendTransaction") == 0
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"


async def test_a_wallet_that_shows_no_account_says_so(alice: Person, windows: Windows) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice, answers=dict.fromkeys(("eth_accounts", "eth_requestAccounts"), answering([])))
    await wallet.install(window)
    page = await window.open(card["url"])
    await part(page, "connect").click()
    await says(page, "page-account-none", payer=alice.address)
    await nothing_to_confirm(page)


@pytest.mark.parametrize("code", [4902, 4901, -32603])
async def test_an_unknown_chain_is_added_whatever_code_says_so(
    program: Program, alice: Person, windows: Windows, code: int
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice, MAINNET, known={MAINNET})

    async def switch(params: list[Any]) -> None:
        if 31337 not in wallet.known:
            raise WalletError(code, "no such chain")
        wallet.chain_id = int(params[0]["chainId"], 16)

    wallet.answers["wallet_switchEthereumChain"] = switch
    await wallet.install(window)
    await connected(window, card)
    (added,) = (params[0] for method, params in wallet.asked if method == "wallet_addEthereumChain")
    assert added["chainId"] == "0x7a69" and added["rpcUrls"] == [program.node]
    assert added["nativeCurrency"] == {"name": "Ether", "symbol": "ETH", "decimals": 18}
    assert wallet.chain_id == 31337


async def test_a_no_to_the_other_chain_is_said_and_nothing_is_confirmed(
    alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice, MAINNET, answers={"wallet_switchEthereumChain": failing(4001)})
    await wallet.install(window)
    page = await window.open(card["url"])
    await part(page, "connect").click()
    await says(page, "page-chain-refused", chain="Demo chain")
    assert wallet.times("wallet_addEthereumChain") == 0
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"


async def test_a_wallet_that_only_says_that_it_has_switched_signs_nothing(
    alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice, MAINNET, answers={"wallet_switchEthereumChain": answering(None)})
    await wallet.install(window)
    page = await window.open(card["url"])
    await part(page, "connect").click()
    await says(page, "page-chain-other", chain="Demo chain", id="31337")
    await part(page, "confirm").click()
    await says(page, "page-step-wallet")
    await says(page, "page-chain-other", chain="Demo chain", id="31337")
    assert wallet.times("eth_sendTransaction") == 0
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"


async def test_a_wallet_that_leaves_the_chain_after_the_confirmation_signs_nothing(
    alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page = await connected(window, card)

    async def leave(route: Route) -> None:
        wallet.chain_id = MAINNET
        await route.continue_()

    await page.route("**/confirm", leave)
    await part(page, "confirm").click()
    await says(page, "page-chain-other", chain="Demo chain", id="31337")
    assert wallet.times("eth_sendTransaction") == 0
    assert await alice.state(card["task"]) == "PREVIEW"


async def test_an_error_of_the_wallet_is_shown_as_plain_text(alice: Person, windows: Windows) -> None:
    window, card = await windows(), await a_card(alice)
    evil = "<img src=x onerror=alert(1)>\u202eevil"
    wallet = OwnWallet(alice, answers={"eth_sendTransaction": failing(-32000, evil)})
    await wallet.install(window)
    page = await connected(window, card)
    await part(page, "confirm").click()
    await says(page, "page-sign-error", said=evil)
    assert "\u202e" not in str(await page.get_by_role("main").text_content())
    assert await page.locator("main img[src=x]").count() == 0


async def test_a_wallet_that_never_answers_is_given_up(alice: Person, windows: Windows) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page = await connected(window, card)
    await page.clock.install()
    await page.evaluate("void (window.ownWallet = () => new Promise(() => undefined))")
    await part(page, "confirm").click()
    await says(page, "page-step-wallet")
    await page.clock.fast_forward(11_000)
    await says(page, "page-wallet-silent")
    assert wallet.times("eth_sendTransaction") == 0

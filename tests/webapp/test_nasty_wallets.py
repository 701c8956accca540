"""The signing page with wallets that are elsewhere, that are wrong, or that lie; each of eth-account."""

from typing import Any

import pytest
from eth_account import Account
from playwright.async_api import Route, expect

from tests.stories.program import Person, Program
from tests.webapp.conftest import Windows
from tests.webapp.pages import (
    a_card,
    arrived,
    connected,
    mine,
    nothing_to_confirm,
    part,
    says,
    signed,
    stands_at,
)
from tests.webapp.wallets import Answer, OwnWallet, WalletError

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


def answering(value: Any) -> Answer:
    async def answer(params: list[Any]) -> Any:
        return value

    return answer


def failing(code: int, message: str = "it went wrong") -> Answer:
    async def answer(params: list[Any]) -> Any:
        raise WalletError(code, message)

    return answer


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


def to_another_recipient(transaction: dict[str, Any]) -> dict[str, Any]:
    data = transaction["data"]
    return {**transaction, "data": data[:34] + str(Account.create().address)[2:].lower() + data[74:]}


def of_another_amount(transaction: dict[str, Any]) -> dict[str, Any]:
    return {**transaction, "data": transaction["data"][:-1] + "1"}


def to_another_address(transaction: dict[str, Any]) -> dict[str, Any]:
    return {**transaction, "to": str(Account.create().address)}


def with_another_value(transaction: dict[str, Any]) -> dict[str, Any]:
    return {**transaction, "value": hex(int(transaction["value"], 16) + 1)}


@pytest.mark.parametrize(
    ("order", "alter", "reason"),
    [
        ("2 USDC", to_another_recipient, "other-recipient"),
        ("2 USDC", of_another_amount, "other-amount"),
        ("2 USDC", to_another_address, "replaced"),
        ("0.1 ETH", to_another_address, "other-recipient"),
        ("0.1 ETH", with_another_value, "other-amount"),
    ],
)
async def test_what_the_wallet_changed_ends_failed_and_the_page_says_so(
    alice: Person, windows: Windows, order: str, alter: Any, reason: str
) -> None:
    window, card = await windows(), await a_card(alice, order)
    wallet = OwnWallet(alice, alter=alter)
    await wallet.install(window)
    page = await connected(window, card)
    await signed(page)
    await mine(alice, 3)
    await stands_at(page, "FAILED")
    task = (await alice.call("GET", f"/api/tasks/{card['task']}")).data
    assert (task["reason"], task["tx_hash"]) == (reason, wallet.sent[0])
    assert "SETTLED" not in {change["state"] for change in task["history"]}
    facts = {"amount": card["amount"], "symbol": card["token"]["symbol"], "recipient": card["to"]}
    await says(page, f"status-FAILED-{reason}", **facts, hash=wallet.sent[0])
    await nothing_to_confirm(page)


@pytest.mark.parametrize("garbage", ["0x1234", "", None, {"hash": "0x" + "12" * 32}, "0x" + "zz" * 32])
async def test_garbage_in_place_of_a_hash_is_said_and_never_reported(
    alice: Person, windows: Windows, garbage: Any
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice, answers={"eth_sendTransaction": answering(garbage)})
    await wallet.install(window)
    page = await connected(window, card)
    await part(page, "confirm").click()
    await says(page, "page-hash-bad")
    task = (await alice.call("GET", f"/api/tasks/{card['task']}")).data
    assert (task["state"], task["tx_hash"]) == ("PREVIEW", None)
    await page.reload()
    await says(page, "page-asked-before")


async def test_a_transfer_that_was_sent_although_the_wallet_gave_back_garbage_settles_by_what_the_chain_says(
    alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice, "4 USDT")
    wallet = OwnWallet(alice)

    async def send_and_mumble(params: list[Any]) -> str:
        await wallet.send(params)
        return "sent!"

    wallet.answers["eth_sendTransaction"] = send_and_mumble
    await wallet.install(window)
    page = await connected(window, card)
    await part(page, "confirm").click()
    await says(page, "page-hash-bad")
    await mine(alice, 3)
    await stands_at(page, "SETTLED")
    assert await arrived(alice, card) == 4_000_000


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

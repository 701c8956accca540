"""Wallets that sign something else than they were asked, or say something else than they did."""

from typing import Any

import pytest
from eth_account import Account

from tests.stories.program import Person
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
from tests.webapp.wallets import OwnWallet, answering


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


@pytest.mark.parametrize("garbage", ["0x1234", None, {"hash": "0x" + "12" * 32}, "0x" + "zz" * 32])
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

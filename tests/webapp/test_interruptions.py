"""Reloads, second tabs, a program that dies, time that runs out: nothing is lost and nothing is sent twice."""

import asyncio
from typing import Any

import pytest
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
from tests.webapp.wallets import OwnWallet


async def sent_transactions(person: Person) -> int:
    return int(await person.rpc("eth_getTransactionCount", person.address, "latest"), 16)


async def test_a_hash_is_kept_over_the_death_of_the_program_and_reported_when_it_is_back(
    program: Program, alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)

    async def send_and_die(params: list[Any]) -> str:
        hash_ = await wallet.send(params)
        await mine(alice, 1)
        await program.kill()
        return hash_

    wallet.answers["eth_sendTransaction"] = send_and_die
    await wallet.install(window)
    page = await connected(window, card)
    await signed(page)
    await says(page, "page-hash-waiting")
    await program.start()
    assert (await alice.call("GET", f"/api/tasks/{card['task']}")).data["tx_hash"] is None
    async with page.expect_request("**/hash") as reported:
        await page.reload()
    assert (await reported.value).post_data_json == {"hash": wallet.sent[0]}
    await mine(alice)
    await stands_at(page, "SETTLED")
    assert await sent_transactions(alice) == 1
    assert await arrived(alice, card) == 1_000_000


async def test_a_page_that_stays_open_reports_by_itself_when_the_server_is_back(
    alice: Person, windows: Windows
) -> None:
    window, card = await windows("zh"), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page = await connected(window, card)
    await page.route("**/hash", lambda route: route.abort(), times=1)
    await signed(page)
    await says(page, "page-hash-waiting", "zh")
    await mine(alice)
    await stands_at(page, "SETTLED")
    assert wallet.times("eth_sendTransaction") == 1


async def test_a_reload_while_the_wallet_asks_warns_and_can_go_on(alice: Person, windows: Windows) -> None:
    window, card = await windows(), await a_card(alice)
    asked = asyncio.Event()

    async def never(params: list[Any]) -> None:
        asked.set()
        await asyncio.get_running_loop().create_future()

    wallet = OwnWallet(alice, answers={"eth_sendTransaction": never})
    await wallet.install(window)
    page = await connected(window, card)
    await part(page, "confirm").click()
    await asked.wait()
    await page.reload()
    await stands_at(page, "PREVIEW")
    await says(page, "page-asked-before")
    del wallet.answers["eth_sendTransaction"]
    await part(page, "connect").click()
    await signed(page)
    await mine(alice)
    await stands_at(page, "SETTLED")
    assert await sent_transactions(alice) == 1


async def test_two_tabs_ask_the_wallet_once(alice: Person, windows: Windows) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)
    allowed = asyncio.Event()

    async def when_allowed(params: list[Any]) -> str:
        await allowed.wait()
        return await wallet.send(params)

    wallet.answers["eth_sendTransaction"] = when_allowed
    await wallet.install(window)
    first, second = await connected(window, card), await connected(window, card)
    await part(first, "confirm").click()
    await says(first, "page-step-approve")
    await part(second, "confirm").click()
    await says(second, "page-other-tab")
    allowed.set()
    await expect(part(first, "confirm")).to_have_count(0)
    await expect(part(second, "confirm")).to_have_count(0)
    await mine(alice)
    await stands_at(first, "SETTLED")
    await stands_at(second, "SETTLED")
    assert wallet.times("eth_sendTransaction") == 1 == await sent_transactions(alice)


async def test_another_browser_is_warned_that_the_card_was_confirmed_before(
    alice: Person, windows: Windows
) -> None:
    here, there = await windows(), await windows("zh")
    card = await a_card(alice)
    wallet, other = OwnWallet(alice), OwnWallet(alice)
    asked = asyncio.Event()

    async def never(params: list[Any]) -> None:
        asked.set()
        await asyncio.get_running_loop().create_future()

    wallet.answers["eth_sendTransaction"] = never
    await wallet.install(here)
    await other.install(there)
    page = await connected(here, card)
    await part(page, "confirm").click()
    await asked.wait()
    elsewhere = await there.open(card["url"])
    await says(elsewhere, "page-confirmed-before", "zh")
    await expect(part(elsewhere, "connect")).to_be_visible()


async def test_cancelled_here_is_cancelled_on_every_open_page(alice: Person, windows: Windows) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page, other = await connected(window, card), await connected(window, card)
    await part(page, "cancel").click()
    for one in (page, other):
        await stands_at(one, "REJECTED")
        await nothing_to_confirm(one)
        await expect(part(one, "connect")).to_have_count(0)
    late = await alice.confirm(card["task"])
    assert (late.status, late.code) == (409, "E302")
    again = await window.open(card["url"])
    await stands_at(again, "REJECTED")
    await nothing_to_confirm(again)
    assert wallet.times("eth_sendTransaction") == 0


async def test_a_card_that_is_cancelled_while_the_page_confirms_is_not_signed(
    alice: Person, windows: Windows
) -> None:
    window, card = await windows(), await a_card(alice)
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page = await connected(window, card)

    answered = asyncio.Event()

    async def too_late(route: Route) -> None:
        await alice.call("POST", f"/api/tasks/{card['task']}/reject")
        await route.continue_()
        answered.set()

    await page.route("**/confirm", too_late)
    await part(page, "confirm").click()
    await stands_at(page, "REJECTED")
    await nothing_to_confirm(page)
    await answered.wait()
    assert wallet.times("eth_sendTransaction") == 0


@pytest.mark.parametrize("key", ["x", "A" * 43, "%F0%9F%92%B8"])
async def test_a_wrong_key_opens_nothing(program: Program, windows: Windows, key: str) -> None:
    window = await windows("zh")
    page = await window.open(f"{program.url}/s/{key}")
    await expect(page.get_by_role("alert")).to_be_visible()
    await says(page, "page-link-dead", "zh")
    for name in ("confirm", "connect", "amount"):
        await expect(part(page, name)).to_have_count(0)
    await part(page, "language-en").click()
    await says(page, "page-link-dead")

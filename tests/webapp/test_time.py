"""A card whose time runs out while its page is open, on a program beside a chain that it did not start."""

from playwright.async_api import expect

from tests.webapp.conftest import Hurried, Windows
from tests.webapp.pages import arrived, mine, nothing_to_confirm, part, signed, stands_at


async def test_the_demo_wallet_is_not_offered_on_a_chain_that_others_started(
    hurried: Hurried, windows: Windows
) -> None:
    window = await windows()
    chat = await window.open(hurried.program.url)
    await expect(part(chat, "connect")).to_be_visible()
    await expect(part(chat, "demo-wallet")).to_have_count(0)
    await expect(part(hurried.page, "demo-wallet")).to_have_count(0)


async def test_an_expired_card_is_not_signed_and_can_be_had_again(hurried: Hurried) -> None:
    page, person, card = hurried.page, hurried.person, hurried.card
    await expect(part(page, "confirm")).to_have_count(0, timeout=70_000)
    await stands_at(page, "EXPIRED_UNSENT")
    await nothing_to_confirm(page)
    assert (await person.confirm(card["task"])).code == "E301"
    assert hurried.wallet.times("eth_sendTransaction") == 0
    await part(page, "again").click()
    await page.wait_for_url(lambda url: url != card["url"])
    await part(page, "connect").click()
    await signed(page)
    await mine(person)
    await stands_at(page, "SETTLED")
    assert await arrived(person, card) == 1_000_000
    assert hurried.wallet.times("eth_sendTransaction") == 1

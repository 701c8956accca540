"""A warning that wants the recipient's last characters typed holds the confirmation until they are."""

from playwright.async_api import expect

from tests.stories.program import Person
from tests.stories.test_main_road import card_for
from tests.webapp.conftest import Windows
from tests.webapp.pages import arrived, connected, mine, part, says, signed, stands_at
from tests.webapp.wallets import OwnWallet

CONTRACT = "0x4e59b44847b379578588920cA78FbF26c0B4956C"
"""The deployer of every anvil: a contract, so a warning; and above the limit of warnings the typing."""


async def test_a_large_transfer_wants_the_last_four_characters(alice: Person, windows: Windows) -> None:
    window = await windows("zh")
    card = await card_for(alice, f"send 1500 USDC to {CONTRACT}")
    wallet = OwnWallet(alice)
    await wallet.install(window)
    page = await connected(window, card)
    await expect(part(page, "finding")).to_have_attribute("data-code", "E212")
    await says(page, "E212", "zh")
    for wrong in ("", "zzzz", card["to"][-3:]):
        await part(page, "override").fill(wrong)
        await part(page, "confirm").click()
        await expect(part(page, "override")).to_have_attribute("aria-invalid", "true")
        await expect(part(page, "override")).to_be_focused()
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"
    await part(page, "override").fill(card["to"][-4:].lower())
    await signed(page)
    await mine(alice)
    await stands_at(page, "SETTLED")
    assert await arrived(alice, card) == 1_500_000_000

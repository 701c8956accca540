"""On a small phone the signing page shows who pays whom what on which chain, and what to tap, without scrolling."""

from itertools import product
from typing import Literal

import pytest
from playwright.async_api import Page, expect

from core.wording import LANGUAGES, Language
from tests.stories.program import Person, Program
from tests.webapp.conftest import Windows
from tests.webapp.pages import a_card, ask, connected, part
from tests.webapp.wallets import OwnWallet

PHONE = {"width": 360, "height": 640}
FACTS = ("amount", "token", "recipient", "payer", "chain")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

OUT_OF_SIGHT = """names => names.filter((name) => {
  const found = document.querySelector(`[data-testid="${name}"]`);
  const lines = [...(found?.getClientRects() ?? [])];
  return !lines.length || !lines.every(({ top, left, bottom, right, width }) =>
    top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth &&
    [0.1, 0.5, 0.9].every((part) =>
      found.contains(document.elementFromPoint(left + part * width, (top + bottom) / 2))));
})"""
"""Not wholly in the window, or something lies on it."""
NAMELESS = """() => [...document.querySelectorAll("button, a[href], input, textarea, [role=button]")]
  .filter((one) => one.checkVisibility())
  .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.title
                     || [...(one.labels ?? [])].some((label) => label.textContent.trim())))
  .map((one) => one.outerHTML)"""
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


async def press(page: Page, name: str) -> None:
    """A click where the part is now. Playwright's own would scroll first."""
    box = await part(page, name).evaluate("one => one.getBoundingClientRect().toJSON()")
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def nothing_hidden(page: Page, *names: str) -> None:
    assert await page.evaluate("scrollY") == 0
    assert await page.evaluate(OUT_OF_SIGHT, list(names)) == []
    assert not await page.evaluate(TOO_WIDE)
    assert await page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("order", ["50 USDC", "999.123456789012345678 DAI"])
async def test_the_facts_and_the_button_are_in_sight(alice: Person, windows: Windows, order: str) -> None:
    window, card = await windows(viewport=PHONE), await a_card(alice, order)
    await OwnWallet(alice).install(window)
    page = await window.open(card["url"])
    await expect(part(page, "wallet")).to_be_visible()
    for choice in ("connect", "confirm"):
        await expect(part(page, choice)).to_be_enabled()
        for language, scheme in product(LANGUAGES, SCHEMES):
            await part(page, f"language-{language}").click()
            await page.emulate_media(color_scheme=scheme)
            await nothing_hidden(page, *FACTS, choice)
        if choice == "connect":
            await press(page, "connect")


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_the_demo_wallets_owner_sees_all_of_it_too(
    program: Program, windows: Windows, language: Language
) -> None:
    window = await windows(language, viewport=PHONE, has_touch=True, is_mobile=True)
    page = await window.open(program.url)
    assert await page.evaluate(NAMELESS) == []
    await part(page, "demo-wallet").tap()
    await expect(part(page, "link-panel")).to_be_hidden()
    await ask(page, "send 50 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
    assert not await page.evaluate(TOO_WIDE)
    await part(page, "sign").tap()
    await expect(part(page, "confirm")).to_be_enabled()
    await nothing_hidden(page, *FACTS, "confirm")


async def test_what_is_drawn_anew_stays_where_it_is(alice: Person, windows: Windows) -> None:
    window, card = await windows(viewport=PHONE), await a_card(alice)
    await OwnWallet(alice).install(window)
    page = await connected(window, card)
    await page.evaluate("scrollTo(0, 0)")
    button = await part(page, "confirm").element_handle()
    await button.evaluate("one => one.focus({ preventScroll: true })")
    await page.evaluate("dispatchEvent(new Event('storage'))")
    assert not await button.evaluate("one => one.isConnected")
    await expect(part(page, "confirm")).to_be_focused()
    await nothing_hidden(page, *FACTS, "confirm")


async def test_the_confirmation_is_reached_by_keyboard(alice: Person, windows: Windows) -> None:
    window, card = await windows(), await a_card(alice)
    await OwnWallet(alice).install(window)
    page = await connected(window, card)
    await page.evaluate("document.activeElement?.blur()")
    for _ in range(12):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement?.dataset.testid") == "confirm":
            return
    raise AssertionError("confirm is not reached by keyboard")

"""The pictures of the README, taken of the real program: `python -m tests.webapp.screenshots` writes docs/img."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from core.wording import Language, say
from tests.stories.program import Program, running
from tests.webapp.browser import launched, window
from tests.webapp.conftest import free_port
from tests.webapp.pages import ask, part, stands_at

FOLDER = Path(__file__).parents[2] / "docs" / "img"
MOST = 150_000
"""Bytes of a picture."""
DESK = {"width": 1280, "height": 800}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


async def take(page: Page, name: str) -> None:
    """Raises AssertionError for a picture that is too large for a README."""
    path = FOLDER / f"{name}.png"
    # Neither a caret nor a running animation, so that the same page gives the same picture.
    await page.screenshot(path=path, animations="disabled")
    size = path.stat().st_size
    assert size < MOST, f"{path.name} has {size} bytes"
    print(f"{path.relative_to(FOLDER.parents[1])} {size // 1000} kB")


async def linked(page: Page, language: Language) -> None:
    await part(page, "example").filter(has_text=say("web-example-balance", {}, language)).click()
    await part(page, "demo-wallet").click()
    await expect(page.locator("[data-testid=message][data-role=assistant]")).to_contain_text("10,000 USDC")


async def on_a_desk(program: Program, browser: Browser) -> None:
    """The chat in English: an answer, and a card."""
    async with window(browser, "en", viewport=DESK, color_scheme="light") as opened:
        page = await opened.open(program.url)
        await linked(page, "en")
        await ask(page, say("web-example-transfer", {}, "en"))
        await stands_at(part(page, "card"), "INTENT_CONFIRM")
        await part(page, "card").scroll_into_view_if_needed()
        await take(page, "chat")


async def on_a_phone(program: Program, browser: Browser) -> None:
    """The signing page in Chinese before the signature, and the chat that tells how it ended."""
    async with window(browser, "zh", color_scheme="dark", **PHONE) as opened:
        page = await opened.open(program.url)
        await linked(page, "zh")
        await ask(page, say("web-example-transfer", {}, "zh"))
        await part(page, "sign").tap()
        await expect(part(page, "confirm")).to_be_enabled()
        await take(page, "sign-phone")
        await part(page, "confirm").tap()
        await stands_at(page, "SETTLED")
        await part(page, "back").tap()
        await stands_at(part(page, "card"), "SETTLED")
        await expect(page.locator("[data-testid=message][data-role=status]")).to_be_in_viewport()
        await take(page, "settled-phone")


async def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
        async with running(Path(folder) / "data", free_port()) as program, launched() as browser:
            await on_a_desk(program, browser)
            await on_a_phone(program, browser)


if __name__ == "__main__":
    asyncio.run(main())

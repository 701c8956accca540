"""Chromium, and a visitor's window in it that remembers what went wrong there."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Error, Page, async_playwright

VENV = Path(__file__).parents[2] / ".venv"
SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 20_000
"""Milliseconds for one thing to show up; the chain needs up to six seconds for its confirmations."""


def chromium() -> str:
    """The browser that `make test` prepared, else $CHROMIUM, else the system's. Raises RuntimeError without one."""
    prepared = VENV / "browser" / "chromium"
    found = [str(prepared)] if prepared.exists() else []
    found += filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, SYSTEM_BROWSERS)])
    if not found:
        raise RuntimeError("no Chromium: run make test, which brings one, or name one in CHROMIUM")
    return found[0]


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    node = VENV / "bin" / "node"
    if node.exists():
        # The Node that Playwright brings along does not start on a bare machine.
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
    async with async_playwright() as playwright:
        # Its sandbox needs rights that a container or root does not give; it opens only our own pages here.
        browser = await playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        await browser.close()


@dataclass
class Window:
    """One person's browser profile, and the complaints of its pages."""

    context: BrowserContext
    complaints: list[str] = field(default_factory=list)

    async def open(self, url: str) -> Page:
        page = await self.context.new_page()
        await page.goto(url)
        return page

    def faults(self) -> list[str]:
        """Errors of our scripts and violations of the policy; an answer with a 4xx or 5xx is not one."""
        return [said for said in self.complaints if "Failed to load resource" not in said]

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def thrown(self, error: Error) -> None:
        self.complaints.append(f"thrown: {error.message}")


@asynccontextmanager
async def window(browser: Browser, language: str = "en", **options: Any) -> AsyncIterator[Window]:
    """A fresh profile whose owner speaks `language` ("en" or "zh")."""
    options = {"viewport": {"width": 1000, "height": 900}, **options}
    context = await browser.new_context(locale={"en": "en-US", "zh": "zh-CN"}[language], **options)
    context.set_default_timeout(PATIENCE)
    made = Window(context)
    context.on("console", made.heard)
    context.on("weberror", lambda error: made.thrown(error.error))
    yield made
    await context.unroute_all(behavior="ignoreErrors")
    await context.close()

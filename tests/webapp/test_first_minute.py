"""A newcomer opens the printed address and is done in a minute, with no more than taps; the console stays silent."""

import pytest
from playwright.async_api import Locator, Page, expect

from core.wording import Language, say
from tests.stories.program import Person, Program
from tests.stories.test_main_road import BOB, token_balance
from tests.webapp.conftest import Windows
from tests.webapp.pages import ask, mine, part, says, signed, stands_at

USDC = "0xbc587a66b55f4cFd4CdC1dDdbfE960c6fe5fA8E4"


def example(page: Page, name: str, language: Language) -> Locator:
    return part(page, "example").filter(has_text=say(f"web-example-{name}", {}, language))


def lines(page: Page, role: str) -> Locator:
    return page.locator(f"[data-testid=message][data-role={role}]")


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_the_first_minute(
    program: Program, alice: Person, windows: Windows, language: Language
) -> None:
    window = await windows(language)
    page = await window.open(program.url)
    await says(page, "web-welcome-detail", language)
    await example(page, "balance", language).click()
    await says(page, "web-link-asked", language)
    await part(page, "demo-wallet").click()
    await expect(lines(page, "assistant")).to_contain_text("10,000 USDC")
    await expect(part(page, "link-panel")).to_be_hidden()

    await part(page, "new-thread").click()
    before = await token_balance(alice, USDC, BOB)
    await example(page, "transfer", language).click()
    await stands_at(part(page, "card"), "INTENT_CONFIRM")
    await page.reload()
    await stands_at(part(page, "card"), "INTENT_CONFIRM")
    await expect(lines(page, "user")).to_have_text([say("web-example-transfer", {}, language)])

    await part(page, "sign").click()
    await expect(part(page, "recipient")).to_have_text(BOB)
    await signed(page)
    await mine(alice)
    await stands_at(page, "SETTLED")
    assert await token_balance(alice, USDC, BOB) - before == 50_000_000
    await part(page, "back").click()
    await stands_at(part(page, "card"), "SETTLED")
    await expect(lines(page, "status")).to_contain_text(BOB)
    await expect(part(page, "thread")).to_have_count(2)
    assert window.complaints == []


async def linked(program: Program, windows: Windows) -> Page:
    page = await (await windows()).open(program.url)
    await part(page, "demo-wallet").click()
    await expect(part(page, "account")).to_be_visible()
    return page


async def test_a_thread_is_cleared_by_two_taps_and_stays_away(program: Program, windows: Windows) -> None:
    page = await linked(program, windows)
    await ask(page, f"send 1 DAI to {BOB}")
    await expect(part(page, "card")).to_be_visible()
    clear = part(page, "clear-thread")
    await clear.click()
    await expect(clear).to_have_text(say("web-clear-sure", {}, "en"))
    await clear.click()
    await expect(part(page, "thread")).to_have_count(0)
    await says(page, "web-welcome-detail")
    await page.reload()
    await says(page, "web-welcome-detail")
    await expect(part(page, "card")).to_have_count(0)
    await expect(part(page, "thread")).to_have_count(0)


async def test_an_earlier_thread_can_be_opened_again(program: Program, windows: Windows) -> None:
    page = await linked(program, windows)
    await ask(page, f"send 1.5 DAI to {BOB}")
    await stands_at(part(page, "card"), "INTENT_CONFIRM")
    await part(page, "new-thread").click()
    await expect(part(page, "card")).to_have_count(0)
    await ask(page, "how much DAI do I have?")
    await expect(lines(page, "assistant")).to_contain_text("10,000 DAI")
    await expect(part(page, "thread")).to_have_count(2)
    await part(page, "thread").filter(has_text="1.5 DAI").click()
    await stands_at(part(page, "card"), "INTENT_CONFIRM")
    await expect(part(page, "amount")).to_have_text("1.5")


async def test_the_language_is_switched_in_place_and_kept(program: Program, windows: Windows) -> None:
    page = await linked(program, windows)
    await ask(page, f"send 2.5 DAI to {BOB}")
    await stands_at(part(page, "card"), "INTENT_CONFIRM")
    await part(page, "language-zh").click()
    await expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    await expect(part(page, "sign")).to_have_text(say("card-sign", {}, "zh"))
    await part(page, "sign").click()
    await expect(part(page, "confirm")).to_have_text(say("page-confirm-demo", {}, "zh"))
    await part(page, "language-en").click()
    await expect(part(page, "confirm")).to_have_text(say("page-confirm-demo", {}, "en"))
    await page.reload()
    await expect(part(page, "confirm")).to_have_text(say("page-confirm-demo", {}, "en"))


async def test_cancel_on_the_card_in_the_chat_withdraws_it(program: Program, windows: Windows) -> None:
    page = await linked(program, windows)
    await ask(page, f"send 3.5 DAI to {BOB}")
    await part(part(page, "card"), "cancel").click()
    await stands_at(part(page, "card"), "REJECTED")
    await expect(part(page, "sign")).to_have_count(0)


async def test_a_question_is_answered_by_its_choices(program: Program, windows: Windows) -> None:
    """A word for two tokens asks; the tap on one settles it."""
    page = await linked(program, windows)
    await ask(page, f"send 5 to {BOB}")
    choice = part(page, "choice").filter(has_text="DAI").first
    await choice.click()
    await stands_at(part(page, "card"), "INTENT_CONFIRM")
    await expect(part(page, "token")).to_have_text("DAI")

"""Database and chain go away and come back: it is said where and in words, nothing is lost, nothing is made up."""

import asyncio
import json
import re
import signal
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from core.domain.message import Language
from core.wording import say
from tests.stories import ledger, processes
from tests.stories.crash_sweep import free_port
from tests.stories.program import Person, Program, running
from tests.stories.road import PATIENCE, answered, user_id
from tests.stories.test_main_road import BOB, card_for, transaction

CHINESE = re.compile("[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
async def program(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Program]:
    async with running(tmp_path_factory.mktemp("outages") / "data", free_port()) as started:
        yield started


@dataclass
class Heard:
    """What one message brought: the last frame, or the envelope of an answer that is no stream."""

    code: str | None
    text: str
    took: float
    card: dict[str, Any] | None = None


async def heard(person: Person, message: str, language: str, key: str | None = None) -> Heard:
    began = time.monotonic()
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": key or uuid.uuid4().hex}
    body = {"message": message, "language": language}
    async with person.session.post(person.program.url + "/api/chat", json=body, headers=headers) as response:
        said = await response.text()
    took = time.monotonic() - began
    if response.status != 200:
        assert response.status == 503, (response.status, said)
        error = json.loads(said)["error"]
        return Heard(error["code"], error["message"], took)
    event, _, data = said.strip().rpartition("\ndata: ")
    last = json.loads(data)
    if event.endswith("event: error"):
        return Heard(last["code"], last["message"], took)
    return Heard(last.get("code"), last["text"], took, last.get("card"))


async def health(person: Person) -> tuple[int, dict[str, str]]:
    async with person.session.get(person.program.url + "/healthz") as response:
        return response.status, (await response.json())["data"]


async def well(person: Person) -> None:
    async with asyncio.timeout(20):
        while (await health(person))[0] != 200:
            await asyncio.sleep(0.05)


@asynccontextmanager
async def frozen(pids: list[int]) -> AsyncIterator[None]:
    processes.tell(pids, signal.SIGSTOP)
    try:
        yield
    finally:
        processes.tell(pids, signal.SIGCONT)


async def test_a_database_that_is_killed_is_said_and_nothing_is_lost(alice: Person, mallory: Person) -> None:
    """Orders that are being answered at that moment are answered later, once; an open task settles later."""
    open_card = await card_for(alice, f"send 31 USDC to {BOB}")
    await alice.confirm(open_card["task"])
    watched = asyncio.ensure_future(alice.until(open_card["task"], "SETTLED", "FAILED", seconds=PATIENCE))
    orders = [
        (who, f"send {n + 32} USDC to {BOB}", uuid.uuid4().hex) for n in range(4) for who in (alice, mallory)
    ]
    asked = [asyncio.ensure_future(heard(who, text, "zh", key)) for who, text, key in orders]
    await asyncio.sleep(0.08)
    processes.tell(processes.postgres(alice.program.data_dir)[:1], signal.SIGKILL)
    status, parts = await health(alice)
    assert (status, parts["chain"]) == (503, "ok") and parts["database"].startswith("E501"), parts
    for answer in await asyncio.gather(*asked, heard(mallory, "how much ETH", "en")):
        assert answer.code in (None, "E501"), answer
        assert "{" not in answer.text
    await well(alice)
    cards = [(await answered(who, text, key, language="zh"))["card"] for who, text, key in orders]
    assert len({card["task"] for card in cards}) == len(orders)
    await alice.post_hash(open_card["task"], await alice.send(transaction(open_card)))
    assert (await watched)["state"] == "SETTLED"
    await ledger.at_rest(alice.program.data_dir, [user_id(alice), user_id(mallory)], PATIENCE)


async def test_the_words_of_a_database_that_is_away_come_in_the_asked_language(alice: Person) -> None:
    told = {}
    for language in ("en", "zh"):
        processes.tell(processes.postgres(alice.program.data_dir)[:1], signal.SIGKILL)
        answer = await heard(alice, f"send 41 USDC to {BOB}", language)
        assert answer.code == "E501" and bool(CHINESE.search(answer.text)) == (language == "zh"), answer
        told[language] = answer.text
        await well(alice)
    assert told["en"] != told["zh"]


async def test_a_database_that_is_silent_is_said_within_four_seconds(alice: Person) -> None:
    """What is asked meanwhile waits, and is answered when it speaks again."""
    card = await card_for(alice, f"send 42 USDC to {BOB}")
    async with frozen(processes.postgres(alice.program.data_dir)):
        order = asyncio.ensure_future(heard(alice, f"send 43 USDC to {BOB}", "en"))
        confirm = asyncio.ensure_future(alice.confirm(card["task"]))
        async with asyncio.timeout(4):
            status, parts = await health(alice)
        assert (status, parts["chain"]) == (503, "ok") and parts["database"].startswith("E501"), parts
    assert (await order).card is not None
    assert (await confirm).data["state"] == "PREVIEW"
    await well(alice)


async def two_more_blocks(person: Person) -> None:
    height = int(await person.rpc("eth_blockNumber"), 16)
    async with asyncio.timeout(10):
        while int(await person.rpc("eth_blockNumber"), 16) < height + 2:
            await asyncio.sleep(0.1)


async def test_a_node_that_is_killed_comes_back_and_what_it_lost_is_sent_again(alice: Person) -> None:
    """What waited is gone with it, and the newest block may be: the wallet has the bytes and sends them again."""
    await two_more_blocks(alice)  # by then the test coins are on disk
    card = await card_for(alice, f"send 44 USDC to {BOB}")
    await alice.confirm(card["task"])
    raw, hash_ = await alice.sign(transaction(card))
    await alice.rpc("eth_sendRawTransaction", raw)
    processes.tell([processes.node(alice.program.data_dir)], signal.SIGKILL)
    status, parts = await health(alice)
    assert (status, parts["database"]) == (503, "ok") and "demo: E502" in parts["chain"], parts
    assert (await alice.post_hash(card["task"], hash_)).status == 200, "a report is taken without the chain"
    await well(alice)
    if await alice.rpc("eth_getTransactionByHash", hash_) is None:
        assert await alice.rpc("eth_sendRawTransaction", raw) == hash_
    task = await alice.until(card["task"], "SETTLED", "FAILED", seconds=PATIENCE)
    assert (task["state"], task["tx_hash"]) == ("SETTLED", hash_)


async def test_a_node_that_is_silent_is_said_and_no_balance_is_made_up(alice: Person) -> None:
    card = await card_for(alice, f"send 45 USDC to {BOB}")
    async with frozen([processes.node(alice.program.data_dir)]):
        said, confirm, (status, parts) = await asyncio.gather(
            asyncio.gather(*(heard(alice, text, language) for text, language in _QUESTIONS)),
            alice.confirm(card["task"]),
            health(alice),
        )
    for answer, (_, language) in zip(said, _QUESTIONS, strict=True):
        assert answer.code == "E502" and answer.text == say("E502", {}, language), answer
        assert not re.search(r"\d", answer.text)
    assert (confirm.status, confirm.code) == (503, "E502")
    assert (status, parts["database"]) == (503, "ok") and "demo: E502" in parts["chain"], parts
    await well(alice)
    assert (await alice.state(card["task"])) == "INTENT_CONFIRM"
    assert (await alice.confirm(card["task"])).data["state"] == "PREVIEW"
    assert "10,000 DAI" in (await alice.say("how much DAI do I have"))["text"]


_QUESTIONS: tuple[tuple[str, Language], ...] = (
    ("我还有多少 USDC", "zh"),
    ("what is my balance", "en"),
    (f"转 46 USDC 给 {BOB}", "zh"),
    (f"send 47 USDC to {BOB}", "en"),
)

"""Cards whose time is over: made in a program that gives them one minute, and that was dead when the minute ended."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from tests.stories.program import Person, Program
from tests.stories.test_main_road import BOB, card_for, transaction

MINUTE = 61
CONDITIONS = ("shown", "poor", "confirmed", "unknown", "vanished")


@dataclass
class Aged:
    """One person and one card in each condition, by its name; `signed` are the bytes and hash of the wallet."""

    program: Program
    session: aiohttp.ClientSession
    people: dict[str, Person] = field(default_factory=dict)
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    signed: dict[str, tuple[str, str]] = field(default_factory=dict)

    def task(self, name: str) -> str:
        return str(self.cards[name]["task"])

    async def until(self, name: str, *states: str) -> dict[str, Any]:
        return await self.people[name].until(self.task(name), *states, seconds=40)


async def age(folder: Path, port: int, session: aiohttp.ClientSession) -> Aged:
    """Takes a little more than a minute, nearly all of it waiting."""
    aged = Aged(Program(folder, port, CARD_TTL_MINUTES="1", UNKNOWN_AFTER_MINUTES="1"), session)
    await aged.program.start()
    for number, name in enumerate(CONDITIONS):
        person = aged.people[name] = Person(session, aged.program)
        await person.sign_in()
        aged.cards[name] = await card_for(person, f"send {number + 51} USDC to {BOB}")
    for name in ("confirmed", "unknown", "vanished"):
        assert (await aged.people[name].confirm(aged.task(name))).status == 200
    await _report_what_was_not_sent(aged)
    await _send_what_waits_for_a_nonce(aged)
    over = time.monotonic() + MINUTE
    await aged.program.kill()
    await asyncio.sleep(over - time.monotonic())
    await aged.program.start()
    return aged


async def _report_what_was_not_sent(aged: Aged) -> None:
    person = aged.people["unknown"]
    aged.signed["unknown"] = await person.sign(transaction(aged.cards["unknown"]))
    assert (await person.post_hash(aged.task("unknown"), aged.signed["unknown"][1])).status == 200


async def _send_what_waits_for_a_nonce(aged: Aged) -> None:
    """The node knows it, can't mine it, and forgets it when it dies."""
    person = aged.people["vanished"]
    raw, hash_ = aged.signed["vanished"] = await person.sign(transaction(aged.cards["vanished"]), nonce=1)
    assert await person.rpc("eth_sendRawTransaction", raw) == hash_
    assert (await person.post_hash(aged.task("vanished"), hash_)).status == 200
    await aged.until("vanished", "SUBMITTED")

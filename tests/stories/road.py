"""One traveller on the main road: asks, confirms, signs, reports, waits; may be stopped anywhere and goes on."""

import asyncio
import base64
import json
import random
import uuid
from collections.abc import Awaitable
from itertools import pairwise
from typing import Any, TypeVar

import aiohttp
from eth_account import Account

from core.domain.task import FINAL, TRANSITIONS, State
from tests.stories.program import Person
from tests.stories.test_main_road import transaction

T = TypeVar("T")

GAPS = ("asked", "shown", "confirmed", "posted", "mined")
"""What had happened last when the program was killed: a gap ends with the next one's event."""
TOKENS = {"USDC": 6, "DAI": 18, "USDT": 6, "ETH": 18}
PATIENCE = 45
"""Seconds from a restart to the end of the road: a receipt's lease (10) and a letter's (20) may have to run out."""


class Traveller:
    """Pays a recipient whom nobody else pays, so that the chain says exactly what this one moved."""

    def __init__(self, person: Person, dice: random.Random) -> None:
        self.person = person
        self.dice = dice
        self.recipient = str(Account.create().address)
        self.symbol = dice.choice(sorted(TOKENS))
        self.raw_amount = dice.randint(1, 30) * 10 ** (TOKENS[self.symbol] - 1)
        amount = f"{self.raw_amount / 10 ** TOKENS[self.symbol]:.1f}"
        say = dice.choice(("转 {0} {1} 给 {2}", "send {0} {1} to {2}"))
        self.message = say.format(amount, self.symbol, self.recipient)
        self.key = uuid.uuid4().hex
        self.card: dict[str, Any] | None = None
        self.confirmed = self.posted = self.mined = False
        self.signed: tuple[str, str] | None = None
        self.history: list[dict[str, Any]] = []

    @property
    def user_id(self) -> str:
        return user_id(self.person)

    @property
    def gap(self) -> str:
        """Where the kill found this traveller, as far as they could know; "final" when the road was over."""
        if self.history and State(self.history[-1]["state"]) in FINAL:
            return "final"
        events = (self.card is not None, self.confirmed, self.posted, self.mined)
        return GAPS[events.index(False) if False in events else len(events)]

    async def go(self, until: str = "final") -> None:
        """On from here, in the order of the road, to the beginning of a gap."""
        for gap, step in zip(
            GAPS, (self._ask, self._confirm, self._send, self._await_block, self._await_end), strict=True
        ):
            if gap == until:
                return
            await step()

    async def go_again(self) -> None:
        """What the owner and the page do after a restart: everything once more, with the same key and bytes."""
        before = self.card
        async with asyncio.timeout(PATIENCE):
            await self._ask()
            assert before is None or (self.card is not None and self.card["task"] == before["task"])
            await self._confirm()
            await self._send()
            await self._await_end()

    async def _ask(self) -> None:
        result = await answered(self.person, self.message, self.key)
        assert result["type"] == "intent_confirm", result
        self.card = result["card"]

    @property
    def task(self) -> str:
        assert self.card is not None
        return str(self.card["task"])

    async def _confirm(self) -> None:
        await asyncio.sleep(self.dice.random() * 0.1)
        answer = await self.person.confirm(self.task)
        assert answer.status == 200 or (await self.look())["state"] in FINAL, answer
        self.confirmed = True

    async def _send(self) -> None:
        """The wallet sends what it signed once; the page reports it, again after every opening."""
        if self.signed is None:
            assert self.card is not None
            self.signed = await self.person.sign(transaction(self.card))
        raw, hash_ = self.signed
        if await self.person.rpc("eth_getTransactionByHash", hash_) is None:
            assert await self.person.rpc("eth_sendRawTransaction", raw) == hash_
        await asyncio.sleep(self.dice.random() * 0.1)
        answer = await self.person.post_hash(self.task, hash_)
        assert answer.status == 200 or (await self.look())["state"] in FINAL, answer
        self.posted = True

    async def _await_block(self) -> None:
        assert self.signed is not None
        while await self.person.rpc("eth_getTransactionReceipt", self.signed[1]) is None:
            await asyncio.sleep(0.03)
        self.mined = True

    async def _await_end(self) -> None:
        while (view := await self.look())["state"] not in FINAL:
            await asyncio.sleep(0.15)
        assert self.signed is not None
        assert (view["state"], view["tx_hash"]) == (State.SETTLED, self.signed[1]), view

    async def look(self) -> dict[str, Any]:
        """The task now. Its history may only grow, along the table of transitions."""
        answer = await self.person.call("GET", f"/api/tasks/{self.task}")
        history = answer.data["history"]
        assert history[: len(self.history)] == self.history, (self.history, history)
        states = [State(change["state"]) for change in history]
        assert states[0] is State.INTENT_CONFIRM
        assert all(to in TRANSITIONS[at].values() for at, to in pairwise(states)), states
        self.history = history
        view: dict[str, Any] = answer.data
        return view

    async def arrived(self) -> int:
        """Base units that the recipient holds."""
        assert self.card is not None
        token = self.card["token"]["address"]
        if token is None:
            return int(await self.person.rpc("eth_getBalance", self.recipient, "latest"), 16)
        data = "0x70a08231" + "0" * 24 + self.recipient[2:].lower()
        return int(await self.person.rpc("eth_call", {"to": token, "data": data}, "latest"), 16)

    async def thread(self) -> list[dict[str, Any]]:
        found = (await self.person.call("GET", "/api/threads")).data
        assert len(found) == 1, found
        told = (await self.person.call("GET", f"/api/threads/{found[0]['id']}")).data
        assert [card["id"] for card in told["cards"]] == [self.task]
        messages: list[dict[str, Any]] = told["messages"]
        return messages


def user_id(person: Person) -> str:
    claims = person.token.split(".")[1]
    return str(json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"])


async def answered(
    person: Person, message: str, key: str, seconds: float = PATIENCE, **more: str
) -> dict[str, Any]:
    """The result of a message, asked for with the same key while it is still being worked on."""
    headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": key}
    url, body = person.program.url + "/api/chat", {"message": message, **more}
    async with asyncio.timeout(seconds):
        while True:
            async with person.session.post(url, json=body, headers=headers) as response:
                text = await response.text()
            if response.status == 200:
                event, _, data = text.strip().rpartition("\ndata: ")
                assert event.endswith("event: result"), text
                result: dict[str, Any] = json.loads(data)
                return result
            assert response.status == 409 and "E511" in text, (response.status, text)
            await asyncio.sleep(0.2)


async def until_killed(walk: Awaitable[T]) -> T | None:
    """What came of it, None where it ended with the program. Wrong answers before that are not forgiven."""
    try:
        return await walk
    except (aiohttp.ClientError, ConnectionError, asyncio.IncompleteReadError):
        return None

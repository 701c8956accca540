"""Users, turns and threads in memory."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from core.domain.errors import NotFound
from core.domain.message import Incoming, Reply, reply_from
from core.domain.principal import User, Wallet
from core.domain.thread import Entry, Thread
from core.domain.turn import Turn
from core.domain.types import Address
from tests.fakes.memory import GONE, Session


def as_json(body: Any) -> Any:
    return json.loads(json.dumps(body, allow_nan=False))


class FakeUsers:
    def __init__(self, session: Session) -> None:
        self._s = session

    async def link(self, owner: Address, now: datetime) -> tuple[User, bool]:
        await self._s.step("users.link")
        await self._s.lock("wallets", owner)
        known = self._s.get("wallets", owner)
        if known is not None:
            return User(known.user_id), False
        user = User(f"user-{self._s.memory.number()}")
        self._s.put("wallets", owner, Wallet(owner, user.id, default=True))
        return user, True

    async def of_wallet(self, owner: Address) -> User | None:
        await self._s.step("users.of_wallet")
        known = self._s.get("wallets", owner)
        return None if known is None else User(known.user_id)

    async def wallets(self, user_id: str) -> Sequence[Wallet]:
        await self._s.step("users.wallets")
        return [wallet for wallet in self._s.rows("wallets").values() if wallet.user_id == user_id]

    async def offer(self, nonce: str, message: str, expires: datetime) -> None:
        await self._s.step("users.offer")
        await self._s.lock("challenges", message)
        if self._s.get("challenges", message) is not None:
            raise ValueError("a challenge is offered once")
        self._s.put("challenges", message, expires)

    async def redeem(self, message: str, now: datetime) -> bool:
        await self._s.step("users.redeem")
        await self._s.lock("challenges", message)
        expires = self._s.get("challenges", message)
        if expires is None or expires <= now:
            return False
        self._s.put("challenges", message, GONE)
        return True


class FakeTurns:
    def __init__(self, session: Session) -> None:
        self._s = session

    async def claim(self, incoming: Incoming, digest: str, thread: str, now: datetime) -> tuple[Turn, bool]:
        await self._s.step("turns.claim")
        key = (incoming.channel, incoming.chat, incoming.message_id)
        await self._s.lock("turn keys", key)
        known = self._s.get("turn keys", key)
        if known is not None:
            return self._s.get("turns", known), False
        turn = Turn(
            f"turn-{self._s.memory.number()}", replace(incoming, thread=thread), digest, now, reply=None
        )
        self._s.put("turn keys", key, turn.id)
        self._s.put("turns", turn.id, turn)
        return turn, True

    async def get(self, turn_id: str) -> Turn | None:
        await self._s.step("turns.get")
        turn: Turn | None = self._s.get("turns", turn_id)
        return turn

    async def finish(self, turn_id: str, reply: Reply, now: datetime) -> None:
        await self._s.step("turns.finish")
        await self._s.lock("turns", turn_id)
        turn = self._s.get("turns", turn_id)
        if turn is not None and turn.reply is None:
            self._s.put("turns", turn_id, replace(turn, reply=reply_from(as_json(reply.stored()))))
            self._s.wake("turn", turn_id)

    async def unfinished(self, before: datetime, limit: int) -> Sequence[Turn]:
        await self._s.step("turns.unfinished")
        open_ = (t for t in self._s.rows("turns").values() if t.reply is None and t.accepted_at < before)
        return sorted(open_, key=lambda turn: (turn.accepted_at, turn.id))[:limit]

    async def count(self, user_id: str, after: datetime, until: datetime) -> int:
        await self._s.step("turns.count")
        turns = self._s.rows("turns").values()
        return sum(t.incoming.user_id == user_id and after < t.accepted_at <= until for t in turns)


@dataclass(frozen=True)
class Talk:
    """A thread with what the port tells of it bit by bit."""

    thread: Thread
    draft: dict[str, Any] | None = None
    entries: tuple[Entry, ...] = ()
    cleared: bool = False


class FakeThreads:
    def __init__(self, session: Session) -> None:
        self._s = session

    async def open(self, thread: str, user_id: str, channel: str, title: str, now: datetime) -> None:
        await self._s.step("threads.open")
        await self._s.lock("threads", thread)
        if self._s.get("threads", thread) is None:
            self._s.put("threads", thread, Talk(Thread(thread, user_id, title, now)))
        if await self.get(thread, user_id) is None:
            raise NotFound

    async def get(self, thread: str, user_id: str) -> Thread | None:
        await self._s.step("threads.get")
        talk = self._open(thread)
        return talk.thread if talk is not None and talk.thread.user_id == user_id else None

    async def of_user(self, user_id: str, limit: int) -> Sequence[Thread]:
        await self._s.step("threads.of_user")
        talks = self._s.rows("threads").values()
        mine = [talk.thread for talk in talks if not talk.cleared and talk.thread.user_id == user_id]
        by_id = sorted(mine, key=lambda thread: thread.id)
        return sorted(by_id, key=lambda thread: thread.updated_at, reverse=True)[:limit]

    async def entries(self, thread: str, last: int | None = None) -> Sequence[Entry]:
        await self._s.step("threads.entries")
        talk = self._s.get("threads", thread)
        entries = [] if talk is None else list(talk.entries)
        return entries if last is None else entries[max(0, len(entries) - last) :]

    async def add(self, entry: Entry) -> None:
        await self._s.step("threads.add")
        await self._s.lock("threads", entry.thread)
        talk = self._open(entry.thread)
        if talk is None:
            return
        entry = replace(entry, body=as_json(entry.body))
        known = entry.source in {other.source for other in talk.entries}
        at = max(talk.thread.updated_at, entry.at)
        entries = talk.entries if known else (*talk.entries, entry)
        talk = replace(talk, thread=replace(talk.thread, updated_at=at), entries=entries)
        self._s.put("threads", entry.thread, talk)

    async def clear(self, thread: str, user_id: str, now: datetime) -> bool:
        await self._s.step("threads.clear")
        await self._s.lock("threads", thread)
        talk = self._open(thread)
        if talk is None or talk.thread.user_id != user_id:
            return False
        self._s.put("threads", thread, Talk(talk.thread, cleared=True))
        return True

    async def draft(self, thread: str) -> dict[str, Any] | None:
        await self._s.step("threads.draft")
        talk = self._s.get("threads", thread)
        return None if talk is None else talk.draft

    async def set_draft(self, thread: str, draft: dict[str, Any] | None) -> None:
        await self._s.step("threads.set_draft")
        await self._s.lock("threads", thread)
        talk = self._open(thread)
        if talk is not None:
            self._s.put("threads", thread, replace(talk, draft=as_json(draft)))

    def _open(self, thread: str) -> Talk | None:
        talk: Talk | None = self._s.get("threads", thread)
        return None if talk is None or talk.cleared else talk

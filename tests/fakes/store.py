"""The store in memory. It is held to the contract tests of the real one (tests/contract)."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.ports import Audit, Clock, Outbox, Tasks, Threads, Turns, Tx, Users
from tests.fakes.clock import FakeClock
from tests.fakes.fuse import Fuse
from tests.fakes.mail import FakeOutbox
from tests.fakes.memory import Memory, Session
from tests.fakes.people import FakeThreads, FakeTurns, FakeUsers
from tests.fakes.tasks import FakeTasks


class FakeAudit:
    def __init__(self, session: Session) -> None:
        self._s = session

    async def add(self, kind: str, subject: str, facts: Mapping[str, Any], now: datetime) -> None:
        await self._s.step("audit.add")
        self._s.put("audit", self._s.memory.number(), (kind, subject, dict(facts), now))


@dataclass(slots=True)
class FakeTx:
    users: Users
    turns: Turns
    threads: Threads
    tasks: Tasks
    outbox: Outbox
    audit: Audit


class FakeStore:
    """`memory` holds what was committed; `memory.away = True` is a database that does not answer."""

    def __init__(self, clock: Clock | None = None, fuse: Fuse | None = None) -> None:
        self.memory = Memory(fuse or Fuse())
        self._clock = clock or FakeClock()
        self._locks: dict[str, asyncio.Lock] = {}
        self._holders: set[asyncio.Task[Any] | None] = set()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        """What fails after the commit is a lost answer: it happened all the same."""
        await self.memory.step("begin")
        s = Session(self.memory)
        try:
            yield FakeTx(
                FakeUsers(s), FakeTurns(s), FakeThreads(s), FakeTasks(s), FakeOutbox(s), FakeAudit(s)
            )
            await self.memory.step("commit")
            s.commit()
        finally:
            s.end()
        await self.memory.step("committed")

    @asynccontextmanager
    async def thread_lock(self, name: str, wait: bool = True) -> AsyncIterator[bool]:
        """Who holds one must not take another: with the real locks two of them could wait for each other."""
        holder = asyncio.current_task()
        if holder in self._holders:
            raise RuntimeError(f"a thread lock inside another: {name}")
        await self.memory.step("thread_lock")
        lock = self._locks.setdefault(name, asyncio.Lock())
        if not wait and lock.locked():
            yield False
            return
        async with lock:
            self._holders.add(holder)
            try:
                yield True
            finally:
                self._holders.discard(holder)

    @asynccontextmanager
    async def changes(self, topic: str) -> AsyncIterator[AsyncIterator[str]]:
        """Without the polling of the real one: `memory.wake(topic, "")` is a look at one's own."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        self.memory.followers[topic].add(queue)
        try:
            yield _payloads(queue)
        finally:
            self.memory.followers[topic].discard(queue)

    async def now(self) -> datetime:
        await self.memory.step("now")
        return self._clock.now()


async def _payloads(queue: asyncio.Queue[str]) -> AsyncIterator[str]:
    while True:
        yield await queue.get()

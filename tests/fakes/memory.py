"""Transactions over plain dictionaries: READ COMMITTED with row locks, as the store of PostgreSQL has them.

A record is never changed, only replaced, so that committed ones can be handed out as they are.
"""

import asyncio
from collections import defaultdict
from itertools import count
from typing import Any

from core.domain.errors import Unavailable
from tests.fakes.fuse import Fuse

TOPICS = ("task", "outbox", "turn")
GONE = object()


class Memory:
    """What is committed. `away`: the database does not answer."""

    def __init__(self, fuse: Fuse) -> None:
        self.fuse = fuse
        self.away = False
        self.tables: dict[str, dict[Any, Any]] = defaultdict(dict)
        self.holders: dict[tuple[str, Any], Session] = {}
        self.followers: dict[str, set[asyncio.Queue[str]]] = {topic: set() for topic in TOPICS}
        self._numbers = count(1)

    def number(self) -> int:
        """Identities have gaps where a transaction was rolled back."""
        return next(self._numbers)

    async def step(self, name: str) -> None:
        await self.fuse.step(name)
        if self.away:
            raise Unavailable("E501")

    def wake(self, topic: str, payload: str) -> None:
        for queue in self.followers[topic]:
            queue.put_nowait(payload)


class Session:
    """One transaction: its own writes over what others have committed, and the rows that it holds."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.waits_for: Session | None = None
        self._own: dict[tuple[str, Any], Any] = {}
        self._wakes: list[tuple[str, str]] = []
        self._ended = asyncio.Event()

    async def step(self, name: str) -> None:
        if self._ended.is_set():
            raise RuntimeError("this transaction is over")
        await self.memory.step(name)

    def rows(self, table: str) -> dict[Any, Any]:
        """As one statement sees them: committed by now, and this transaction's own."""
        seen = dict(self.memory.tables[table])
        seen |= {key: record for (name, key), record in self._own.items() if name == table}
        return {key: record for key, record in seen.items() if record is not GONE}

    def get(self, table: str, key: Any) -> Any:
        return self.rows(table).get(key)

    def put(self, table: str, key: Any, record: Any) -> None:
        self._own[table, key] = record

    def take(self, table: str, key: Any) -> bool:
        """Lock a row (or a key of a unique index) unless somebody else holds it."""
        return self.memory.holders.setdefault((table, key), self) is self

    async def lock(self, table: str, key: Any) -> None:
        """Wait for the row; two that wait for each other are told, as PostgreSQL does it."""
        while not self.take(table, key):
            holder = self.memory.holders[table, key]
            self.waits_for = holder
            if self._circle():
                raise Unavailable("E501")
            await holder.ended()
            self.waits_for = None

    def _circle(self) -> bool:
        session = self.waits_for
        while session is not None and session is not self:
            session = session.waits_for
        return session is self

    def wake(self, topic: str, payload: str) -> None:
        """Heard when this is committed."""
        self._wakes.append((topic, payload))

    def commit(self) -> None:
        for (table, key), record in self._own.items():
            if record is GONE:
                self.memory.tables[table].pop(key, None)
            else:
                self.memory.tables[table][key] = record
        for topic, payload in self._wakes:
            self.memory.wake(topic, payload)

    async def ended(self) -> None:
        await self._ended.wait()

    def end(self) -> None:
        self._ended.set()
        held = [row for row, holder in self.memory.holders.items() if holder is self]
        for row in held:
            del self.memory.holders[row]

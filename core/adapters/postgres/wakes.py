"""LISTEN/NOTIFY on one connection for the whole process, fanned out to whoever follows a topic."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from core.adapters.postgres.session import SETTINGS, lost, reached
from core.domain.errors import Unavailable

TOPICS = ("task", "outbox", "turn")
POLL = 2
"""Seconds after which a follower looks by itself: a wake-up may be lost with its connection."""
BACKLOG = 256


class Wakes:
    """No task of its own: followers re-open the connection when it is gone, the first of them for all."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._opening = asyncio.Lock()
        self._followers: dict[str, set[asyncio.Queue[str]]] = {topic: set() for topic in TOPICS}

    @asynccontextmanager
    async def followed(self, topic: str) -> AsyncIterator[AsyncIterator[str]]:
        queue: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self._followers[topic].add(queue)
        try:
            await self._listen()
            yield self._payloads(queue)
        finally:
            self._followers[topic].discard(queue)

    async def _payloads(self, queue: asyncio.Queue[str]) -> AsyncIterator[str]:
        while True:
            yield await self._next(queue)

    async def _next(self, queue: asyncio.Queue[str]) -> str:
        try:
            await self._listen()
        except Unavailable:
            await asyncio.sleep(POLL)
            return ""
        try:
            async with asyncio.timeout(POLL):
                return await queue.get()
        except TimeoutError:
            return ""

    async def _listen(self) -> None:
        if self._connection is not None and not lost(self._connection):
            return
        async with self._opening:
            if self._connection is not None and not lost(self._connection):
                return
            with reached(None):
                connection = await asyncpg.connect(self._url, timeout=5, server_settings=SETTINGS)
            with reached(connection):
                # The server may go between the two: then this is an outage too, not a fault.
                for topic in TOPICS:
                    await connection.add_listener(topic, self._hear)
            connection.add_termination_listener(self._lose)
            self._connection = connection

    def _hear(self, _connection: object, _pid: int, topic: str, payload: str) -> None:
        for queue in self._followers[topic]:
            _put(queue, payload)

    def _lose(self, _connection: object) -> None:
        for queues in self._followers.values():
            for queue in queues:
                _put(queue, "")

    async def close(self) -> None:
        if self._connection is not None and not lost(self._connection):
            self._connection.remove_termination_listener(self._lose)
            with reached(self._connection):
                await self._connection.close(timeout=2)


def _put(queue: asyncio.Queue[str], payload: str) -> None:
    """A follower that does not keep up loses the names and is told to look for itself."""
    if queue.full():
        while not queue.empty():
            queue.get_nowait()
        payload = ""
    queue.put_nowait(payload)

"""A COMMIT whose answer never arrives: it is said, nothing repeats itself, the same again is harmless."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest

from core.adapters.postgres.pool import open_store
from core.domain.errors import Unavailable
from core.domain.task import State
from core.ports import Store
from tests.contract.made import ALICE, LATER, NOW, a_created, a_hash, a_task, an_incoming, create

pytestmark = pytest.mark.asyncio


class Wire:
    """A loopback relay to the database; `cut_at_commit` loses the answer of the next COMMIT."""

    def __init__(self, url: str) -> None:
        self._server = urlsplit(url)
        self.cut_at_commit = False

    @asynccontextmanager
    async def url(self) -> AsyncIterator[str]:
        relay = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        port = relay.sockets[0].getsockname()[1]
        yield self._server._replace(netloc=self._server.netloc.rpartition(":")[0] + f":{port}").geturl()
        relay.close()

    async def _relay(self, reader: StreamReader, writer: StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(self._server.hostname, self._server.port)
        committing = asyncio.Event()
        try:
            await asyncio.gather(
                self._ask(reader, up_writer, committing), self._answer(up_reader, writer, committing)
            )
        except ConnectionError:
            pass
        finally:
            writer.close()
            up_writer.close()

    async def _ask(self, reader: StreamReader, up: StreamWriter, committing: asyncio.Event) -> None:
        while data := await reader.read(65536):
            if self.cut_at_commit and b"COMMIT;" in data:
                self.cut_at_commit = False
                committing.set()
            up.write(data)
        up.close()

    async def _answer(self, up: StreamReader, writer: StreamWriter, committing: asyncio.Event) -> None:
        while data := await up.read(65536):
            if committing.is_set():
                writer.close()
                return
            writer.write(data)
        writer.close()


@pytest.mark.parametrize("what", ["link", "claim", "create", "move", "hash"])
async def test_a_lost_answer_is_e501_and_the_same_again_changes_nothing(
    store: Store, url: str, what: str
) -> None:
    task = await a_created(store)
    new = a_task(task.user_id)
    incoming = an_incoming()

    async def link(through: Store) -> bool:
        async with through.transaction() as db:
            return (await db.users.link(ALICE, NOW))[1]

    async def claim(through: Store) -> bool:
        async with through.transaction() as db:
            return (await db.turns.claim(incoming, "d", "t", NOW))[1]

    async def make(through: Store) -> bool:
        return len((await create(through, new)).history) != 1

    async def move(through: Store) -> bool:
        async with through.transaction() as db:
            return await db.tasks.move(task, State.PREVIEW, "confirmed", LATER) is not None

    async def report(through: Store) -> bool:
        async with through.transaction() as db:
            await db.tasks.add_hash(task, a_hash(1), ALICE, 1, LATER)
            return len(await db.tasks.hashes(task.id)) != 1

    steps: dict[str, Callable[[Store], Awaitable[bool]]] = {
        "link": link,
        "claim": claim,
        "create": make,
        "move": move,
        "hash": report,
    }
    wire = Wire(url)
    async with wire.url() as through, open_store(through) as far:
        await far.now()
        wire.cut_at_commit = True
        with pytest.raises(Unavailable, match="E501"):
            await steps[what](far)
        assert not await steps[what](far), "it was done, and done again"

"""What the tests of the embedded parts share: a folder, a watched part, an owner that is killed, patience."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from core.app.embedded.node import Node
from core.app.embedded.postgres import Postgres

Part = TypeVar("Part", Postgres, Node)
ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def watched(part: Part) -> AsyncIterator[Part]:
    """The part with its watch running; stopped at the end."""
    watching = asyncio.create_task(part.watch())
    try:
        yield part
    finally:
        await part.stop()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


@asynccontextmanager
async def killed_owner(part: str, data_dir: Path) -> AsyncIterator[tuple[int, str]]:
    """A program that owns the part: the part's pid and address. Killed with -9 when the block ends."""
    argv = (sys.executable, "-m", "tests.contract.embedded_owner", part, str(data_dir))
    owner = await asyncio.create_subprocess_exec(*argv, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert owner.stdout is not None
    pid, url = (await owner.stdout.readline()).decode().split()
    try:
        yield int(pid), url
    finally:
        owner.send_signal(signal.SIGKILL)
        await owner.wait()


async def until(holds: Callable[[], Awaitable[bool]], seconds: float = 20.0) -> None:
    """Returns once it holds; other processes send no events, so it is asked again and again."""
    async with asyncio.timeout(seconds):
        while not await holds():
            await asyncio.sleep(0.05)


async def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return (Path("/proc") / str(pid) / "stat").read_text().rsplit(") ", 1)[1].startswith("Z")


@contextmanager
def taken(port: int) -> Iterator[None]:
    """Somebody else listens there."""
    with socket.create_server(("127.0.0.1", port)):
        yield


def listening_on(port: int) -> set[str]:
    """The addresses that something listens on at that port, as /proc/net writes them."""
    lines = [
        line.split()
        for table in ("tcp", "tcp6")
        if (file := Path("/proc/net") / table).exists()
        for line in file.read_text().splitlines()[1:]
    ]
    return {line[1].split(":")[0] for line in lines if line[3] == "0A" and line[1].endswith(f":{port:04X}")}

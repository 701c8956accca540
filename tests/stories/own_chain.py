"""A demo chain that outlives the program: an anvil of the test's own, with the program's contracts on it."""

import asyncio
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from core.adapters.rpc import open_session
from core.app.embedded.demo import DemoFaucet, prepare_demo
from core.app.embedded.node import PACKAGES
from core.domain.types import Address
from tests.stories.program import Program

CATALOG = Path(__file__).parents[2] / "core" / "catalog" / "demo.toml"


class Beside(Program):
    """A program whose only chain is somebody else's."""

    rpc: str = ""

    @property
    def node(self) -> str:
        return self.rpc


@asynccontextmanager
async def own_chain(port: int, seconds: int = 1) -> AsyncIterator[str]:
    """The address of a node that makes a block every so many seconds, whatever becomes of the program."""
    (binary,) = PACKAGES.glob("anvil-*/bin/anvil")
    options = ("--quiet", "--port", str(port), "--chain-id", "31337", "--block-time", str(seconds))
    process = await asyncio.create_subprocess_exec(binary, *options, stdout=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        await _answers(url)
        await prepare_demo(url)
        yield url
    finally:
        process.kill()
        await process.wait()


async def _answers(url: str) -> None:
    async with asyncio.timeout(20), aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.post(
                    url, json={"jsonrpc": "2.0", "id": 1, "method": "eth_chainId", "params": []}
                ):
                    return
            except aiohttp.ClientError:
                await asyncio.sleep(0.05)


def beside(data_dir: Path, port: int, rpc: str, **settings: str) -> Beside:
    """The program on that chain, by a catalog of its own."""
    data_dir.parent.mkdir(parents=True, exist_ok=True)
    catalog = data_dir.with_suffix(".toml")
    catalog.write_text(re.sub(r"http://127\.0\.0\.1:8545", rpc, CATALOG.read_text("utf-8")), "utf-8")
    program = Beside(data_dir, port, CATALOG=str(catalog), **settings)
    program.rpc = rpc
    return program


async def fund(rpc: str, owner: str) -> None:
    async with open_session() as session:
        await DemoFaucet(rpc, session).fund(Address(owner))

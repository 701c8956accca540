"""The node of the demo chain: anvil as a child on loopback, its chain kept on disk, started again when it dies.

A block every two seconds comes from `watch`, not from anvil's own --block-time: with an interval of two seconds or
less anvil 1.7.1 ignores --prune-history and keeps 1,500 whole states in memory (1.7 GB after 5,000 blocks, 70 MB
with this; without --prune-history it writes them to disk, 5 GB).
"""

import asyncio
import logging
import platform
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from core.app.embedded.chain_state import StateFile
from core.app.embedded.child import Child, Process, end, spawn
from core.app.embedded.errors import EmbeddedError
from core.app.embedded.folder import as_embedded_error
from core.app.embedded.port import LOOPBACK, stable_port
from core.app.embedded.rpc import NodeSilent, call

log = logging.getLogger(__name__)

CHAIN_ID = 31337
BLOCK_SECONDS = 2.0
STATE_SECONDS = 2
STATES_KEPT = 30  # blocks that a balance can still be read at: one minute
COMPACT_ABOVE_BYTES = 12_000_000
READY_SECONDS = 30.0
POLL_SECONDS = 0.02
STOP_SECONDS = 10.0
SILENT_BEATS = 3
PACKAGES = Path(__file__).parent / "node_modules" / "@foundry-rs"
ARCHITECTURES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


@dataclass(frozen=True)
class Node:
    """A running node. `url` holds for its whole life, also over restarts."""

    url: str
    port: int
    child: Child
    state: StateFile

    async def mine(self) -> None:
        """Makes a block now, with everything that waits."""
        await call(self.port, "evm_mine")

    async def stop(self) -> None:
        """Makes a last block, since what waits is not kept, and stops the node; it writes its state."""
        if not self.child.stopped:
            try:
                await self.mine()
            except NodeSilent as error:
                log.info("no last block: %s", error)
        await self.child.stop()

    async def watch(self) -> None:
        """Runs until cancelled or stopped: makes blocks, keeps whole state files, starts the node when it dies."""
        async with asyncio.TaskGroup() as group:
            beat = group.create_task(self._beat())
            await self.child.watch()
            beat.cancel()

    async def _beat(self) -> None:
        clock = asyncio.get_running_loop().time
        compact_above = COMPACT_ABOVE_BYTES
        silent = 0
        due = clock()
        while True:
            due = max(due + BLOCK_SECONDS, clock())
            await asyncio.sleep(due - clock())
            try:
                await self.mine()
                silent = 0
            except NodeSilent as error:
                silent += 1
                log.warning("the node made no block: %s", error)
            with as_embedded_error(self.state.current):
                self.state.rotate()
            if silent >= SILENT_BEATS or self.state.size() > compact_above:
                await self._restart()
                silent, compact_above = 0, max(COMPACT_ABOVE_BYTES, 2 * self.state.size())

    async def _restart(self) -> None:
        log.info("starting the node anew: silent, or %s bytes of old blocks", self.state.size())
        try:
            await self.child.restart()
        except EmbeddedError as error:
            log.error("%s", error)


async def start_node(data_dir: Path) -> Node:
    """Returns when the node answers. The caller holds the claim on `data_dir` and the main thread.

    Blocks are made while `watch` runs; before that, `mine` makes one.
    """
    folder = data_dir.resolve() / "chain"
    binary = _binary()
    with as_embedded_error(folder):
        folder.mkdir(parents=True, exist_ok=True)
        port = stable_port(folder / "port", "the demo chain")
    state = StateFile(folder)
    child = Child("the node", lambda: _launch(binary, folder, state, port), signal.SIGTERM, STOP_SECONDS)
    await child.start()
    return Node(f"http://{LOOPBACK}:{port}", port, child, state)


def _binary() -> Path:
    system, machine = sys.platform, platform.machine().lower()
    binary = PACKAGES / f"anvil-{system}-{ARCHITECTURES.get(machine, machine)}" / "bin" / "anvil"
    if not binary.exists():
        raise EmbeddedError("E809", platform=f"{system} {machine}")
    return binary


async def _launch(binary: Path, folder: Path, state: StateFile, port: int) -> Process:
    output = folder / "node.log"
    with as_embedded_error(folder):
        state.recover()
        if state.size() > COMPACT_ABOVE_BYTES:
            await asyncio.to_thread(state.compact)
        process = spawn(
            [
                *(binary, "--quiet", "--host", LOOPBACK, "--port", str(port), "--chain-id", str(CHAIN_ID)),
                *("--no-mining", "--prune-history", str(STATES_KEPT)),
                *("--state", state.current, "--state-interval", str(STATE_SECONDS)),
            ],
            output,
            account=None,
            last_signal=signal.SIGTERM,
        )
    await _answers(process, port, output)
    return process


async def _answers(process: Process, port: int, output: Path) -> None:
    clock = asyncio.get_running_loop().time
    deadline = clock() + READY_SECONDS
    try:
        while process.poll() is None and clock() < deadline:
            try:
                await call(port, "eth_chainId", timeout_seconds=1.0)
            except NodeSilent:
                await asyncio.sleep(POLL_SECONDS)
            else:
                return
    except asyncio.CancelledError:
        await asyncio.shield(end(process, signal.SIGTERM, STOP_SECONDS))
        raise
    await end(process, signal.SIGTERM, STOP_SECONDS)
    said = output.read_text(errors="replace").strip().splitlines()
    raise EmbeddedError("E810", reason=said[-1] if said else "it said nothing", log=output)

"""A server as a child process: ends with this program however that ends, and is started again when it dies."""

import asyncio
import ctypes
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from core.app.embedded.account import Account
from core.app.embedded.errors import EmbeddedError

log = logging.getLogger(__name__)

Process = subprocess.Popen[bytes]
# Nothing of the caller's environment (PG*, ANVIL_*, LD_*) may change what the servers do.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
POLL_SECONDS = 0.1
LOG_BYTES_KEPT = 4_000_000
FIRST_DELAY, LONGEST_DELAY, STEADY_AFTER = 0.2, 30.0, 60.0
PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def spawn(argv: Sequence[str | Path], output: Path, *, account: Account | None, last_signal: int) -> Process:
    """Starts a child whose output is appended to `output`; it gets `last_signal` when this process dies.

    Linux only: elsewhere the child outlives a kill -9 of this process. The kernel ties the signal to the thread
    that forks, so it must be the main thread. The child has a session of its own: Ctrl-C does not reach it.
    """
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError(
            "children are started from the main thread: they die with the thread that forks them"
        )
    parent = os.getpid()

    def follow_parent() -> None:
        if _LIBC is not None:
            _LIBC.prctl(PR_SET_PDEATHSIG, last_signal, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    identity = {"user": account.uid, "group": account.gid, "extra_groups": []} if account else {}
    if output.exists() and output.stat().st_size > LOG_BYTES_KEPT:
        output.replace(output.with_suffix(".old"))
    with output.open("ab") as file:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            [str(part) for part in argv],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            cwd="/",
            env=ENVIRONMENT,
            start_new_session=True,
            preexec_fn=follow_parent,  # noqa: PLW1509 - two system calls, nothing that takes a lock
            **identity,
        )


async def exited(process: Process) -> int:
    """Waits until the process has ended; its exit code. Polls, since that works with every event loop."""
    while (code := process.poll()) is None:
        await asyncio.sleep(POLL_SECONDS)
    return code


async def end(process: Process, number: int, grace_seconds: float) -> None:
    """Asks the process to end by signal `number`, and kills it when the time of grace is over."""
    if process.poll() is None:
        process.send_signal(number)
        try:
            await asyncio.wait_for(exited(process), grace_seconds)
        except TimeoutError:
            log.warning("%s did not end in %s s and is killed", process.args, grace_seconds)
            process.kill()
    process.wait()


class Child:
    """One server process and the way to start it again."""

    def __init__(
        self, name: str, start: Callable[[], Awaitable[Process]], stop_signal: int, grace: float
    ) -> None:
        self.name = name
        self._start = start
        self._stop_signal = stop_signal
        self._grace = grace
        self._turn = asyncio.Lock()
        self._stopped = False
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def stopped(self) -> bool:
        return self._stopped

    async def start(self) -> None:
        """Returns when the server answers; raises EmbeddedError when it does not come up. Running: does nothing."""
        async with self._turn:
            if not self._stopped and (self._process is None or self._process.poll() is not None):
                self._process = await self._start()

    async def restart(self) -> None:
        """Stops the server cleanly and starts it again."""
        async with self._turn:
            if self._process and not self._stopped:
                await end(self._process, self._stop_signal, self._grace)
                self._process = await self._start()

    async def stop(self) -> None:
        """Stops the server for good; a second call does nothing."""
        async with self._turn:
            self._stopped = True
            if self._process:
                await end(self._process, self._stop_signal, self._grace)

    async def watch(self) -> None:
        """Starts the server again whenever it dies, at growing distances, until cancelled or stopped."""
        delay = FIRST_DELAY
        clock = asyncio.get_running_loop().time
        while (process := self._process) and not self._stopped:
            up_since = clock()
            code = await exited(process)
            async with self._turn:  # a stop or restart on purpose that is under way ends first
                died = self._died(process)
            if not died:
                continue
            delay = FIRST_DELAY if clock() - up_since > STEADY_AFTER else delay
            log.warning("%s ended with %s: starting it again in %.1f s", self.name, _told(code), delay)
            await asyncio.sleep(delay)
            delay = min(delay * 2, LONGEST_DELAY)
            try:
                await self.start()
            except EmbeddedError as error:
                log.error("%s", error)

    def _died(self, process: Process) -> bool:
        return self._process is process and not self._stopped


def _told(code: int) -> str:
    return f"code {code}" if code >= 0 else signal.Signals(-code).name

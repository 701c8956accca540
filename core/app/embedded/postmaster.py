"""What postmaster.pid says, and the end of servers that an earlier, killed program left behind."""

import asyncio
import os
import signal
from pathlib import Path

FILE = "postmaster.pid"
STATUS_LINE = 7  # "starting", "ready", "stopping": what pg_ctl -w goes by (PostgreSQL, miscinit.h)
POLL_SECONDS = 0.05


def is_ready(cluster: Path, pid: int) -> bool:
    """Whether the server `pid` says that it takes connections."""
    lines = _lines(cluster)
    return len(lines) > STATUS_LINE and lines[0] == str(pid) and lines[STATUS_LINE].strip() == "ready"


async def clear_leftover(cluster: Path, patience_seconds: float = 20.0) -> None:
    """Ends a server that still runs on this cluster, and removes a postmaster.pid that no server stands behind.

    PostgreSQL itself refuses to start when the file names a zombie, or a reused pid, of its own account.
    The caller holds the claim on the data folder, so a server found here has no owner any more.
    """
    lines = _lines(cluster)
    if not lines or not lines[0].isdigit():
        (cluster / FILE).unlink(missing_ok=True)
        return
    pid = int(lines[0])
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if not _serves(pid, cluster):
            break
        os.kill(pid, number)
        await _gone(pid, cluster, patience_seconds)
    (cluster / FILE).unlink(missing_ok=True)


async def _gone(pid: int, cluster: Path, seconds: float) -> None:
    clock = asyncio.get_running_loop().time
    deadline = clock() + seconds
    while _serves(pid, cluster) and clock() < deadline:
        await asyncio.sleep(POLL_SECONDS)


def _serves(pid: int, cluster: Path) -> bool:
    """Whether `pid` is a living PostgreSQL with this cluster as its working folder (Linux; else: by existence)."""
    process = Path("/proc") / str(pid)
    if not Path("/proc/self").exists():
        return _exists(pid)
    try:
        name, state = (process / "stat").read_text().split("(", 1)[1].rsplit(") ", 1)
        return name == "postgres" and state[0] != "Z" and (process / "cwd").samefile(cluster)
    except (OSError, IndexError):
        return False


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _lines(cluster: Path) -> list[str]:
    try:
        return (cluster / FILE).read_text().splitlines()
    except FileNotFoundError:
        return []

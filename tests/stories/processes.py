"""The processes of one program as the kernel knows them: found by the data folder that they stand on."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")


def of_folder(data_dir: Path) -> dict[int, str]:
    """Living processes that name the folder in their command line, or work in it; zombies have ended.

    The database of a program that root started may lie outside of the folder; `postgres/home` says where.
    """
    home = data_dir / "postgres" / "home"
    folders = [str(data_dir), *([home.read_text().strip()] if home.exists() else [])]
    found = {}
    for process in PROC.iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            words = _words(process)
            if words and any(folder in words for folder in folders):
                found[int(process.name)] = words
    return found


def _words(process: Path) -> str:
    """Command line and working folder; backends of PostgreSQL write over the first and keep the second."""
    try:
        state = (process / "stat").read_text().rsplit(") ", 1)[1][0]
        line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return "" if state == "Z" else f"{line} in {(process / 'cwd').readlink()}"
    except (OSError, IndexError):
        return ""


def postgres(data_dir: Path) -> list[int]:
    """The server first, then its backends."""
    found = {pid: words for pid, words in of_folder(data_dir).items() if "postgres" in words.split(" ")[0]}
    return sorted(found, key=lambda pid: (" -D " not in found[pid], pid))


def node(data_dir: Path) -> int:
    (pid,) = (pid for pid, words in of_folder(data_dir).items() if "/anvil" in words.split(" ")[0])
    return pid


def tell(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


async def gone(data_dir: Path, seconds: float = 5) -> dict[int, str]:
    """What is left of the program after that time; empty as soon as nothing is."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + seconds
    while (left := of_folder(data_dir)) and clock() < deadline:
        await asyncio.sleep(0.05)
    return left

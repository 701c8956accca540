"""A process of its own that takes a thread lock, says so, and keeps it until it is told or killed."""

import asyncio
import sys

from core.adapters.postgres.pool import open_store


async def hold(url: str, name: str) -> None:
    async with open_store(url) as store, store.thread_lock(name) as held:
        print("held" if held else "not held", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


if __name__ == "__main__":
    asyncio.run(hold(sys.argv[1], sys.argv[2]))

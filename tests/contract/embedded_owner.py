"""A program that owns an embedded part and is killed by a test: `python -m tests.contract.embedded_owner PART DIR`."""

import asyncio
import sys
from pathlib import Path

from core.app.embedded.claim import claimed
from core.app.embedded.node import Node, start_node
from core.app.embedded.postgres import Postgres, start_postgres


async def main(part: str, data_dir: Path) -> None:
    with claimed(data_dir):
        started: Postgres | Node
        started = await (start_postgres(data_dir) if part == "postgres" else start_node(data_dir))
        print(started.child.pid, started.url, flush=True)
        await started.watch()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))

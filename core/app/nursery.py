"""The only place that starts background tasks: each is kept, its failure is logged, all end together."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


class Nursery:
    """Background tasks of one process."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def start(self, name: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run in the background. Raises RuntimeError after `close`: nothing may start while we stop."""
        if self._closed:
            work.close()
            raise RuntimeError(f"{name}: stopping")
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s ended: %r", task.get_name(), error, exc_info=error)

    async def close(self, patience: float = 5) -> None:
        """Cancel everything and wait for it, `patience` seconds at most."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=patience)

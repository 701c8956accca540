"""Counts the calls that a story makes to the world, and lets something happen at one of them."""

import asyncio
from collections.abc import Callable


class Killed(BaseException):
    """The process is gone: nobody catches this, and nothing after it runs."""


class Fuse:
    """Shared by the fakes of one world. Every call is an await at which others may go first."""

    def __init__(self) -> None:
        self.count = 0
        self.trail: list[str] = []
        self._at: int | None = None
        self._then: Callable[[], None] | None = None

    def at(self, count: int, then: Callable[[], None]) -> None:
        """Counting anew: `then` runs (and may raise) in place of the call with this number, the first being 1."""
        self.off()
        self._at, self._then = count, then

    def breaks(self, count: int, error: BaseException) -> None:
        def then() -> None:
            raise error

        self.at(count, then)

    def off(self) -> None:
        """Counting anew, and nothing happens."""
        self.count, self.trail, self._at, self._then = 0, [], None, None

    async def step(self, name: str) -> None:
        self.count += 1
        self.trail.append(name)
        if self.count == self._at and self._then is not None:
            self._then()
        await asyncio.sleep(0)

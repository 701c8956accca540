"""Counts the calls that a story makes to the world, and lets something happen at one of them."""

import asyncio


class Killed(BaseException):
    """The process is gone: nobody catches this, and nothing after it runs."""


class Fuse:
    """Shared by the fakes of one world. Every call is an await at which others may go first."""

    def __init__(self) -> None:
        self.trail: list[str] = []
        self._at: int | str | None = None
        self._error: BaseException | None = None

    def breaks(self, at: int | str, error: BaseException) -> None:
        """Counting anew: the call with this number (the first is 1), or the next one of this name, fails."""
        self.trail, self._at, self._error = [], at, error

    def off(self) -> None:
        """Counting anew, and nothing fails."""
        self.trail, self._at, self._error = [], None, None

    async def step(self, name: str) -> None:
        self.trail.append(name)
        error = self._error
        if error is not None and self._at in (len(self.trail), name):
            self._error = None
            raise error
        await asyncio.sleep(0)

"""A clock that only a test moves."""

from datetime import UTC, datetime, timedelta

START = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)


class FakeClock:
    def __init__(self, now: datetime = START) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now

    def forward(self, by: timedelta | None = None, **units: float) -> None:
        """By a difference, or by `minutes=…`, `seconds=…`; a negative one is a clock that was set back."""
        self._now += by if by is not None else timedelta(**units)

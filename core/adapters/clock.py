"""The one time of the program: everything else asks the Clock port."""

from datetime import UTC, datetime, timedelta


class SystemClock:
    """core.ports.Clock: this machine's clock as aware UTC, moved by `offset`."""

    def __init__(self, offset: timedelta = timedelta()) -> None:
        self._offset = offset

    def now(self) -> datetime:
        return datetime.now(UTC) + self._offset


def clock_like(database_now: datetime) -> SystemClock:
    """A clock that shows the database's time, so that all processes on all machines agree on deadlines."""
    return SystemClock(database_now - SystemClock().now())

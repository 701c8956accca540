"""The one time of the program: everything else asks the Clock port."""

from datetime import UTC, datetime


class SystemClock:
    """core.ports.Clock: this machine's clock as aware UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)

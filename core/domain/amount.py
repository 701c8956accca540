"""One amount as it was read, or the reason why it was not."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Literal

from core.domain.numerals import plain_string

ASK: Final = "E107"
NOT_POSITIVE: Final = "E109"
FOREIGN: Final = "E118"

Fiat = Literal["usd", "other"]


@dataclass(frozen=True)
class Amount:
    """One amount in `text[start:end]`: a `value` (decimal string, `all`, `half`, `N%`), or a `code` that says
    why there is none, with the readings that are possible. `weak` ones (a bare 一, "one", "some") are words
    that often mean something else and count only beside a token or alone; `compared` ones are a bound
    ("at least 50", 50 以上), not an amount to send. `unit` is wei or gwei; then
    the value is already in whole coins. `fiat` marks money of a state."""

    start: int
    end: int
    value: str | None = None
    code: str | None = None
    readings: tuple[str, ...] = ()
    weak: bool = False
    compared: bool = False
    unit: str | None = None
    fiat: Fiat | None = None


def doubtful(amount: Amount) -> Amount:
    """The same amount as a question; what it seemed to say becomes a reading."""
    readings = (amount.value,) if amount.value is not None else amount.readings
    return replace(amount, value=None, code=amount.code or ASK, readings=readings)


def percent(start: int, end: int, value: Decimal | None) -> Amount:
    """A share of what is there; more than all of it, or one without an end, is asked about."""
    if value is None or value > 100:
        return Amount(start, end, code=ASK)
    return Amount(start, end, f"{plain_string(value)}%")

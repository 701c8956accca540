"""Amounts as people write them, in digits, Chinese numerals and English words; ambiguous is never guessed.

Works on folded text (core.domain.script) in which names of tokens, addresses and the like already stand as
capital letters (T for a token), so that what is beside a number can be judged.
"""

from dataclasses import replace
from decimal import Decimal

from core.domain import amount_words as words
from core.domain.amount import ASK, NOT_POSITIVE, Amount, doubtful
from core.domain.amount_readers import READERS
from core.domain.numerals import MOST_DIGITS


def find(text: str) -> tuple[Amount, ...]:
    """Every amount in a folded text, from left to right, without overlaps. Never raises."""
    seen = words.NOT_NUMBERS.sub(lambda match: "·" * len(match[0]), text)
    found: list[Amount] = []
    place = 0
    while place < len(seen):
        amount = next((amount for reader in READERS if (amount := reader(seen, place))), None)
        if amount is None or amount.end <= place:
            place += 1
            continue
        found.append(_judged(seen, amount))
        place = found[-1].end
    return tuple(_joined(seen, found))


def _judged(text: str, amount: Amount) -> Amount:
    """Zero, size, and the words beside it that take away its exactness."""
    if amount.value is not None and _size(amount.value) == 0:
        amount = replace(amount, value=None, code=NOT_POSITIVE)
    if amount.value is not None and len(amount.value) > MOST_DIGITS:
        amount = replace(amount, value=None, code=ASK, readings=())
    after = words.AFTER.match(text, amount.end)
    if after and after.end() > amount.end:
        amount = replace(doubtful(amount), end=after.end() if "T" not in after[0] else amount.end, weak=False)
    before = text[max(0, amount.start - 24) : amount.start]
    if words.NEGATIVE.search(before):
        amount = replace(doubtful(amount), code=NOT_POSITIVE, readings=())
    if words.BEFORE.search(before):
        amount = doubtful(amount)
    compared = words.COMPARED_BEFORE.search(before) or words.COMPARED_AFTER.match(text, amount.end)
    return replace(amount, compared=compared is not None)


def _size(value: str) -> Decimal | None:
    return None if value in {"all", "half"} else Decimal(value.rstrip("%"))


def _joined(text: str, found: list[Amount]) -> list[Amount]:
    """Two numbers with nothing but a link between them ("5-10", "五到十") are one doubtful amount."""
    joined: list[Amount] = []
    for amount in found:
        before = joined[-1] if joined else None
        if (
            before is not None
            and before.value not in {"all", "half"}
            and words.LINK.fullmatch(text[before.end : amount.start])
        ):
            joined[-1] = _one(before, amount, fraction="/" in text[before.end : amount.start])
        else:
            joined.append(amount)
    return joined


def _one(first: Amount, second: Amount, fraction: bool) -> Amount:
    said = [reading for one in (first, second) for reading in doubtful(one).readings]
    readings = () if fraction else tuple(dict.fromkeys(said))
    return replace(first, end=second.end, value=None, code=ASK, readings=readings, weak=False)


def value_order(text: str, place: int, amount: Amount) -> bool:
    """Money of a state that is to be turned into a token ("100 块钱的 ETH", "$20 worth of ETH"); `place` is
    where the amount ends in the text."""
    return amount.fiat is not None and words.WORTH.match(text, place) is not None


def exact(amount: Amount) -> str | None:
    """The value when it is one that can be sent as it stands; None for a doubt, a bound or a value order."""
    return None if amount.compared else amount.value


def readable(reading: str) -> bool:
    """A reading that can be put on a button: not zero."""
    return _size(reading) != 0

"""Shares of what somebody has: all, half, a quarter, 20 %, 三成, 百分之二十, 四分之一."""

import re
from decimal import Decimal

from core.domain import amount_words as words
from core.domain.amount import ASK, Amount, percent
from core.domain.number_words import SCALES
from core.domain.numerals import EXACT, chinese, latin, plain_string


def share_at(text: str, place: int) -> Amount | None:
    """all, half, quarters, 百分之, 分之; 百分之百 is all of it."""
    if match := words.HALF_SCALE.match(text, place):
        power = {"dozen": Decimal(6), "hundred": Decimal(50)}.get(match[1])
        value = power if power is not None else Decimal(5).scaleb(SCALES[match[1]] - 1)
        return Amount(place, match.end(), plain_string(value))
    if match := words.HALF_ONE.match(text, place):
        return Amount(place, match.end(), "0.5")
    if match := words.HALF_DOUBT.match(text, place):
        counted = text[match.end() :].lstrip()[:1].isdigit()
        return Amount(place, match.end(), code=ASK, readings=() if counted else ("0.5", "half"))
    if match := words.HALF.match(text, place):
        return Amount(place, match.end(), "half")
    if match := words.ALL_BUT.match(text, place):
        return Amount(place, match.end(), code=ASK)
    if match := words.ALL.match(text, place):
        return Amount(match.end() - 3 if match[0].endswith(" all") else place, match.end(), "all")
    if match := words.ALL_WEAK.match(text, place):
        return Amount(place, match.end(), "all", weak=True)
    match = words.SHARES.match(text, place)
    return _share(text, match) if match else None


def _share(text: str, match: re.Match[str]) -> Amount | None:
    start, end = match.span()
    if match[0] == "百分百":
        return percent(start, end, Decimal(100))
    coin = re.match(r"\s?T", text[end:])
    if match["percent"] and match["percent"] == "一" and coin:
        return _of_one(start, end, Decimal(1), {"百": 100, "千": 1000, "万": 10000}[match["per"]])
    if match["percent"]:
        value = Decimal(100) if match["percent"] == "百" else number(match["percent"].rstrip("."))
        value = None if value is None else value.scaleb({"百": 0, "千": -1, "万": -2}[match["per"]], EXACT)
        return percent(start, end, value)
    if match["under"]:
        under, over = number(match["under"]), number(match["over"])
        if coin and over and under and under == int(under):
            return _of_one(start, end, over, int(under))
        return percent(start, end, _part(over, under))
    if not match["many"] and not match["of"]:
        return None
    if re.match(r"\s+of\s+an?\s+T|\s+T", text[match.end("part") :]):
        return Amount(start, end, code=ASK)
    over = Decimal({"two": 2, "2": 2, "three": 3, "3": 3}.get(match["many"] or "a", 1))
    return percent(start, end, _part(over, Decimal(words.PARTS[match["part"]])))


def _of_one(start: int, end: int, over: Decimal, under: int) -> Amount:
    """ "四分之一 ETH" is a quarter of one coin as well as of all of them; with 的 it is a share of what is there."""
    share = _part(over, Decimal(under))
    readings = () if share is None else (plain_string(share.scaleb(-2, EXACT)), f"{plain_string(share)}%")
    return Amount(start, end, code=ASK, readings=readings)


def _part(over: Decimal | None, under: Decimal | None) -> Decimal | None:
    """over/under in percent when it ends; a third does not."""
    if over is None or not under or over > under:
        return None
    share = over * 100 / under
    return share if share * under == over * 100 and len(share.as_tuple().digits) < 12 else None


def number(run: str) -> Decimal | None:
    return latin(run)[0] if re.fullmatch(r"[\d.,]+", run) else chinese(run)

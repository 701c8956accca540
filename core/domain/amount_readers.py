"""Readers of one kind of number each: where one begins they say what it is and how far it goes."""

import re
import unicodedata
from dataclasses import replace
from decimal import Decimal

from core.domain import amount_words as words
from core.domain.amount import ASK, FOREIGN, NOT_POSITIVE, Amount, Fiat, doubtful, percent
from core.domain.number_words import SCALES, english
from core.domain.numerals import EXACT, chinese, latin, plain_string
from core.domain.shares import number, share_at


def _vague(text: str, place: int) -> Amount | None:
    match = words.VAGUE.match(text, place)
    if match is None:
        return None
    beside = re.match(r"\s*(?:of\s+)?(?:个|枚|颗|块|刀)?\s*(?:my\s+|的\s*)?T", text[match.end() :])
    return Amount(place, match.end(), code=ASK, weak=not beside and "几" not in match[0])


def _foreign(text: str, place: int) -> Amount | None:
    """Digits of other scripts, circled, raised, fractions in one character: never read (A23)."""
    end = place
    while end < len(text) and not text[end].isascii() and unicodedata.category(text[end]) == "Nd":
        end += 1
    if end > place:
        return Amount(place, end, code=FOREIGN)
    match = words.FRACTION_SIGNS.match(text, place)
    return Amount(place, match.end(), code=ASK) if match else None


def _point(text: str, place: int) -> Amount | None:
    """点五: half of one or five of something, so it is asked."""
    match = words.POINT.match(text, place)
    if match is None:
        return None
    behind = next((one for one in (_digits(text, match.end()), _numerals(text, match.end())) if one), None)
    if behind is None:
        return None
    run = text[match.end() : behind.end]
    value = chinese("零点" + run) if not run.isdigit() else Decimal(f"0.{run}")
    readings = (plain_string(value),) if value else ()
    return Amount(place, behind.end, code=ASK, readings=readings)


def _digits(text: str, place: int) -> Amount | None:
    match = words.LATIN.match(text, place)
    if match is None:
        return None
    blob = match["digits"].rstrip(".,'’_")
    end = match.start("digits") + len(blob)
    if spaced := re.compile(r"(?: \d{3})+(?![\d.,]*\d|\w)").match(text, end):
        together = (blob + spaced[0]).replace(" ", "")
        return Amount(
            place,
            spaced.end(),
            code=ASK,
            readings=(together,) if len(blob) < 4 and together.isdigit() else (),
        )
    if exponent := words.EXPONENT.match(text, end):
        return Amount(place, exponent.end(), code=ASK)
    value, readings = latin(blob)
    amount = Amount(place, end, code=None if value is not None else ASK, readings=readings)
    amount = _scaled(text, blob, value, amount)
    fiat: Fiat | None = None if match["money"] is None else "usd" if "$" in match["money"] else "other"
    amount = replace(amount, fiat=fiat or amount.fiat)
    if glued := words.GLUED.match(text, amount.end):
        return replace(doubtful(amount), end=glued.end(), readings=())
    if match["sign"]:
        sign = match["sign"].strip()
        return replace(
            doubtful(amount), code=ASK if sign == "+" else NOT_POSITIVE, readings=doubtful(amount).readings
        )
    return amount


def _scaled(text: str, blob: str, value: Decimal | None, amount: Amount) -> Amount:
    """What multiplies the digits: k, w, 万, million, and a half; then percent and units."""
    end = amount.end
    if apart := words.MIXED.match(text, end):
        run = re.compile(rf"[{words.ZH}\d.,]*").match(text, apart.end())
        tail = run[0].rstrip(".,") if run else ""
        mixed = chinese(blob + tail)
        return _ended(text, replace(amount, end=apart.end() + len(tail), readings=()), mixed)
    if letter := words.LETTER.match(text, end):
        power = words.LETTER_POWER[letter["sign"] or letter["apart"]]
        scaled = None if value is None else value.scaleb(power, EXACT)
        return _ended(text, replace(amount, end=letter.end(), readings=()), scaled)
    if scale := words.SCALE.match(text, end):
        factor = {"hundred": Decimal(100), "dozen": Decimal(12)}.get(scale[1]) or Decimal(10) ** SCALES[
            scale[1]
        ]
        scaled = None if value is None else EXACT.multiply(value, factor)
        return _ended(text, replace(amount, end=scale.end(), readings=()), scaled)
    if half := re.compile(r"\s+and\s+a\s+half(?![a-z])|\s?[个枚颗]半").match(text, end):
        added = None if value is None or value != int(value) else value + Decimal("0.5")
        return _ended(text, replace(amount, end=half.end(), readings=()), added)
    return _ended(text, amount, value)


def _ended(text: str, amount: Amount, value: Decimal | None) -> Amount:
    """Percent, tenths, wei and gwei, money of a state; then the value is fixed."""
    end = amount.end
    if sign := words.PERCENT.match(text, end):
        share = (
            None
            if value is None
            else value.scaleb(-1, EXACT)
            if "‰" in sign[0] or "mil" in sign[0]
            else value
        )
        return percent(amount.start, sign.end(), share)
    if tenths := words.TENTHS.match(text, end):
        more = (
            {None: Decimal(0), "半": Decimal(5)}.get(tenths[1])
            if tenths[1] in {None, "半"}
            else number(tenths[1])
        )
        whole = value is not None and value == int(value) and more is not None
        return percent(
            amount.start,
            tenths.end(),
            value * 10 + more if whole and value is not None and more is not None else None,
        )
    if value is None:
        return replace(amount, code=ASK)
    if points := words.POINTS.match(text, end):
        # A point of interest or of price: mostly a percent, but never said as one.
        readings = () if "基" in points[0] or "b" in points[0] else (f"{plain_string(value)}%",)
        return replace(amount, end=points.end(), value=None, code=ASK, readings=readings)
    if unit := words.UNIT.match(text, end):
        coins = value.scaleb(-18 if unit[1] == "wei" else -9, EXACT)
        return replace(amount, end=unit.end(), value=plain_string(coins), unit=unit[1])
    money = words.FIAT_AFTER.match(text, end)
    fiat: Fiat | None = None if money is None else "usd" if money["usd"] else "other"
    return replace(amount, end=money.end() if money else end, value=plain_string(value), code=None, fiat=fiat)


def _numerals(text: str, place: int) -> Amount | None:
    match = words.CHINESE.match(text, place)
    if match is None:
        return None
    run = match[0]
    if run.endswith("点"):
        run = run.rstrip("点")
    end = place + len(run)
    if not run:
        return None
    if half := re.compile(r"\s?[个枚颗]半").match(text, end):
        whole = chinese(run)
        return (
            Amount(place, half.end(), plain_string(whole + Decimal("0.5")))
            if whole is not None
            else Amount(place, half.end(), code=ASK)
        )
    if hundred := re.compile(r"个(?=[万亿])([万亿]+)").match(text, end):
        run, end = run + hundred[1], hundred.end()
    if digits := re.compile(r"\d[\d.,]*").match(text, end):
        return Amount(place, digits.end(), code=ASK)
    value = chinese(run)
    beside = (
        words.MEASURE.match(text, end)
        or words.FIAT_AFTER.match(text, end)
        or words.TENTHS.match(text, end)
        or words.PERCENT.match(text, end)
    )
    amount = _ended(text, Amount(place, end, code=None if value is not None else ASK), value)
    if value is None and len(run) == 2 and all(one in "一二两三四五六七八九" for one in run):
        amount = replace(
            amount, readings=tuple(plain_string(one) for one in map(chinese, run) if one is not None)
        )
    return replace(amount, weak=len(run) == 1 and not beside)


def _words(text: str, place: int) -> Amount | None:
    match = words.ENGLISH.match(text, place)
    if match is None:
        return None
    said = re.split(r"[\s-]+", match[0].strip())
    end = place + len(match[0].rstrip())
    value = english(said)
    beside = (
        words.MEASURE.match(text, end) or words.FIAT_AFTER.match(text, end) or words.PERCENT.match(text, end)
    )
    amount = _ended(text, Amount(place, end, code=None if value is not None else ASK), value)
    return replace(amount, weak=said in (["one"], ["point"], ["zero"]) and not beside)


READERS = (_foreign, share_at, _point, _vague, _digits, _numerals, _words)

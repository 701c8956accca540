"""Numerals of one script at a time, read strictly: a value, or None where two readings exist."""

import re
from decimal import Context, Decimal

EXACT = Context(prec=400)
MOST_DIGITS = 78

_GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3}){2,}(?:\.\d+)?|[1-9]\d{0,2},\d{3}\.\d+")
_GROUPED_DOTS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d{1,2})?|[1-9]\d{0,2}\.\d{3},\d{1,2}")
_GROUPED_QUOTES = re.compile(r"[1-9]\d{0,2}(?:['’]\d{3})+(?:\.\d+)?")
_ONE_COMMA = re.compile(r"(\d+),(\d+)")


def latin(blob: str) -> tuple[Decimal | None, tuple[str, ...]]:
    """Digits with separators → the value, or None with the readings that are possible.

    One comma is always ambiguous ("12,001"); one dot followed by exactly 000 asks (interfaces.md); several
    groups, or a group and a decimal sign of the other kind, have one reading.
    """
    if len(blob) > MOST_DIGITS:
        return None, ()
    if re.fullmatch(r"0|[1-9]\d*", blob):
        return Decimal(blob), ()
    if single := re.fullmatch(r"(0|[1-9]\d*)?\.(\d+)", blob):
        return _one_dot(single[1] or "0", single[2])
    if _GROUPED.fullmatch(blob):
        plain = blob.replace(",", "")
        return (None, (plain[:-4],)) if plain.endswith(".000") else (Decimal(plain), ())
    if _GROUPED_DOTS.fullmatch(blob):
        return Decimal(blob.replace(".", "").replace(",", ".")), ()
    if _GROUPED_QUOTES.fullmatch(blob):
        return Decimal(re.sub("['’]", "", blob)), ()
    if comma := _ONE_COMMA.fullmatch(blob):
        decimal = plain_string(Decimal(f"{comma[1]}.{comma[2]}"))
        grouped = len(comma[2]) == 3 and 0 < len(comma[1]) <= 3 and comma[1][0] != "0"
        return None, (comma[1] + comma[2], decimal) if grouped else (decimal,)
    bare = re.sub("[_'’]", "", blob)
    return None, ((bare.lstrip("0") or "0",) if bare.isdigit() else ())


def _one_dot(whole: str, fraction: str) -> tuple[Decimal | None, tuple[str, ...]]:
    if fraction == "000" and whole != "0":
        return None, (whole + fraction, whole)
    return Decimal(f"{whole}.{fraction}"), ()


def plain_string(value: Decimal) -> str:
    """A decimal string without exponent or trailing zeros."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


ZH_DIGITS = "零〇一二两三四五六七八九幺壹贰叁肆伍陆柒捌玖俩仨"
ZH_UNITS = "十百千万亿拾佰仟廿卅"
_VALUE = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_FORMAL = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟〇俩仨幺", "一二三四五六七八九十百千零两三一")
_POWER = {"十": 1, "百": 2, "千": 3, "万": 4, "亿": 8}


def chinese(run: str) -> Decimal | None:
    """Chinese numerals, plain or formal, also with digits as coefficients (1.5万, 1万5, 3千5).

    None where people mean different things by it: 两三, 七八十, 百八十, 1万50.
    """
    run = run.translate(_FORMAL).replace("廿", "二十").replace("卅", "三十")
    if "点" in run:
        return _with_point(run)
    if all(character in _VALUE for character in run):
        return _positional(run)
    if re.match(r"[\d.,]", run):
        return _with_digits(run)
    return None if re.search(r"[\d.,]", run) else _whole(run)


def _positional(run: str) -> Decimal | None:
    if len(run) > 1 and (run[0] == "零" or "两" in run or (len(run) == 2 and "零" not in run)):
        return None
    return Decimal("".join(str(_VALUE[character]) for character in run))


def _with_point(run: str) -> Decimal | None:
    left, _, right = run.partition("点")
    digits = re.match(r"[零一二三四五六七八九]+", right)
    if digits is None or re.search(r"[\d.,]", run):
        return None
    units = right[digits.end() :]
    whole = chinese(left) if left else None
    if whole is None or any(unit not in _POWER for unit in units) or not _rising(units):
        return None
    if units and whole != int(whole):
        return None
    fraction = "".join(str(_VALUE[character]) for character in digits.group())
    return Decimal(f"{whole:f}.{fraction}").scaleb(sum(_POWER[unit] for unit in units), EXACT)


def _rising(units: str) -> bool:
    """千万 and 万亿 multiply; 万千 does not."""
    powers = [_POWER[unit] for unit in units]
    return powers == sorted(powers) and len(set(powers)) == len(powers)


def _whole(run: str) -> Decimal | None:
    """Whole numbers without digits of another script."""
    for unit in ("亿", "万"):
        if unit in run:
            left, _, right = run.rpartition(unit) if unit == "万" else run.partition(unit)
            if not left or unit in right or (unit == "万" and unit in left):
                return None
            many: Decimal | None = (
                Decimal(1000 if left == "千" else 100) if left in {"千", "百"} else _whole(left)
            )
            tail = _tail(right, 10 ** _POWER[unit])
            if many is None or tail is None:
                return None
            return many * Decimal(10 ** _POWER[unit]) + tail
    return _section(run)


def _tail(run: str, unit: int) -> Decimal | None:
    """What follows a unit: 五 after 万 is five thousand, 零五 is five."""
    if not run:
        return Decimal(0)
    if run in _VALUE:
        return Decimal(_VALUE[run] * unit // 10) if run != "零" else None
    rest = run.lstrip("零")
    value = _whole(rest) if rest else None
    return value if value is not None and value < unit else None


def _section(run: str) -> Decimal | None:
    """A number below ten thousand; units fall, a last bare digit counts a tenth of the unit before it."""
    total, last, digit, zero = 0, 10000, None, False
    for place, character in enumerate(run):
        if character in _VALUE:
            if digit is not None:
                return None
            if character == "零":
                zero = True
            else:
                digit = _VALUE[character]
            continue
        unit = 10 ** _POWER.get(character, 9)
        if unit >= last or (digit is None and (character != "十" or (place > 0 and not zero))):
            return None
        total, last, digit, zero = total + (1 if digit is None else digit) * unit, unit, None, False
    if digit is None:
        return None if zero else Decimal(total)
    return Decimal(total + digit * (last // 10 if last in {100, 1000} and not zero else 1))


_PART = re.compile(r"(\d[\d.,]*)?([零一二两三四五六七八九]?)([十百千万亿]+)")


def _with_digits(run: str) -> Decimal | None:
    """Digits as coefficients of Chinese units: 1.5万, 1亿2000万, 3千5, 1万零5."""
    total, smallest, place, parts = Decimal(0), Decimal(10) ** 20, 0, 0
    while part := _PART.match(run, place):
        value = latin(part[1])[0] if part[1] and not part[2] else None
        if value is None and part[2] and not part[1]:
            value = Decimal(_VALUE[part[2]])
        unit = Decimal(1).scaleb(sum(_POWER[unit] for unit in part[3]))
        if value is None or not _rising(part[3]) or (parts and value != int(value)):
            return None
        if EXACT.multiply(value, unit) >= smallest or (parts and total % smallest):
            return None
        total = EXACT.add(total, EXACT.multiply(value, unit))
        smallest, place, parts = unit, part.end(), parts + 1
    rest = run[place:].removesuffix(".").removesuffix(",")
    if not parts:
        return None
    if not rest:
        return total
    tail = _digit_tail(rest, smallest)
    return None if tail is None or tail >= smallest or total % smallest else total + tail


def _digit_tail(rest: str, unit: Decimal) -> Decimal | None:
    if re.fullmatch(r"[1-9]", rest) or (rest in _VALUE and rest != "零"):
        return (Decimal(rest) if rest.isascii() else Decimal(_VALUE[rest])) * unit / 10
    if unit == 10000 and re.fullmatch(r"[1-9]\d{3}", rest):
        return Decimal(rest)
    if zero := re.fullmatch(r"零+([1-9]\d*)", rest):
        return Decimal(zero[1])
    return None

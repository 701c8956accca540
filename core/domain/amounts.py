"""Amounts as people write them, in digits, Chinese numerals and English words; ambiguous is never guessed.

Works on folded text (core.domain.script) in which names of tokens, addresses and the like already stand as
capital letters (T for a token), so that what is beside a number can be judged.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Literal

from core.domain.numerals import EXACT, MOST_DIGITS, SCALES, chinese, english, latin, plain_string

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


_ZH = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅俩仨幺"
_NOT_NUMBERS = re.compile(
    r"(?<![" + _ZH + r"])(?:万一|万分|万能|万事|十分(?=[\u4e00-\u9fff]))|一下子?|一会儿?|一起|一样|一直|一定|一共|一般|一切|一旦|(?<![" + _ZH + r"])千万(?=别|不|要|记|小)|一遍|一次性|唯一|统一|(?<!分)之一"
    r"|半天|半夜|三方|百科|一手|一口气|一律|一键|一同|一并|一路|一心|一致|一旁|一边"
    r"|一笔|一位|一名|一番|一个(?=朋友|人|地址|钱包|账|号|同事|家人|交易|问题|新|好)|四处|百度|四舍五入|一五一十|一如|逐一|某一"
    r"|一(?=直|种|刻)|第[" + _ZH + r"\d]+|(?<=[星礼])期?[拜]?[一二三四五六]|周[一二三四五六](?!共)"
)
_VAGUE = re.compile(
    r"(?:好)?几[十百千万亿]*(?=个|枚|颗|块|刀|\s*T|[十百千万亿]|元)|(?:[上近数好][十百千万亿]+|若干|少许|些许|一些|有些|一点[点儿]?|点儿|一丢丢)"
    r"(?![" + _ZH + r"\d])"
    r"|(?<![a-z])(?:some|a few|few|several|a couple(?: of)?|couple(?: of)?|a bit(?: of)?|a little|a handful of|dozens(?: of)?|hundreds(?: of)?"
    r"|thousands(?: of)?|millions(?: of)?|lots of|a lot of|plenty of|a bunch of|tons of)(?![a-z])"
)
_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:about|around|roughly|approximately|approx\.?|nearly|almost|circa|ca\.?|maybe|perhaps)\s*"
    r"|[~≈]\s*|大概|大约|约莫|约|差不多|将近|接近|可能)(?:是|要|有)?\s*$"
)
_COMPARED_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:at least|at most|up to|(?:no |not )?(?:more|less|fewer|greater|bigger|lower|higher) than|under|above|below"
    r"|exceeds?|between|(?<!send )(?<!hand )(?<!transfer )(?<!move )(?<!pay )(?<!wire )(?<!shoot )over)\s*|[<>≥≤]=?\s*"
    r"|至少|最多|最少|起码|[不没]?(?:超过|少于|多于|低于|高于|大于|小于|足|到|满)(?:了|到)?)\s*$"
)
_AFTER = re.compile(
    r"\s*(?:多(?!谢|少)|余(?!额)|来(?=个|块|枚|万|T|\s)|几(?!个月|天)|\+(?!\d))"
    r"|\s?(?:个|枚|块|刀)?\s?T?\s?(?:左右|上下|(?:or so|ish|plus)(?![a-z]))"
)
_COMPARED_AFTER = re.compile(r"\s?(?:个|枚|块|刀)?\s?T?\s?(?:以上|以下|以内|之上|之下|(?:or more|or less|max)(?![a-z]))")
_EXPONENT = re.compile(r"\s?(?:e[+-]?\d+|(?:\^|\*\*|×|\*|x)\s?[\d^]+)[\d.^*e+-]*")
_LINK = re.compile(r"\s?(?:-|–|—|~|～|to|到|至|or|或者?|还是|、|/|－|,)\s?")
_MEASURE = re.compile(r"\s*(?:个|枚|颗|只)?\s*(?:T|U(?![a-z])|单位)|\s*(?:个|枚|颗)(?!月|人|小时|地址|钱包|朋友|区块)")
_FIAT_AFTER = re.compile(
    r"\s*(?P<usd>美元|美金|刀|us dollars?|dollars?|bucks?|usd(?![a-z])|\$)|\s*(?P<other>人民币|块钱?|元|欧元|日元|英镑|rmb|cny|euros?"
    r"|eur(?![a-z])|pounds?|gbp|yuan|yen|jpy|cents?|角|毛钱|港币|hkd|€|£|¥)"
)
_WORTH = re.compile(r"\s*(?:worth of|worth|in|of)\s*T|\s*(?:的|等值的?|价值的?)\s*T")
_UNIT = re.compile(r"\s?(gwei|wei)(?![a-z])")
_LETTER = re.compile(r"(?P<sign>[kmbw]|bn|mn)(?![a-z0-9])|\s(?P<apart>[kmbw]|bn|mn)(?=\s*(?:T|个|$))")
_LETTER_POWER = {"k": 3, "m": 6, "mn": 6, "b": 9, "bn": 9, "w": 4}
_SCALE = re.compile(r"\s?(hundred|thousand|million|billion|trillion|grand|dozen)(?![a-z])")
_PERCENT = re.compile(r"\s?(?:%|percent(?!a)|per cent|pct(?![a-z])|‰|个百分点)")
_TENTHS = re.compile(r"\s?成(?!功|为|交|本|立|员|都|了)(半|[一二三四五六七八九1-9])?")
_LATIN = re.compile(r"(?<![a-z0-9_.])(?:(?P<sign>[-+−])\s?)?(?:(?P<money>us\$|[$€£¥])\s?)?(?P<digits>\d[\d.,'’_]*|\.\d[\d.,'’_]*)")
_CHINESE = re.compile(f"[{_ZH}][{_ZH}点]*")
_MIXED = re.compile(rf"\s?个?(?=[万亿])|\s?(?=[十百千万亿])")
_WORD = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|trillion|dozen|point|grand"
)
_ENGLISH = re.compile(
    rf"(?<![a-z])(?:a(?=[\s-]+(?:hundred|thousand|million|billion|trillion|dozen|grand)(?![a-z]))[\s-]+)?(?:{_WORD})(?![a-z])"
    rf"(?:[\s-]+(?:and[\s-]+a[\s-]+half(?![a-z])(?:[\s-]+(?:thousand|million|billion)(?![a-z]))?|and[\s-]+(?:{_WORD})(?![a-z])|(?:{_WORD})(?![a-z])))*"
)
_SHARES = re.compile(
    rf"(?P<per>百|千|万)分之(?P<percent>[{_ZH}点\d.]+)|(?P<under>[{_ZH}\d]+)分之(?P<over>[{_ZH}\d]+)"
    r"|(?<![a-z])(?:(?P<many>a|an|one|two|three|1|2|3)[\s-]+)?(?P<part>quarter|third|fourth|fifth|tenth|eighth|sixth|seventh|ninth)s?(?P<of>\s+of)?(?![a-z])"
)
_PARTS = {"quarter": 4, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10, "eighth": 8, "sixth": 6, "seventh": 7, "ninth": 9}
_HALF = re.compile(
    r"(?<![a-z])half(?:\s+of)?\s+(?:my|the|our|all|it|its|that|this)(?![a-z])|(?<![a-z])half\s+of\s+(?=T)|一半|半数|(?<![a-z])(?:a\s+)?half(?=\s*(?:$|[.,!?]|to |of it|in T))"
)
_HALF_ONE = re.compile(r"(?<![a-z])half\s+(?:of\s+)?an?(?=\s+T)|半\s?(?=[个枚颗]|\s?T)")
_HALF_SCALE = re.compile(r"(?<![a-z])half\s+a\s+(million|thousand|hundred|dozen|billion)(?![a-z])")
_HALF_DOUBT = re.compile(r"(?<![a-z])half(?=\s+T)")
_ALL_BUT = re.compile(
    r"(?<![a-z])(?:all|everything)\s+(?:of\s+)?(?:my\s+)?(?:T\s+)?(?:but|except|minus|apart from|save)(?![a-z])"
)
_ALL = re.compile(
    r"(?<![a-z])(?:all|every bit)(?:\s+of)?\s+(?:my|the|our|it|its|of it|that|this|funds|tokens|coins|(?=T))(?![a-z])|(?<![a-z])(?:send|transfer|move|pay|it|them|stake|unstake|withdraw)\s+\Kall"
    .replace(r"\K", "")
    + r"(?![a-z])|(?<![a-z])(?:everything|max(?:imum)?(?:\s+amount)?|(?:(?:my|the)\s+)?(?:entire|whole|full|total|complete)\s+(?:of\s+)?(?:my\s+)?(?:(?=T\s+(?:balance|amount|holdings?|bag|stack|position))|(?:balance|amount|wallet|holdings?|bag|stack))|the lot)(?![a-z])"
    r"|全部|所有的?|全数|全额|统统|通通|整个余额"
)
_ALL_WEAK = re.compile(
    r"(?<![a-z])(?<!that's )(?<!thats )(?<!at )(?<!after )(?<!not )all(?:\s+of\s+(?:it|them))?(?=\s*(?:$|[.!]|to\s+A))|(?<=T)\s?(?:全|都|全都)(?=转|打|发|给|汇|质押|取|赎|提|送)|(?:全|全都)(?=转|打给|发给|汇|质押|取出|赎回)"
)
_FRACTION_SIGNS = re.compile("[\u00bc-\u00be\u2150-\u215e\u2460-\u24ff\u00b2\u00b3\u00b9\u2070-\u2079\u2776-\u2793]+")


def find(text: str) -> tuple[Amount, ...]:
    """Every amount in a folded text, from left to right, without overlaps. Never raises."""
    seen = _NOT_NUMBERS.sub(lambda match: "·" * len(match[0]), text)
    found: list[Amount] = []
    place = 0
    while place < len(seen):
        amount = next((amount for reader in _READERS if (amount := reader(seen, place))), None)
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
    after = _AFTER.match(text, amount.end)
    if after and after.end() > amount.end:
        amount = replace(_doubtful(amount), end=after.end() if "T" not in after[0] else amount.end, weak=False)
    before = text[max(0, amount.start - 24) : amount.start]
    if _BEFORE.search(before):
        amount = _doubtful(amount)
    compared = _COMPARED_BEFORE.search(before) or _COMPARED_AFTER.match(text, amount.end)
    return replace(amount, compared=compared is not None)


def _size(value: str) -> Decimal | None:
    return None if value in {"all", "half"} else Decimal(value.rstrip("%"))


def _doubtful(amount: Amount) -> Amount:
    readings = (amount.value,) if amount.value is not None else amount.readings
    return replace(amount, value=None, code=amount.code or ASK, readings=readings)


def _joined(text: str, found: list[Amount]) -> list[Amount]:
    """Two numbers with nothing but a link between them ("5-10", "五到十") are one doubtful amount."""
    joined: list[Amount] = []
    for amount in found:
        before = joined[-1] if joined else None
        if before is not None and before.value not in {"all", "half"} and _LINK.fullmatch(text[before.end : amount.start]):
            fraction = "/" in text[before.end : amount.start]
            readings = () if fraction else tuple(dict.fromkeys(reading for one in (before, amount) for reading in _doubtful(one).readings))
            joined[-1] = replace(before, end=amount.end, value=None, code=ASK, readings=readings, weak=False)
        else:
            joined.append(amount)
    return joined


def _whole_share(text: str, place: int) -> Amount | None:
    """all, half, quarters, 百分之, 分之; 百分之百 is all of it."""
    if match := _HALF_SCALE.match(text, place):
        power = {"dozen": Decimal(6), "hundred": Decimal(50)}.get(match[1])
        value = power if power is not None else Decimal(5).scaleb(SCALES[match[1]] - 1)
        return Amount(place, match.end(), plain_string(value))
    if match := _HALF_ONE.match(text, place):
        return Amount(place, match.end(), "0.5")
    if match := _HALF_DOUBT.match(text, place):
        return Amount(place, match.end(), code=ASK, readings=("0.5", "half"))
    if match := _HALF.match(text, place):
        return Amount(place, match.end(), "half")
    if match := _ALL_BUT.match(text, place):
        return Amount(place, match.end(), code=ASK)
    if match := _ALL.match(text, place):
        return Amount(match.end() - 3 if match[0].endswith(" all") else place, match.end(), "all")
    if match := _ALL_WEAK.match(text, place):
        return Amount(place, match.end(), "all", weak=True)
    match = _SHARES.match(text, place)
    return _share(text, match) if match else None


def _share(text: str, match: re.Match[str]) -> Amount | None:
    start, end = match.span()
    if match["percent"]:
        value = Decimal(100) if match["percent"] == "百" else _number(match["percent"].rstrip("."))
        value = None if value is None else value.scaleb({"百": 0, "千": -1, "万": -2}[match["per"]], EXACT)
        return _percent(start, end, value)
    if match["under"]:
        under, over = _number(match["under"]), _number(match["over"])
        return _percent(start, end, _part(over, under))
    if not match["many"] and not match["of"]:
        return None
    if re.match(r"\s+of\s+an?\s+T|\s+T", text[match.end("part") :]):
        return Amount(start, end, code=ASK)
    over = Decimal({"two": 2, "2": 2, "three": 3, "3": 3}.get(match["many"] or "a", 1))
    return _percent(start, end, _part(over, Decimal(_PARTS[match["part"]])))


def _part(over: Decimal | None, under: Decimal | None) -> Decimal | None:
    """over/under in percent when it ends; a third does not."""
    if over is None or not under or over > under:
        return None
    share = over * 100 / under
    return share if share * under == over * 100 and len(share.as_tuple().digits) < 12 else None


def _percent(start: int, end: int, value: Decimal | None) -> Amount:
    if value is None or value > 100:
        return Amount(start, end, code=ASK)
    return Amount(start, end, f"{plain_string(value)}%")


def _number(run: str) -> Decimal | None:
    return latin(run)[0] if re.fullmatch(r"[\d.,]+", run) else chinese(run)


def _vague(text: str, place: int) -> Amount | None:
    match = _VAGUE.match(text, place)
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
    match = _FRACTION_SIGNS.match(text, place)
    return Amount(place, match.end(), code=ASK) if match else None


def _digits(text: str, place: int) -> Amount | None:
    match = _LATIN.match(text, place)
    if match is None:
        return None
    blob = match["digits"].rstrip(".,'’_")
    end = match.start("digits") + len(blob)
    if spaced := re.compile(r"(?: \d{3})+(?![\d.,]*\d|\w)").match(text, end):
        together = (blob + spaced[0]).replace(" ", "")
        return Amount(place, spaced.end(), code=ASK, readings=(together,) if len(blob) < 4 and together.isdigit() else ())
    if exponent := _EXPONENT.match(text, end):
        return Amount(place, exponent.end(), code=ASK)
    value, readings = latin(blob)
    amount = Amount(place, end, code=None if value is not None else ASK, readings=readings)
    amount = _scaled(text, blob, value, amount)
    fiat: Fiat | None = None if match["money"] is None else "usd" if "$" in match["money"] else "other"
    amount = replace(amount, fiat=fiat or amount.fiat)
    if match["sign"]:
        sign = match["sign"].strip()
        return replace(_doubtful(amount), code=ASK if sign == "+" else NOT_POSITIVE, readings=_doubtful(amount).readings)
    return amount


def _scaled(text: str, blob: str, value: Decimal | None, amount: Amount) -> Amount:
    """What multiplies the digits: k, w, 万, million, and a half; then percent and units."""
    end = amount.end
    if apart := _MIXED.match(text, end):
        run = re.compile(rf"[{_ZH}\d.,]*").match(text, apart.end())
        tail = run[0].rstrip(".,") if run else ""
        mixed = chinese(blob + tail)
        return _ended(text, replace(amount, end=apart.end() + len(tail), readings=()), mixed)
    if letter := _LETTER.match(text, end):
        power = _LETTER_POWER[letter["sign"] or letter["apart"]]
        scaled = None if value is None else value.scaleb(power, EXACT)
        return _ended(text, replace(amount, end=letter.end(), readings=()), scaled)
    if scale := _SCALE.match(text, end):
        factor = {"hundred": Decimal(100), "dozen": Decimal(12)}.get(scale[1]) or Decimal(10) ** SCALES[scale[1]]
        scaled = None if value is None else EXACT.multiply(value, factor)
        return _ended(text, replace(amount, end=scale.end(), readings=()), scaled)
    if half := re.compile(r"\s+and\s+a\s+half(?![a-z])|\s?[个枚颗]半").match(text, end):
        added = None if value is None or value != int(value) else value + Decimal("0.5")
        return _ended(text, replace(amount, end=half.end(), readings=()), added)
    return _ended(text, amount, value)


def _ended(text: str, amount: Amount, value: Decimal | None) -> Amount:
    """Percent, tenths, wei and gwei, money of a state; then the value is fixed."""
    end = amount.end
    if percent := _PERCENT.match(text, end):
        share = None if value is None else value.scaleb(-1, EXACT) if "‰" in percent[0] else value
        return _percent(amount.start, percent.end(), share)
    if tenths := _TENTHS.match(text, end):
        more = {None: Decimal(0), "半": Decimal(5)}.get(tenths[1]) if tenths[1] in {None, "半"} else _number(tenths[1])
        whole = value is not None and value == int(value) and more is not None
        return _percent(amount.start, tenths.end(), value * 10 + more if whole and value is not None and more is not None else None)
    if value is None:
        return replace(amount, code=ASK)
    if unit := _UNIT.match(text, end):
        coins = value.scaleb(-18 if unit[1] == "wei" else -9, EXACT)
        return replace(amount, end=unit.end(), value=plain_string(coins), unit=unit[1])
    money = _FIAT_AFTER.match(text, end)
    fiat: Fiat | None = None if money is None else "usd" if money["usd"] else "other"
    return replace(amount, end=money.end() if money else end, value=plain_string(value), code=None, fiat=fiat)


def _numerals(text: str, place: int) -> Amount | None:
    match = _CHINESE.match(text, place)
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
        return Amount(place, half.end(), plain_string(whole + Decimal("0.5"))) if whole is not None else Amount(place, half.end(), code=ASK)
    if hundred := re.compile(r"个(?=[万亿])([万亿]+)").match(text, end):
        run, end = run + hundred[1], hundred.end()
    if digits := re.compile(r"\d[\d.,]*").match(text, end):
        return Amount(place, digits.end(), code=ASK)
    value = chinese(run)
    beside = _MEASURE.match(text, end) or _FIAT_AFTER.match(text, end) or _TENTHS.match(text, end) or _PERCENT.match(text, end)
    amount = _ended(text, Amount(place, end, code=None if value is not None else ASK), value)
    if value is None and len(run) == 2 and all(one in "一二两三四五六七八九" for one in run):
        amount = replace(amount, readings=tuple(plain_string(one) for one in map(chinese, run) if one is not None))
    return replace(amount, weak=len(run) == 1 and not beside)


def _words(text: str, place: int) -> Amount | None:
    match = _ENGLISH.match(text, place)
    if match is None:
        return None
    words = re.split(r"[\s-]+", match[0].strip())
    end = place + len(match[0].rstrip())
    value = english(words)
    beside = _MEASURE.match(text, end) or _FIAT_AFTER.match(text, end) or _PERCENT.match(text, end)
    amount = _ended(text, Amount(place, end, code=None if value is not None else ASK), value)
    return replace(amount, weak=words in (["one"], ["point"], ["zero"]) and not beside)


def value_order(text: str, place: int, amount: Amount) -> bool:
    """Money of a state that is to be turned into a token ("100 块钱的 ETH", "$20 worth of ETH"); `place` is
    where the amount ends in the text."""
    return amount.fiat is not None and _WORTH.match(text, place) is not None


def exact(amount: Amount) -> str | None:
    """The value when it is one that can be sent as it stands; None for a doubt, a bound or a value order."""
    return None if amount.compared else amount.value


def readable(reading: str) -> bool:
    """A reading that can be put on a button: not zero."""
    return _size(reading) != 0


_READERS = (_foreign, _whole_share, _vague, _digits, _numerals, _words)

"""Amounts: what is clear is read exactly, what has two readings is asked, nothing is ever misread."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.amounts import find
from core.domain.script import fold
from core.understanding.elements import amount_of
from tests.unit.words import WORDS

_DIGITS = "零一二三四五六七八九"
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def _section(number: int) -> str:
    """Up to 9999 as it is written in full: 一千零五."""
    said, gap = "", False
    for power, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, power)
        if digit:
            said += ("零" if gap and said else "") + _DIGITS[digit] + unit
        gap = not digit
        if not number and power > 1:
            break
    return said


def _chinese(number: int) -> str:
    """Whole numbers below 10^12 in full Chinese numerals."""
    if number == 0:
        return "零"
    said = ""
    for power, unit in ((10**8, "亿"), (10**4, "万"), (1, "")):
        part, number = divmod(number, power)
        if part:
            bridge = "零" if said and part < 1000 and not said.endswith("零") else ""
            said += bridge + _section(part) + unit
        elif said and number and not said.endswith("零"):
            said += "零"
    return said.replace("零零", "零")


def _english(number: int) -> str:
    for scale, word in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= scale:
            many, rest = divmod(number, scale)
            link = " and " if scale == 100 else " "
            return f"{_english(many)} {word}" + (link + _english(rest) if rest else "")
    if number >= 20:
        return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    return _ONES[number]


@given(st.integers(1, 10**12 - 1))
def test_full_chinese_numerals_come_back_as_the_number(number: int) -> None:
    assert amount_of(_chinese(number), WORDS) == str(number)


@given(st.integers(1, 10**12 - 1))
def test_english_number_words_come_back_as_the_number(number: int) -> None:
    assert amount_of(_english(number), WORDS) == str(number)


@given(
    st.integers(1, 10**12), st.integers(0, 18), st.sampled_from(["", " USDC", " 个 USDC", "usdc", "个", " U"])
)
def test_plain_digits_come_back_exactly(raw: int, places: int, tail: str) -> None:
    value = Decimal(raw).scaleb(-places)
    text = f"{value:f}"
    got = amount_of(text + tail, WORDS)
    assert got is None if text.endswith(".000") else Decimal(got or "NaN") == value


@given(st.integers(10**6, 10**15))
def test_several_groups_have_one_reading(number: int) -> None:
    assert amount_of(f"{number:,}", WORDS) == str(number)


@given(st.integers(1, 999), st.integers(0, 999))
def test_one_group_always_asks_with_both_readings(left: int, right: int) -> None:
    (amount,) = find(f"{left},{right:03d}")
    assert amount.value is None
    assert f"{left}{right:03d}" in amount.readings


@given(
    st.integers(1, 9999),
    st.sampled_from([("万", 10**4), ("k", 1000), ("w", 10**4), ("亿", 10**8), ("千", 1000), ("m", 10**6)]),
)
def test_a_unit_multiplies_exactly(tenths: int, unit: tuple[str, int]) -> None:
    value = Decimal(tenths) / 10
    assert Decimal(amount_of(f"{value}{unit[0]}", WORDS) or "NaN") == value * unit[1]


@given(st.text(max_size=60))
def test_any_text_is_read_without_a_fault_and_values_are_plain(text: str) -> None:
    for amount in find(fold(text).text):
        assert (amount.value is None) == (amount.code is not None)
        if amount.value not in {None, "all", "half"}:
            assert amount.value is not None
            assert Decimal(amount.value.rstrip("%")) > 0
            assert "e" not in amount.value.lower()


@pytest.mark.parametrize(
    "text",
    [
        "12,001",
        "1.000",
        "1,5",
        "1_000",
        "007",
        "1e18",
        "10^18",
        "-5",
        "+5",
        "0",
        "0x10",
        "NaN",
        "٥",
        "½",
        "5-10",
        "1 000",
        "some",
        "a few",
        "about 50",
        "~50",
        "50+",
        "at least 5",
        "a third",
        "150%",
        "0%",
        "half ETH",
        "all but 1",
        "几个",
        "几百",
        "一些",
        "大概50",
        "五十左右",
        "50多个",
        "两三个",
        "七八十",
        "五到十",
        "三分之一",
        "1万50",
        "100块钱的ETH",
        "零",
    ],
)
def test_what_has_no_single_reading_is_asked(text: str) -> None:
    assert amount_of(text, WORDS) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5万", "15000"),
        ("十五点八万", "158000"),
        ("一千五", "1500"),
        ("两万三", "23000"),
        ("1万5", "15000"),
        ("壹仟贰佰", "1200"),
        ("貳佰伍拾", "250"),
        ("半个 ETH", "0.5"),
        ("一个半", "1.5"),
        ("三成半", "35%"),
        ("百分之二十", "20%"),
        ("四分之一", "25%"),
        ("全部", "all"),
        ("一半的 ETH", "half"),
        ("one and a half", "1.5"),
        ("a quarter", "25%"),
        ("half a million", "500000"),
        ("fifteen hundred", "1500"),
        ("1.234,56", "1234.56"),
        ("５０", "50"),
        ("5 gwei", "0.000000005"),
        ("1wusdc", "10000"),
    ],
)
def test_what_people_write_is_read(text: str, value: str) -> None:
    assert amount_of(text, WORDS) == value


def test_a_coin_that_starts_with_a_unit_letter_is_never_multiplied() -> None:
    assert amount_of("1weth", WORDS) is None
    assert amount_of("1meth", WORDS) is None

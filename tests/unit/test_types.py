"""Amounts are integers of base units: nothing is rounded, guessed or half-read."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.types import (
    MAX_UINT256,
    address,
    to_decimal_string,
    to_raw,
    tx_hash,
    usd_of,
    usd_string,
)
from tests.unit.orders import CATALOG, ETH, FREE, USDC

raws = st.integers(0, MAX_UINT256)
decimals = st.integers(0, 36)


@given(raws, decimals)
def test_an_amount_written_and_read_again_is_the_same(raw: int, places: int) -> None:
    assert to_raw(to_decimal_string(raw, places), places) == raw


@given(raws, decimals)
def test_an_amount_is_written_plainly(raw: int, places: int) -> None:
    text = to_decimal_string(raw, places)
    assert set(text) <= set("0123456789.")
    assert Fraction(text) * 10**places == raw
    assert "." not in text or text[-1] not in "0."
    assert not text.startswith("00")


@given(st.integers(0, 10**30), decimals, st.integers(1, 10))
def test_more_digits_than_the_token_has_are_refused(whole: int, places: int, digit: int) -> None:
    with pytest.raises(ValueError, match="decimal places"):
        to_raw(f"{whole}.{'0' * places}{min(digit, 9)}", places)


@given(st.integers(0, 10**30), decimals, st.integers(1, 40))
def test_zeros_behind_are_no_digits_too_many(whole: int, places: int, zeros: int) -> None:
    assert to_raw(f"{whole}.{'0' * zeros}", places) == whole * 10**places


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            ".",
            "1.",
            ".5",
            "-1",
            "+1",
            "1e3",
            "1E3",
            "0x10",
            "1_000",
            "1,000",
            "1 000",
            " 1",
            "1 ",
            "1\n",
        ),
        *("NaN", "Infinity", "inf", "\u0661\u0662", "\uff11\uff12", "1.2.3", "²", "9" * 79, "1" + "0" * 78),
    ],
)
def test_other_forms_of_numbers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"decimal|larger"):
        to_raw(text, 18)


@given(st.text(max_size=30))
def test_any_text_is_read_exactly_or_refused(text: str) -> None:
    try:
        raw = to_raw(text, 18)
    except ValueError:
        return
    assert Fraction(text) * 10**18 == raw


def test_more_than_any_token_can_hold_is_refused() -> None:
    assert to_raw(str(MAX_UINT256), 0) == MAX_UINT256
    with pytest.raises(ValueError, match="larger"):
        to_raw(str(MAX_UINT256 + 1), 0)


@given(raws)
def test_dollars_are_exact_before_they_are_rounded_for_people(raw: int) -> None:
    for token, price in ((USDC, 1), (ETH, 3000)):
        value = usd_of(raw, token)
        assert value is not None
        assert Fraction(value) == Fraction(raw * price, 10**token.decimals)
    assert usd_of(raw, FREE) is None
    assert usd_string(None) is None


@given(st.text(max_size=80))
def test_an_address_or_hash_is_taken_whole_or_not_at_all(text: str) -> None:
    for read in (address, tx_hash):
        with pytest.raises(ValueError, match="not a"):
            read(text)


@given(st.integers(0, 2**160 - 1))
def test_the_case_of_an_address_is_its_checksum(number: int) -> None:
    plain = f"0x{number:040x}"
    assert address(plain) == address("0x" + plain[2:].upper()) == address(address(plain))
    assert address(plain).lower() == plain


def test_a_token_is_found_by_symbol_or_contract_on_its_chain_only() -> None:
    assert USDC.address is not None
    assert CATALOG.token(31337, "usdc") == CATALOG.token(31337, USDC.address.lower()) == USDC
    assert CATALOG.token(31337, "U") is None
    assert CATALOG.token(31337, "eth") == ETH
    with pytest.raises(KeyError):
        CATALOG.token(1, "USDC")

"""Addresses are taken exactly or refused with the reason; none is ever repaired (EIP-55)."""

import pytest
from eth_utils.address import to_checksum_address
from hypothesis import assume, given
from hypothesis import strategies as st

from core.domain.script import fold
from core.understanding.addresses import find_addresses
from tests.unit.words import ALICE

_hex = st.text("0123456789abcdef", min_size=40, max_size=40)


@given(_hex, st.sampled_from(["send 5 USDC to {}", "转 5 USDC 给{}吧", "{}", "({})", "`{}`,"]))
def test_a_checksummed_address_is_found_anywhere(digits: str, sentence: str) -> None:
    address = to_checksum_address(f"0x{digits}")
    (found,) = find_addresses(fold(sentence.format(address)))
    assert (found.value, found.code) == (address, None)


@given(_hex, st.integers(2, 41))
def test_one_letter_in_the_other_case_is_refused(digits: str, place: int) -> None:
    address = to_checksum_address(f"0x{digits}")
    wrong = address[:place] + address[place].swapcase() + address[place + 1 :]
    letters = wrong[2:]
    assume(wrong != address and letters not in {letters.lower(), letters.upper()})
    (found,) = find_addresses(fold(f"send 5 USDC to {wrong}"))
    assert (found.value, found.code) == (None, "E103")


@pytest.mark.parametrize("text", [ALICE.lower(), "0x" + ALICE[2:].upper()])
def test_one_case_throughout_is_accepted(text: str) -> None:
    (found,) = find_addresses(fold(text))
    assert found.value == ALICE


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (ALICE[:-1], "E102"),
        (ALICE + "0", "E102"),
        (ALICE[2:], "E102"),
        ("0X" + ALICE[2:], "E102"),
        ("0x90F7…b906", "E102"),
        ("0x90F7...b906", "E102"),
        ("5" + ALICE, "E102"),
        (ALICE + "50", "E102"),
        (f"{ALICE[:20]} {ALICE[20:]}", "E102"),
        ("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "E102"),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "E102"),
        (ALICE.replace("E", "\u0415", 1), "E118"),
        (ALICE.replace("b", "\uff42", 1), "E118"),
        (ALICE[:12] + "\u200b" + ALICE[12:], "E118"),
        (ALICE + "\u200b", "E118"),
        (ALICE[:12] + "\u202e" + ALICE[12:], "E118"),
        ("\uff10\uff58" + ALICE[2:], "E118"),
        ("O" + ALICE[1:], "E102"),
    ],
)
def test_what_is_no_address_says_why(text: str, code: str) -> None:
    found = find_addresses(fold(f"send 5 USDC to {text} please"))
    assert found and found[0].code == code
    assert all(one.value is None for one in found)


def test_a_transaction_hash_is_no_address() -> None:
    (found,) = find_addresses(fold("0x" + "ab" * 32))
    assert found.kind == "hash"

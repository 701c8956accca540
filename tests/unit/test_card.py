"""The card's bytes say what the card says: read back they are the order, and one changed byte is noticed."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.card import (
    Card,
    Decoded,
    Fee,
    Transfer,
    decode_transaction,
    digest,
    facts,
    matches,
    transaction_in,
    transaction_of,
)
from core.domain.checks import check
from tests.unit.orders import ALICE, BOB, CATALOG, CHAIN, ETH, USDC, addresses, healthy, transfers

amounts = st.integers(1, 2**256 - 1)
of_any_size = st.builds(Transfer, st.just(CHAIN), st.sampled_from([ETH, USDC]), addresses, addresses, amounts)


def card_of(transfer: Transfer) -> Card:
    findings = check(transfer, healthy(transfer), CATALOG)
    expires = datetime(2026, 12, 1, 12, 30, tzinfo=UTC)
    return Card("t1", transfer, transaction_of(transfer), Fee(60_000, 10**9, 1), findings, expires)


@given(of_any_size)
def test_reading_the_bytes_back_gives_the_order(transfer: Transfer) -> None:
    tx = transaction_of(transfer)
    token = transfer.token.address
    assert decode_transaction(tx) == Decoded(31337, transfer.payer, token, transfer.recipient, transfer.raw)
    assert matches(tx, transfer)


@given(of_any_size.filter(lambda t: not t.token.native), st.integers(0, 67), st.integers(1, 255))
def test_one_changed_byte_of_calldata_no_longer_matches(transfer: Transfer, at: int, flip: int) -> None:
    tx = transaction_of(transfer)
    data = bytearray(tx.data)
    data[at] ^= flip
    assert not matches(replace(tx, data=bytes(data)), transfer)


@given(of_any_size, st.binary(min_size=1, max_size=70))
def test_added_bytes_no_longer_match(transfer: Transfer, more: bytes) -> None:
    tx = transaction_of(transfer)
    assert not matches(replace(tx, data=tx.data + more), transfer)


@given(of_any_size.filter(lambda t: not t.token.native), st.integers(0, 67))
def test_missing_bytes_no_longer_match(transfer: Transfer, length: int) -> None:
    tx = transaction_of(transfer)
    assert not matches(replace(tx, data=tx.data[:length]), transfer)


@given(of_any_size, addresses, amounts)
def test_another_target_value_sender_or_chain_no_longer_matches(
    transfer: Transfer, other: str, value: int
) -> None:
    tx = transaction_of(transfer)
    for changed in (
        replace(tx, to=other),  # type: ignore[arg-type]
        replace(tx, sender=other),  # type: ignore[arg-type]
        replace(tx, value=value),
        replace(tx, chain_id=tx.chain_id + 1),
    ):
        assert matches(changed, transfer) == (changed == tx)


@given(st.binary(max_size=200), st.integers(0, 2**256 - 1))
def test_foreign_calldata_is_refused_or_read_never_worse(data: bytes, value: int) -> None:
    tx = replace(transaction_of(Transfer(CHAIN, USDC, ALICE, BOB, 1)), data=data, value=value)
    try:
        decoded = decode_transaction(tx)
    except ValueError:
        return
    assert decoded.raw == (value if not data else int.from_bytes(data[36:]))


@given(transfers())
def test_the_stored_card_holds_the_same_transaction(transfer: Transfer) -> None:
    stored = facts(card_of(transfer))
    assert transaction_in(stored) == transaction_of(transfer)
    assert stored["amount_raw"] == str(transfer.raw)
    assert matches(transaction_in(stored), transfer)


@given(transfers(), transfers())
def test_two_orders_have_one_digest_only_when_they_are_the_same(one: Transfer, other: Transfer) -> None:
    same = digest(facts(card_of(one))) == digest(facts(card_of(other)))
    assert same == (one == other)


@pytest.mark.parametrize(
    "key", ["task", "from", "to", "amount", "amount_raw", "expires_at", "findings", "steps"]
)
def test_the_digest_covers_what_is_shown(key: str) -> None:
    stored = facts(card_of(Transfer(CHAIN, USDC, ALICE, BOB, 1_500_000)))
    assert digest({**stored, key: "other"}) != digest(stored)


def test_a_card_says_what_interfaces_promise() -> None:
    stored = facts(card_of(Transfer(CHAIN, USDC, ALICE, BOB, 1_500_000)))
    assert stored["amount"] == "1.5"
    assert stored["usd"] == "1.50"
    assert stored["fee"] == {"amount": "0.00006", "symbol": "ETH", "usd": "0.18"}
    assert stored["expires_at"] == "2026-12-01T12:30:00Z"
    assert stored["steps"][0]["transaction"]["value"] == "0x0"
    assert stored["steps"][0]["transaction"]["to"] == USDC.address

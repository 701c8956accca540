"""Only the card's own transfer, exactly as it was shown and final, is ever SETTLED."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.domain.card import Transfer
from core.domain.receipt import TRANSFER_TOPIC, Head, Log, Sighting, Verdict, judge
from core.domain.task import Event
from core.domain.types import Address
from tests.unit.orders import (
    ALICE,
    BOB,
    CHAIN,
    ETH,
    MALLORY,
    USDC,
    a_hash,
    addresses,
    mined,
    other_transaction,
    transfer_log,
    transfers,
    wanted,
)

assert USDC.address is not None
TOKEN: Address = USDC.address
ORDER = Transfer(CHAIN, USDC, ALICE, BOB, 5_000_000)
COINS = Transfer(CHAIN, ETH, ALICE, BOB, 10**18)


def verdict(transfer: Transfer, *sightings: Sighting, head: int = 200, needed: int = 2) -> Verdict:
    return judge(wanted(transfer), sightings, Head(head), needed, by_tag=False)


def outcome(transfer: Transfer, *sightings: Sighting, head: int = 200) -> tuple[Event | None, str]:
    judged = verdict(transfer, *sightings, head=head)
    return judged.event, judged.reason


@given(transfers())
def test_the_transfer_that_was_shown_settles(transfer: Transfer) -> None:
    assert verdict(transfer, mined(transfer)) == Verdict(Event.SETTLE, "settled", a_hash(1), 91)


@given(transfers(), st.integers(105, 120), st.integers(1, 10))
def test_it_settles_with_the_needed_confirmations_and_not_before(
    transfer: Transfer, head: int, needed: int
) -> None:
    judged = verdict(transfer, mined(transfer), head=head, needed=needed)
    assert (judged.event is Event.SETTLE) == (head - 110 + 1 >= needed)
    assert judged.event in (Event.SETTLE, Event.SEEN)


@given(transfers(), st.integers(0, 300), st.none() | st.integers(0, 300))
def test_where_the_chain_names_final_blocks_only_those_settle(
    transfer: Transfer, head: int, final: int | None
) -> None:
    judged = judge(wanted(transfer), [mined(transfer)], Head(head, final), 1, by_tag=True)
    assert (judged.event is Event.SETTLE) == (head >= 110 and final is not None and final >= 110)


@pytest.mark.parametrize(("head", "event"), [(110, Event.SEEN), (111, Event.SETTLE), (112, Event.SETTLE)])
def test_the_block_itself_is_the_first_confirmation(head: int, event: Event) -> None:
    assert verdict(ORDER, mined(ORDER), head=head, needed=2).event is event


def test_a_height_that_was_made_anew_by_a_reorganisation_does_not_hide_the_transfer() -> None:
    assert verdict(ORDER, mined(ORDER, block_number=100)).event is Event.SETTLE


def logs(*entries: Log) -> Sighting:
    return mined(ORDER, logs=entries)


GOOD = transfer_log(TOKEN, ALICE, BOB, 5_000_000)

NOT_MOVED: dict[str, tuple[Sighting, str]] = {
    "status 1 without a log": (logs(), "nothing-moved"),
    "reverted": (mined(ORDER, status=0, logs=()), "reverted"),
    "reverted with a log all the same": (mined(ORDER, status=0), "reverted"),
    "another contract says so": (logs(replace(GOOD, address=MALLORY)), "nothing-moved"),
    "to somebody else": (logs(transfer_log(TOKEN, ALICE, MALLORY, 5_000_000)), "other-recipient"),
    "from somebody else": (logs(transfer_log(TOKEN, MALLORY, BOB, 5_000_000)), "nothing-moved"),
    "less": (logs(transfer_log(TOKEN, ALICE, BOB, 4_950_000)), "moved-less"),
    "more": (logs(transfer_log(TOKEN, ALICE, BOB, 5_000_001)), "other-amount"),
    "twice": (logs(GOOD, GOOD), "other-amount"),
    "in two parts": (
        logs(transfer_log(TOKEN, ALICE, BOB, 2_000_000), transfer_log(TOKEN, ALICE, BOB, 3_000_000)),
        "other-amount",
    ),
    "zero": (logs(transfer_log(TOKEN, ALICE, BOB, 0)), "nothing-moved"),
    "as an ERC-721 log": (logs(Log(TOKEN, (*GOOD.topics, GOOD.topics[1]), b"")), "nothing-moved"),
    "with a topic too many": (logs(replace(GOOD, topics=(*GOOD.topics, GOOD.topics[1]))), "nothing-moved"),
    "with a byte too many": (logs(replace(GOOD, data=GOOD.data + b"\x00")), "nothing-moved"),
    "unindexed": (logs(Log(TOKEN, (TRANSFER_TOPIC,), GOOD.data * 3)), "nothing-moved"),
    "with dirty topics": (
        logs(Log(TOKEN, (TRANSFER_TOPIC, "0x" + "1" * 64, GOOD.topics[2]), GOOD.data)),
        "nothing-moved",
    ),
    "another event": (logs(replace(GOOD, topics=("0x" + "8" * 64, *GOOD.topics[1:]))), "nothing-moved"),
    "another recipient in the calldata": (
        other_transaction(mined(ORDER), data=wanted(replace(ORDER, recipient=MALLORY)).transaction.data),
        "other-recipient",
    ),
    "another amount in the calldata": (
        other_transaction(mined(ORDER), data=wanted(replace(ORDER, raw=1)).transaction.data),
        "other-amount",
    ),
    "another token": (other_transaction(mined(ORDER), to=MALLORY), "replaced"),
    "some other call": (other_transaction(mined(ORDER), data=b"\x12\x34\x56\x78"), "paid-otherwise"),
    "coins beside it": (other_transaction(mined(ORDER), value=1), "paid-otherwise"),
    "a plain send instead": (other_transaction(mined(ORDER), data=b"", value=1, to=BOB), "replaced"),
    "a receipt of another call": (mined(ORDER, to=MALLORY), "mismatch"),
    "a receipt of another sender": (mined(ORDER, sender=MALLORY), "mismatch"),
}


@pytest.mark.parametrize("name", NOT_MOVED)
def test_what_did_not_move_as_shown_fails(name: str) -> None:
    sighting, reason = NOT_MOVED[name]
    assert outcome(ORDER, sighting) == (Event.FAIL, reason)


UNKNOWN: dict[str, tuple[Sighting, Event | None]] = {
    "unseen": (Sighting(a_hash(1), None, None, None), None),
    "pending": (replace(mined(ORDER), receipt=None), Event.SEEN),
    "in a block that the chain no longer holds": (mined(ORDER, canonical=False), Event.SEEN),
    "in a block that could not be compared": (mined(ORDER, canonical=None), Event.SEEN),
    "without a status": (mined(ORDER, status=None), Event.SEEN),
    "with a status that does not exist": (mined(ORDER, status=2), Event.SEEN),
    "ahead of the head": (mined(ORDER, block_number=201), Event.SEEN),
    "not deep enough": (mined(ORDER, block_number=200), Event.SEEN),
    "a receipt without its transaction": (replace(mined(ORDER), transaction=None, nonce=None), Event.SEEN),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_not_known_decides_nothing(name: str) -> None:
    sighting, event = UNKNOWN[name]
    assert verdict(ORDER, sighting).event is event


STRANGERS: dict[str, tuple[Sighting, str]] = {
    "sent by somebody else": (other_transaction(mined(ORDER), sender=MALLORY), "other-sender"),
    "on another chain": (other_transaction(mined(ORDER), chain_id=1), "other-chain"),
    "a receipt from before the card alone": (
        replace(mined(ORDER, block_number=100), transaction=None, nonce=None),
        "older-than-card",
    ),
    "with a nonce from before the card": (replace(mined(ORDER), nonce=6), "older-than-card"),
    "a receipt of somebody else alone": (
        replace(mined(ORDER, sender=MALLORY), transaction=None, nonce=None),
        "other-sender",
    ),
}


@pytest.mark.parametrize("name", STRANGERS)
def test_a_hash_that_is_not_this_cards_counts_no_more(name: str) -> None:
    sighting, reason = STRANGERS[name]
    assert verdict(ORDER, sighting) == Verdict(None, "no-hash", strangers=((a_hash(1), reason),))


def test_a_stranger_does_not_hide_the_cards_own_transaction() -> None:
    stranger = replace(other_transaction(mined(ORDER), sender=MALLORY), hash=a_hash(9))
    judged = verdict(ORDER, stranger, mined(ORDER))
    assert (judged.event, judged.hash) == (Event.SETTLE, a_hash(1))
    assert judged.strangers == ((a_hash(9), "other-sender"),)


def test_an_empty_transaction_to_oneself_cancels() -> None:
    cancel = other_transaction(mined(ORDER, logs=()), to=ALICE, data=b"")
    assert outcome(ORDER, cancel) == (Event.CANCELLED_ON_CHAIN, "cancelled-on-chain")
    assert outcome(COINS, other_transaction(mined(COINS), to=ALICE, value=0)) == (
        Event.CANCELLED_ON_CHAIN,
        "cancelled-on-chain",
    )


def test_money_to_oneself_is_no_cancellation() -> None:
    assert outcome(COINS, other_transaction(mined(COINS), to=ALICE, value=1)) == (
        Event.FAIL,
        "other-recipient",
    )


def test_the_same_content_under_another_hash_settles_the_card() -> None:
    first = Sighting(a_hash(1), None, None, None)
    repriced = replace(mined(ORDER), hash=a_hash(5))
    judged = verdict(ORDER, first, repriced)
    assert (judged.event, judged.hash) == (Event.SETTLE, a_hash(5))


def test_foreign_logs_beside_the_transfer_change_nothing() -> None:
    coin_log = transfer_log(MALLORY, ALICE, BOB, 10**18)
    odd = Log(TOKEN, (), b"\x00")
    assert outcome(ORDER, logs(coin_log, odd, GOOD))[0] is Event.SETTLE
    assert outcome(COINS, mined(COINS, logs=(coin_log,)))[0] is Event.SETTLE


def test_a_failure_waits_while_the_cards_own_transaction_may_still_settle() -> None:
    wrong = replace(other_transaction(mined(ORDER), to=MALLORY), hash=a_hash(9), nonce=8)
    pending = replace(mined(ORDER), receipt=None)
    assert outcome(ORDER, wrong, pending) == (Event.SEEN, "pending")
    assert outcome(ORDER, wrong, mined(ORDER, block_number=200)) == (Event.SEEN, "included")
    assert outcome(ORDER, wrong, mined(ORDER)) == (Event.SETTLE, "settled")


def test_a_failure_does_not_wait_for_what_can_no_longer_be_mined() -> None:
    wrong = replace(other_transaction(mined(ORDER), to=MALLORY), hash=a_hash(9))
    assert outcome(ORDER, wrong, replace(mined(ORDER), receipt=None)) == (Event.FAIL, "replaced")
    unseen = Sighting(a_hash(3), None, None, None)
    assert outcome(ORDER, wrong, unseen) == (Event.FAIL, "replaced")


topics = st.sampled_from([TRANSFER_TOPIC, *GOOD.topics[1:]]) | st.text("0x123abcdefgé", max_size=70)
any_logs = st.builds(
    Log,
    st.sampled_from([TOKEN, MALLORY]),
    st.lists(topics, max_size=5).map(tuple),
    st.sampled_from([GOOD.data, bytes(32)]) | st.binary(max_size=40),
)


@given(st.lists(any_logs | st.just(GOOD), max_size=4))
def test_a_log_of_any_shape_settles_only_if_exactly_one_is_the_transfer(entries: list[Log]) -> None:
    judged = verdict(ORDER, logs(*entries))
    assert (judged.event is Event.SETTLE) == (entries.count(GOOD) == 1 and not _other_arrivals(entries))


def _other_arrivals(entries: list[Log]) -> bool:
    """Another proper log of the token, from payer to recipient, of more than nothing."""
    return any(
        entry.address == TOKEN
        and entry.topics == GOOD.topics
        and len(entry.data) == 32
        and entry.data not in (GOOD.data, bytes(32))
        for entry in entries
    )


tx_changes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "chain_id": st.just(1),
        "sender": st.just(MALLORY),
        "to": st.sampled_from([BOB, ALICE]),
        "value": st.just(1),
        "data": st.just(b"") | st.binary(max_size=70),
    },
)
receipt_changes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "status": st.sampled_from([0, None, 7]),
        "block_number": st.integers(98, 202),
        "canonical": st.sampled_from([False, None]),
        "sender": st.just(MALLORY),
        "to": st.sampled_from([BOB, None]),
        "logs": st.sampled_from([(), (GOOD, GOOD), (replace(GOOD, address=MALLORY),)]),
    },
)


@st.composite
def altered_sightings(draw: st.DrawFn) -> Sighting:
    """The card's mined transaction with any of its facts changed or missing."""
    seen = mined(ORDER, **draw(receipt_changes))
    tx = replace(wanted(ORDER).transaction, **draw(tx_changes))
    return replace(
        seen,
        hash=a_hash(draw(st.integers(1, 3))),
        transaction=draw(st.sampled_from([tx, tx, tx, None])),
        nonce=draw(st.sampled_from([7, 7, 8, 6, None])),
        receipt=draw(st.sampled_from([seen.receipt, seen.receipt, seen.receipt, None])),
    )


@given(st.lists(altered_sightings(), min_size=1, max_size=3), st.integers(98, 205), st.integers(1, 3))
def test_nothing_but_the_exact_transfer_is_ever_settled(
    sightings: list[Sighting], head: int, needed: int
) -> None:
    judged = verdict(ORDER, *sightings, head=head, needed=needed)
    if judged.event is not Event.SETTLE:
        return
    assert any(
        seen.hash == judged.hash
        and seen.transaction == wanted(ORDER).transaction
        and seen.nonce != 6
        and seen.receipt is not None
        and seen.receipt.status == 1
        and seen.receipt.canonical is True
        and (seen.nonce is not None or seen.receipt.block_number > 100)
        and seen.receipt.block_number <= head - needed + 1
        and (seen.receipt.sender, seen.receipt.to, seen.receipt.logs) == (ALICE, TOKEN, (GOOD,))
        for seen in sightings
    )


@given(transfers(), addresses, st.integers(1, 10**30))
def test_another_payee_or_amount_never_settles(transfer: Transfer, payee: Address, raw: int) -> None:
    other = replace(transfer, recipient=payee, raw=raw)
    assume(other != transfer and payee != transfer.payer)
    assert verdict(transfer, mined(other)).event is Event.FAIL


def test_the_same_effect_by_other_bytes_is_told_as_paid_otherwise() -> None:
    padded = mined(ORDER)
    assert padded.transaction is not None
    padded = replace(padded, transaction=replace(padded.transaction, data=padded.transaction.data + b"\0"))
    assert (verdict(ORDER, padded).event, verdict(ORDER, padded).reason) == (Event.FAIL, "paid-otherwise")

"""Whatever a node answers: read exactly or not at all, never with an exception, never half."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.adapters import wire
from core.domain.card import Transfer, transaction_of
from core.domain.receipt import Log
from core.domain.types import ZERO
from tests.unit.orders import ALICE, BOB, CHAIN, USDC, a_hash, mined, transfers

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["0x", "0x1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def tx_answer(transfer: Transfer) -> dict[str, Any]:
    tx = transaction_of(transfer)
    return {
        "hash": a_hash(1).upper().replace("0X", "0x"),
        "chainId": hex(tx.chain_id),
        "from": tx.sender.lower(),
        "to": tx.to.lower(),
        "value": hex(tx.value),
        "input": "0x" + tx.data.hex(),
        "nonce": "0x7",
        "blockHash": a_hash(2),
        "type": "0x2",
    }


def receipt_answer(transfer: Transfer) -> dict[str, Any]:
    receipt = mined(transfer).receipt
    assert receipt is not None
    return {
        "transactionHash": a_hash(1),
        "status": "0x1",
        "blockNumber": hex(receipt.block_number),
        "blockHash": receipt.block_hash,
        "from": receipt.sender.lower(),
        "to": receipt.to.lower() if receipt.to else None,
        "logs": [
            {"address": log.address.lower(), "topics": [*log.topics], "data": "0x" + log.data.hex()}
            for log in receipt.logs
        ],
    }


@given(transfers())
def test_what_a_good_node_says_is_read_as_it_is(transfer: Transfer) -> None:
    sighting = mined(transfer, canonical=None)
    assert wire.transaction(tx_answer(transfer), a_hash(1), 1) == (sighting.transaction, 7)
    assert wire.receipt(receipt_answer(transfer), a_hash(1)) == sighting.receipt


@given(transfers(), st.data())
def test_one_malformed_field_of_a_transaction_makes_all_of_it_unknown(
    transfer: Transfer, data: st.DataObject
) -> None:
    answer = tx_answer(transfer)
    name = data.draw(st.sampled_from(["hash", "chainId", "from", "to", "value", "input", "nonce"]))
    answer[name] = data.draw(json_values.filter(lambda value: value not in (None, "0x", "0x1")))
    assert wire.transaction(answer, a_hash(1), 1) is None


@pytest.mark.parametrize("name", ["hash", "from", "to", "value", "input", "nonce"])
def test_a_missing_field_of_a_transaction_makes_all_of_it_unknown(name: str) -> None:
    answer = tx_answer(Transfer(CHAIN, USDC, ALICE, BOB, 1))
    del answer[name]
    assert wire.transaction(answer, a_hash(1), 1) is None


def test_a_transaction_without_a_chain_is_of_the_chain_that_was_asked() -> None:
    answer = {**tx_answer(Transfer(CHAIN, USDC, ALICE, BOB, 1)), "chainId": None}
    found = wire.transaction(answer, a_hash(1), 31337)
    assert found is not None
    assert found[0].chain_id == 31337


def test_the_creation_of_a_contract_pays_nobody() -> None:
    answer = {**tx_answer(Transfer(CHAIN, USDC, ALICE, BOB, 1)), "to": None, "input": "0x6001"}
    found = wire.transaction(answer, a_hash(1), 31337)
    assert found is not None
    assert found[0].to == ZERO


def test_an_answer_about_another_hash_is_no_answer() -> None:
    order = Transfer(CHAIN, USDC, ALICE, BOB, 1)
    assert wire.transaction(tx_answer(order), a_hash(9), 1) is None
    assert wire.receipt(receipt_answer(order), a_hash(9)) is None


@given(json_values, st.data())
def test_a_log_of_any_shape_crashes_nothing_and_hides_no_other(junk: Any, data: st.DataObject) -> None:
    answer = receipt_answer(Transfer(CHAIN, USDC, ALICE, BOB, 1))
    answer["logs"] = data.draw(st.permutations([*answer["logs"], junk]))
    receipt = wire.receipt(answer, a_hash(1))
    assert receipt is not None
    assert receipt.status is None
    assert receipt.logs == ()


@pytest.mark.parametrize("topics", [0, 1, 2, 3, 4])
def test_a_proper_log_with_any_number_of_topics_is_kept(topics: int) -> None:
    answer = receipt_answer(Transfer(CHAIN, USDC, ALICE, BOB, 1))
    entry = {
        "address": BOB.lower(),
        "topics": [a_hash(topic).upper().replace("0X", "0x") for topic in range(topics)],
    }
    answer["logs"] = [{**entry, "data": "0x", "removed": False}]
    receipt = wire.receipt(answer, a_hash(1))
    assert receipt is not None
    assert receipt.status == 1
    assert receipt.logs == (Log(BOB, tuple(a_hash(topic) for topic in range(topics)), b""),)


@pytest.mark.parametrize(
    ("name", "value"),
    [("status", None), ("status", "0x2"), ("status", ""), ("status", 1), ("status", True), ("logs", None)],
)
def test_an_odd_status_is_unknown_not_failed(name: str, value: object) -> None:
    receipt = wire.receipt({**receipt_answer(Transfer(CHAIN, USDC, ALICE, BOB, 1)), name: value}, a_hash(1))
    assert receipt is not None
    assert receipt.status is None


def test_a_removed_log_makes_the_receipt_unknown() -> None:
    answer = receipt_answer(Transfer(CHAIN, USDC, ALICE, BOB, 1))
    answer["logs"][0]["removed"] = True
    receipt = wire.receipt(answer, a_hash(1))
    assert receipt is not None
    assert receipt.status is None


@given(json_values)
def test_junk_is_nothing(junk: Any) -> None:
    assert wire.transaction(junk, a_hash(1), 1) is None
    assert wire.receipt(junk, a_hash(1)) is None
    assert wire.account(junk) is None
    assert wire.hash_of(junk) is None
    assert wire.quantity(junk) in (None, 1)
    assert wire.octets(junk) in (None, b"")


@pytest.mark.parametrize(
    "value",
    ["", "0x", "0xg", "1", "-0x1", "0x-1", "0x 1", "0x1\n", "0x" + "f" * 65, 1, 1.0, None, [], "0x\uff11"],
)
def test_a_quantity_has_one_form(value: object) -> None:
    assert wire.quantity(value) is None


@pytest.mark.parametrize("value", ["", "0", "0x0", "0xa b0", "0xzz", "ab", None, 5, b"0xab"])
def test_data_has_one_form(value: object) -> None:
    assert wire.octets(value) is None


@given(st.binary(max_size=70))
def test_a_word_is_exactly_thirty_two_bytes(data: bytes) -> None:
    assert wire.word(data) == (int.from_bytes(data) if len(data) == 32 else None)
    assert wire.word(None) is None

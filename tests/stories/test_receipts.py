"""What the chain holds is said as it is: nothing but the card's own transfer is ever SETTLED."""

import asyncio
from typing import Any

import pytest

from tests.stories.program import Person
from tests.stories.test_main_road import BOB, card_for, transaction

CAROL = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
RETURNS_TRUE_AND_DOES_NOTHING = "0x600160005260206000f3"


async def confirmed(person: Person, message: str) -> dict[str, Any]:
    card = await card_for(person, message)
    assert (await person.confirm(card["task"])).status == 200
    return card


async def watched_for_ten_blocks(person: Person, task: str) -> list[str]:
    """Every state that GET /api/tasks/{id} shows while ten more blocks are mined."""
    states = []
    for _ in range(10):
        await person.rpc("evm_mine")
        await asyncio.sleep(0.3)
        states.append(await person.state(task))
    return states


async def mined(person: Person, hash_: str) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while True:
            await person.rpc("evm_mine")
            receipt: dict[str, Any] | None = await person.rpc("eth_getTransactionReceipt", hash_)
            if receipt is not None:
                return receipt


def to_other(tx: dict[str, Any], recipient: str) -> dict[str, Any]:
    return {**tx, "data": tx["data"][:34] + recipient[2:].lower() + tx["data"][74:]}


async def test_a_reverted_transaction_failed(alice: Person) -> None:
    card = await confirmed(alice, f"send 11 USDC to {BOB}")
    hash_ = await alice.send(transaction(card), gas=24_000)
    assert (await mined(alice, hash_))["status"] == "0x0"
    await alice.post_hash(card["task"], hash_)
    assert "SETTLED" not in await watched_for_ten_blocks(alice, card["task"])
    task = await alice.until(card["task"], "FAILED")
    assert task["reason"] == "reverted" and task["tx_hash"] == hash_


async def test_status_one_without_a_log_failed(alice: Person) -> None:
    card = await confirmed(alice, f"send 12 DAI to {BOB}")
    token = card["token"]["address"]
    code = await alice.rpc("eth_getCode", token, "latest")
    await alice.rpc("anvil_setCode", token, RETURNS_TRUE_AND_DOES_NOTHING)
    try:
        hash_ = await alice.send(transaction(card))
        receipt = await mined(alice, hash_)
    finally:
        await alice.rpc("anvil_setCode", token, code)
    assert receipt["status"] == "0x1" and receipt["logs"] == []
    await alice.post_hash(card["task"], hash_)
    assert "SETTLED" not in await watched_for_ten_blocks(alice, card["task"])
    assert (await alice.until(card["task"], "FAILED"))["reason"] == "nothing-moved"


async def test_another_recipient_with_the_same_amount_failed(alice: Person) -> None:
    card = await confirmed(alice, f"send 13 USDC to {BOB}")
    hash_ = await alice.send(to_other(transaction(card), CAROL))
    await alice.post_hash(card["task"], hash_)
    assert "SETTLED" not in await watched_for_ten_blocks(alice, card["task"])
    assert (await alice.until(card["task"], "FAILED"))["reason"] == "other-recipient"


async def test_another_amount_failed(alice: Person) -> None:
    card = await confirmed(alice, f"send 14 USDC to {BOB}")
    tx = transaction(card)
    hash_ = await alice.send({**tx, "data": tx["data"][:-1] + "1"})
    await alice.post_hash(card["task"], hash_)
    assert "SETTLED" not in await watched_for_ten_blocks(alice, card["task"])
    assert (await alice.until(card["task"], "FAILED"))["reason"] == "other-amount"


async def test_a_strangers_identical_transfer_does_not_count(alice: Person, mallory: Person) -> None:
    card = await confirmed(alice, f"send 15 USDC to {BOB}")
    hash_ = await mallory.send(transaction(card))
    assert (await mined(mallory, hash_))["status"] == "0x1"
    assert (await alice.post_hash(card["task"], hash_)).status == 200
    assert set(await watched_for_ten_blocks(alice, card["task"])) == {"PREVIEW"}
    own = await alice.send(transaction(card))
    assert (await alice.post_hash(card["task"], own)).status == 200
    assert (await alice.until(card["task"], "SETTLED", "FAILED"))["tx_hash"] == own


async def test_a_strangers_report_does_not_keep_the_owner_from_settling(
    alice: Person, mallory: Person
) -> None:
    hers = await confirmed(alice, f"send 16 USDC to {BOB}")
    his = await confirmed(mallory, f"send 16 USDC to {BOB}")
    hash_ = await alice.send(transaction(hers))
    taken = await mallory.post_hash(his["task"], hash_)
    assert taken.status == 200 and taken.data["notice"]["code"] == "E310"
    assert (await alice.post_hash(hers["task"], hash_)).status == 200
    assert (await alice.until(hers["task"], "SETTLED", "FAILED"))["state"] == "SETTLED"
    assert await mallory.state(his["task"]) == "PREVIEW"


async def test_a_hash_that_a_stranger_reported_before_it_was_sent_is_given_back(
    alice: Person, mallory: Person
) -> None:
    hers = await confirmed(alice, f"send 16.25 USDC to {BOB}")
    his = await confirmed(mallory, f"send 16.25 USDC to {BOB}")
    raw, hash_ = await alice.sign(transaction(hers))
    assert (await mallory.post_hash(his["task"], hash_)).status == 200
    await alice.rpc("eth_sendRawTransaction", raw)
    assert (await alice.post_hash(hers["task"], hash_)).status == 200
    assert (await alice.until(hers["task"], "SETTLED", "FAILED"))["state"] == "SETTLED"


async def test_a_hash_that_belongs_to_another_open_card_of_the_owner_is_refused(alice: Person) -> None:
    first = await confirmed(alice, f"send 16.5 USDC to {BOB}")
    second = await confirmed(alice, f"send 16.75 USDC to {BOB}")
    hash_ = await alice.send(transaction(first))
    mixed = await alice.post_hash(second["task"], hash_)
    assert (mixed.status, mixed.code) == (409, "E303")
    assert (await alice.post_hash(first["task"], hash_)).status == 200
    assert (await alice.until(first["task"], "SETTLED", "FAILED"))["state"] == "SETTLED"
    assert await alice.state(second["task"]) == "PREVIEW"


async def test_a_payment_that_nobody_reported_is_found_and_settled(alice: Person) -> None:
    card = await confirmed(alice, f"send 16.9 USDC to {BOB}")
    hash_ = await alice.send(transaction(card))
    task = await alice.until(card["task"], "SETTLED", "FAILED")
    assert (task["state"], task["tx_hash"]) == ("SETTLED", hash_)


async def test_what_is_paid_can_not_be_withdrawn(alice: Person) -> None:
    result = await alice.say(f"send 16.95 USDC to {BOB}")
    card = result["card"]
    await alice.confirm(card["task"])
    hash_ = await alice.send(transaction(card))
    await mined(alice, hash_)
    answer = await alice.say("cancel", result["thread"])
    assert "Nothing was sent" not in answer["text"], answer
    late = await alice.call("POST", f"/api/tasks/{card['task']}/reject")
    assert (late.status, late.code) == (409, "E302")
    assert (await alice.until(card["task"], "SETTLED", "FAILED"))["tx_hash"] == hash_


async def test_withdrawing_a_confirmed_card_does_not_claim_that_nothing_was_sent(alice: Person) -> None:
    result = await alice.say(f"send 16.97 USDC to {BOB}")
    await alice.confirm(result["card"]["task"])
    answer = await alice.say("cancel", result["thread"])
    assert "Nothing was sent" not in answer["text"] and "wallet" in answer["text"]
    task = (await alice.call("GET", f"/api/tasks/{result['card']['task']}")).data
    assert (task["state"], task["reason"]) == ("REJECTED", "withdrawn")


async def test_a_transfer_older_than_the_card_does_not_count(alice: Person) -> None:
    first = await confirmed(alice, f"send 17 USDC to {BOB}")
    await alice.call("POST", f"/api/tasks/{first['task']}/reject")
    bare = await alice.send(transaction(first))
    assert (await mined(alice, bare))["status"] == "0x1"
    second = await confirmed(alice, f"send 17 USDC to {BOB}")
    assert second["task"] != first["task"]
    older = await alice.post_hash(second["task"], bare)
    assert older.status == 200 and older.data["notice"]["code"] == "E310"
    assert set(await watched_for_ten_blocks(alice, second["task"])) == {"PREVIEW"}


async def test_a_hash_that_settled_another_order_is_refused(alice: Person) -> None:
    first = await confirmed(alice, f"send 17.25 USDC to {BOB}")
    hash_ = await alice.send(transaction(first))
    await alice.post_hash(first["task"], hash_)
    await alice.until(first["task"], "SETTLED")
    second = await confirmed(alice, f"send 17.25 USDC to {BOB}")
    reused = await alice.post_hash(second["task"], hash_)
    assert (reused.status, reused.code) == (409, "E303")
    assert await alice.state(second["task"]) == "PREVIEW"


async def replaced(person: Person, card: dict[str, Any], by: dict[str, Any]) -> tuple[str, str]:
    """Report the card's transaction while it waits, then take its place before the next block; both hashes."""
    nonce = int(await person.rpc("eth_getTransactionCount", person.address, "latest"), 16)
    raw, hash_ = await person.sign(transaction(card), nonce=nonce)
    other, heir = await person.sign(by, nonce=nonce, maxFeePerGas=10**11, maxPriorityFeePerGas=10**10)
    block = await person.rpc("eth_blockNumber")
    async with asyncio.timeout(10):
        while await person.rpc("eth_blockNumber") == block:
            await asyncio.sleep(0.02)
    await person.rpc("eth_sendRawTransaction", raw)
    assert (await person.post_hash(card["task"], hash_)).status == 200
    await person.rpc("eth_sendRawTransaction", other)
    assert (await mined(person, heir))["status"] == "0x1"
    return hash_, heir


async def test_what_the_wallet_cancelled_is_rejected(alice: Person) -> None:
    card = await confirmed(alice, f"send 18 USDC to {BOB}")
    empty = {"chainId": 31337, "to": alice.address, "value": "0x0", "data": "0x"}
    _, heir = await replaced(alice, card, empty)
    assert "SETTLED" not in await watched_for_ten_blocks(alice, card["task"])
    task = await alice.until(card["task"], "REJECTED")
    assert (task["reason"], task["tx_hash"]) == ("cancelled-on-chain", heir)


async def test_a_sped_up_transaction_with_the_same_content_settles_under_its_new_hash(alice: Person) -> None:
    card = await confirmed(alice, f"send 19 USDC to {BOB}")
    _, heir = await replaced(alice, card, transaction(card))
    task = await alice.until(card["task"], "SETTLED", "FAILED")
    assert (task["state"], task["tx_hash"]) == ("SETTLED", heir)


async def test_what_took_the_place_of_the_transaction_with_other_content_failed(alice: Person) -> None:
    card = await confirmed(alice, f"send 19.5 USDC to {BOB}")
    _, heir = await replaced(alice, card, to_other(transaction(card), CAROL))
    assert "SETTLED" not in await watched_for_ten_blocks(alice, card["task"])
    task = await alice.until(card["task"], "FAILED")
    assert (task["reason"], task["tx_hash"]) == ("other-recipient", heir)


@pytest.mark.parametrize("hash_", ["0x12", "", "0x" + "g" * 64, "12" * 32])
async def test_a_malformed_hash_is_refused(alice: Person, hash_: str) -> None:
    card = await card_for(alice, f"send 20.5 USDC to {BOB}")
    answer = await alice.post_hash(card["task"], hash_)
    assert (answer.status, answer.code) == (422, "E304")


async def test_a_hash_before_confirmation_is_refused(alice: Person) -> None:
    card = await card_for(alice, f"send 21 USDC to {BOB}")
    answer = await alice.post_hash(card["task"], "0x" + "12" * 32)
    assert (answer.status, answer.code) == (409, "E305")
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"


async def test_a_hash_for_a_rejected_task_is_refused(alice: Person) -> None:
    card = await card_for(alice, f"send 22 USDC to {BOB}")
    await alice.call("POST", f"/api/tasks/{card['task']}/reject")
    answer = await alice.post_hash(card["task"], "0x" + "12" * 32)
    assert (answer.status, answer.code) == (409, "E306")

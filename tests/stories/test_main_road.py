"""From a sentence to a settled receipt, and everything on the way that must not happen twice or at all."""

import asyncio
import uuid
from typing import Any

from tests.stories.program import Person

BOB = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"


async def token_balance(person: Person, token: str, owner: str) -> int:
    data = "0x70a08231" + "0" * 24 + owner[2:].lower()
    return int(await person.rpc("eth_call", {"to": token, "data": data}, "latest"), 16)


async def card_for(
    person: Person, message: str = f"转 50 USDC 给 {BOB}", thread: str | None = None
) -> dict[str, Any]:
    result = await person.say(message, thread)
    assert result["type"] == "intent_confirm", result
    card: dict[str, Any] = result["card"]
    return card


def transaction(card: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = card["steps"][0]["transaction"]
    return found


async def test_a_sentence_becomes_a_settled_transfer_of_exactly_the_amount(alice: Person) -> None:
    balance = await alice.say("我还有多少 USDC")
    assert "10,000 USDC" in balance["text"], balance
    card = await card_for(alice)
    before = await token_balance(alice, card["token"]["address"], BOB)
    assert card["state"] == "INTENT_CONFIRM" and card["amount_raw"] == "50000000" and card["to"] == BOB
    assert (await alice.confirm(card["task"])).data["state"] == "PREVIEW"
    hash_ = await alice.send(transaction(card))
    assert (await alice.post_hash(card["task"], hash_)).status == 200
    task = await alice.until(card["task"], "SETTLED", "FAILED")
    assert task["state"] == "SETTLED" and task["tx_hash"] == hash_
    assert [change["state"] for change in task["history"]][:2] == ["INTENT_CONFIRM", "PREVIEW"]
    assert await token_balance(alice, card["token"]["address"], BOB) - before == 50_000_000


async def test_the_native_coin_is_sent_and_settled(alice: Person) -> None:
    card = await card_for(alice, f"send 0.5 ETH to {BOB}")
    assert transaction(card)["value"] == hex(5 * 10**17) and transaction(card)["data"] == "0x"
    await alice.confirm(card["task"])
    await alice.post_hash(card["task"], await alice.send(transaction(card)))
    assert (await alice.until(card["task"], "SETTLED", "FAILED"))["state"] == "SETTLED"


async def test_a_token_that_returns_nothing_is_sent_and_settled(alice: Person) -> None:
    card = await card_for(alice, f"send 7.25 USDT to {BOB}")
    await alice.confirm(card["task"])
    await alice.post_hash(card["task"], await alice.send(transaction(card)))
    assert (await alice.until(card["task"], "SETTLED", "FAILED"))["state"] == "SETTLED"


async def test_the_same_key_gives_the_same_result_and_other_content_is_refused(alice: Person) -> None:
    key = uuid.uuid4().hex
    first = await alice.say(f"send 5 DAI to {BOB}", key=key)
    assert await alice.say(f"send 5 DAI to {BOB}", key=key) == first
    headers = {"Authorization": f"Bearer {alice.token}", "Idempotency-Key": key}
    body = {"message": f"send 6 DAI to {BOB}"}
    async with alice.session.post(alice.program.url + "/api/chat", json=body, headers=headers) as response:
        assert response.status == 409 and (await response.json())["error"]["code"] == "E512"


async def test_twenty_parallel_confirms_move_the_state_once(alice: Person) -> None:
    card = await card_for(alice, f"send 1.5 DAI to {BOB}")
    answers = await asyncio.gather(*(alice.confirm(card["task"]) for _ in range(20)))
    assert {answer.status for answer in answers} == {200}
    task = (await alice.call("GET", f"/api/tasks/{card['task']}")).data
    assert [change["state"] for change in task["history"]] == ["INTENT_CONFIRM", "PREVIEW"]


async def test_the_same_order_answers_with_the_open_card(alice: Person) -> None:
    card = await card_for(alice, f"send 2.5 DAI to {BOB}")
    again = await alice.say(f"send 2.5 DAI to {BOB}")
    assert again["card"]["task"] == card["task"] and again["code"] == "E308"


async def test_a_rejected_card_is_never_confirmed(alice: Person) -> None:
    card = await card_for(alice, f"send 3.5 DAI to {BOB}")
    assert (await alice.call("POST", f"/api/tasks/{card['task']}/reject")).data["state"] == "REJECTED"
    late = await alice.confirm(card["task"])
    assert (late.status, late.code) == (409, "E302")
    assert await alice.state(card["task"]) == "REJECTED"


async def test_cancel_in_the_chat_withdraws_the_open_card(alice: Person) -> None:
    result = await alice.say(f"send 4.5 DAI to {BOB}")
    answer = await alice.say("取消", result["thread"])
    assert answer["type"] == "answer" and "code" not in answer
    assert await alice.state(result["card"]["task"]) == "REJECTED"


async def test_somebody_elses_task_and_thread_are_not_there(alice: Person, mallory: Person) -> None:
    result = await alice.say(f"send 5.5 DAI to {BOB}")
    task = result["card"]["task"]
    for method, path in (("GET", ""), ("POST", "/confirm"), ("POST", "/reject"), ("GET", "/events")):
        answer = await mallory.call(method, f"/api/tasks/{task}{path}")
        assert (answer.status, answer.code) == (404, "E404"), path
    thread = await mallory.call("GET", f"/api/threads/{result['thread']}")
    assert (thread.status, thread.code) == (404, "E404")
    key = result["card"]["url"].rsplit("/", 1)[1]
    other = await card_for(alice, f"send 6.5 DAI to {BOB}")
    assert (await alice.call("GET", f"/api/tasks/{task}", token=key)).status == 200
    assert (await alice.call("GET", f"/api/tasks/{other['task']}", token=key)).status == 404
    assert (await alice.call("GET", "/api/threads", token=key)).status == 401


async def test_a_thread_comes_back_with_its_messages_and_open_cards_and_can_be_cleared(alice: Person) -> None:
    result = await alice.say(f"send 7.5 DAI to {BOB}")
    thread = (await alice.call("GET", f"/api/threads/{result['thread']}")).data
    assert [message["role"] for message in thread["messages"]] == ["user", "assistant"]
    assert thread["cards"][0]["id"] == result["card"]["task"]
    assert (await alice.call("DELETE", f"/api/threads/{result['thread']}")).status == 200
    assert (await alice.call("GET", f"/api/threads/{result['thread']}")).status == 404
    assert result["thread"] not in [t["id"] for t in (await alice.call("GET", "/api/threads")).data]


async def test_the_last_word_on_a_task_comes_into_its_thread(alice: Person) -> None:
    result = await alice.say(f"send 8.5 DAI to {BOB}")
    await alice.confirm(result["card"]["task"])
    await alice.post_hash(result["card"]["task"], await alice.send(transaction(result["card"])))
    await alice.until(result["card"]["task"], "SETTLED")
    async with asyncio.timeout(10):
        while True:
            thread = (await alice.call("GET", f"/api/threads/{result['thread']}")).data
            if thread["messages"][-1]["role"] == "status":
                break
            await asyncio.sleep(0.2)
    assert "8.5 DAI arrived at" in thread["messages"][-1]["text"]
    assert [message["role"] for message in thread["messages"]] == ["user", "assistant", "status"]

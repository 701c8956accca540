"""Time alone says that nobody reported, or that nobody knows, a transaction: never that money did not move."""

import asyncio
from collections.abc import Awaitable

import pytest

from tests.stories.aged import Aged
from tests.stories.test_main_road import BOB, transaction

Ageing = Awaitable[Aged]


async def test_time_ran_out_while_the_program_was_down(ageing: Ageing) -> None:
    aged = await ageing
    for name in ("shown", "poor", "confirmed"):
        task = await aged.until(name, "EXPIRED_UNSENT")
        assert (task["reason"], task["tx_hash"]) == ("expired", None)
    person, task_id = aged.people["shown"], aged.task("shown")
    for what, code in (("confirm", "E301"), ("reject", "E302")):
        answer = await person.call("POST", f"/api/tasks/{task_id}/{what}", {})
        assert (answer.status, answer.code) == (409, code)
    answer = await person.post_hash(task_id, "0x" + "12" * 32)
    assert (answer.status, answer.code) == (409, "E305"), "nothing was confirmed that could have been sent"


async def test_asked_again_however_often_gives_one_new_card_that_can_be_paid(ageing: Ageing) -> None:
    aged = await ageing
    await aged.until("shown", "EXPIRED_UNSENT")
    person, old = aged.people["shown"], aged.cards["shown"]
    path = f"/api/tasks/{old['task']}/again"
    answers = await asyncio.gather(*(person.call("POST", path) for _ in range(10)))
    (new,) = {answer.data["id"] for answer in answers}
    card = answers[0].data["card"]
    assert new != old["task"] and card["state"] == "INTENT_CONFIRM"
    same = ("from", "to", "amount_raw", "token", "chain")
    assert {name: card[name] for name in same} == {name: old[name] for name in same}
    assert (await person.confirm(new)).data["state"] == "PREVIEW"
    await person.post_hash(new, await person.send(transaction(card)))
    assert (await person.until(new, "SETTLED", "FAILED"))["state"] == "SETTLED"
    assert (await person.call("POST", path)).data["id"] == new
    assert await person.state(old["task"]) == "EXPIRED_UNSENT"


async def test_asked_again_while_the_fee_is_lacking_is_refused_until_it_is_there(ageing: Ageing) -> None:
    aged = await ageing
    await aged.until("poor", "EXPIRED_UNSENT")
    person, path = aged.people["poor"], f"/api/tasks/{aged.task('poor')}/again"
    await person.rpc("anvil_setBalance", person.address, "0x1")
    for _ in range(2):
        answer = await person.call("POST", path)
        assert (answer.status, answer.code) == (409, "E203")
    await person.rpc("anvil_setBalance", person.address, hex(10**18))
    assert (await person.call("POST", path)).data["state"] == "INTENT_CONFIRM"


async def test_a_late_report_of_a_confirmed_card_is_taken_and_settles(ageing: Ageing) -> None:
    aged = await ageing
    await aged.until("confirmed", "EXPIRED_UNSENT")
    person = aged.people["confirmed"]
    hash_ = await person.send(transaction(aged.cards["confirmed"]))
    assert (await person.post_hash(aged.task("confirmed"), hash_)).status == 200
    task = await aged.until("confirmed", "SETTLED", "FAILED")
    assert (task["state"], task["tx_hash"]) == ("SETTLED", hash_)


@pytest.mark.parametrize("name", ["unknown", "vanished"])
async def test_a_hash_that_no_node_knows_is_never_doubled_and_settles_when_it_is_sent(
    ageing: Ageing, name: str
) -> None:
    aged = await ageing
    task = await aged.until(name, "EXPIRED_UNKNOWN")
    states = [change["state"] for change in task["history"]]
    assert states[0] == "INTENT_CONFIRM" and "SETTLED" not in states
    person, (raw, hash_) = aged.people[name], aged.signed[name]
    again = await person.call("POST", f"/api/tasks/{task['id']}/again")
    assert (again.status, again.code) == (409, "E302"), "a second send could double it"
    order = f"send {task['card']['amount']} USDC to {BOB}"
    asked = await person.say(order)
    assert (asked["card"]["task"], asked["code"]) == (task["id"], "E308")
    if name == "vanished":
        await person.send({"chainId": 31337, "to": person.address, "value": "0x0", "data": "0x"}, nonce=0)
    assert await person.rpc("eth_sendRawTransaction", raw) == hash_
    assert (await person.post_hash(task["id"], hash_)).status == 200
    task = await aged.until(name, "SETTLED", "FAILED")
    assert (task["state"], task["tx_hash"]) == ("SETTLED", hash_)

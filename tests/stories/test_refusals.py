"""Bad input gets its promised code and words in both languages, makes no card, and loses nothing."""

import re
from typing import Any

import aiohttp
import pytest
import yarl

from core.wording import say
from tests.stories.program import Person, Program
from tests.stories.test_main_road import BOB, card_for

WRONG_CHECKSUM = "0x70997970C51812dc3A010C7d01b50e0d17dc79c8"
ZERO = "0x" + "0" * 40
USDC = re.compile(r'symbol = "USDC".*?address = "(0x\w+)"', re.DOTALL)

REFUSED = [
    ("E101", "转 5 USDC", "send 5 USDC"),
    ("E102", f"转 5 USDC 给 {BOB[:-1]}", f"send 5 USDC to {BOB[:-1]}"),
    ("E103", f"转 5 USDC 给 {WRONG_CHECKSUM}", f"send 5 USDC to {WRONG_CHECKSUM}"),
    ("E104", f"转 5 SHIB 给 {BOB}", f"send 5 SHIB to {BOB}"),
    ("E106", f"转 USDC 给 {BOB}", f"send USDC to {BOB}"),
    ("E107", f"转 12,001 USDC 给 {BOB}", f"send 12,001 USDC to {BOB}"),
    ("E108", f"转 1.1234567 USDC 给 {BOB}", f"send 1.1234567 USDC to {BOB}"),
    ("E109", f"转 0 USDC 给 {BOB}", f"send 0 USDC to {BOB}"),
    ("E202", f"转 10000.5 USDC 给 {BOB}", f"send 10000.5 USDC to {BOB}"),
    ("E204", f"转 5 ETH 给 {BOB}", f"send 5 ETH to {BOB}"),
    ("E205", f"转 5 USDC 给 {ZERO}", f"send 5 USDC to {ZERO}"),
]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("code", "chinese", "english"), REFUSED, ids=[code for code, *_ in REFUSED])
async def test_a_bad_order_gets_its_code_and_words_and_no_card(
    alice: Person, language: str, code: str, chinese: str, english: str
) -> None:
    result = await alice.say(chinese if language == "zh" else english)
    assert result.get("code") == code, result
    assert "card" not in result and result["type"] in ("answer", "ask")
    is_chinese = any("\u4e00" <= character <= "\u9fff" for character in result["text"])
    assert is_chinese == (language == "zh"), result["text"]
    assert "{" not in result["text"] and "?" not in result["text"].replace("? ", "").rstrip("?")[:-1]


async def test_the_fee_is_part_of_what_must_be_there(alice: Person) -> None:
    await alice.rpc("anvil_setBalance", alice.address, hex(10**12))
    result = await alice.say(f"send 5 USDC to {BOB}")
    assert result["code"] == "E203" and "ETH" in result["text"]


async def test_all_of_the_native_coin_leaves_the_fee(alice: Person) -> None:
    await alice.rpc("anvil_setBalance", alice.address, hex(10**18))
    result = await alice.say(f"send all my ETH to {BOB}")
    card = result["card"]
    native = int(card["amount_raw"])
    assert 0 < native < 10**18 and native > 10**18 - 10**16
    await alice.confirm(card["task"])
    tx: dict[str, Any] = card["steps"][0]["transaction"]
    await alice.post_hash(card["task"], await alice.send(tx, gas=21_000))
    assert (await alice.until(card["task"], "SETTLED", "FAILED"))["state"] == "SETTLED"


async def test_paying_oneself_is_refused(alice: Person) -> None:
    assert (await alice.say(f"send 5 USDC to {alice.address}"))["code"] == "E206"


async def test_a_token_contract_is_no_recipient(alice: Person) -> None:
    card = await card_for(alice, f"send 9.25 USDC to {BOB}")
    assert (await alice.say(f"send 5 DAI to {card['token']['address']}"))["code"] == "E205"


async def test_a_bad_order_leaves_the_open_card_as_it_was(alice: Person) -> None:
    result = await alice.say(f"send 9.5 USDC to {BOB}")
    await alice.say(f"send 5 USDC to {WRONG_CHECKSUM}", result["thread"])
    thread = (await alice.call("GET", f"/api/threads/{result['thread']}")).data
    assert [card["state"] for card in thread["cards"]] == ["INTENT_CONFIRM"]
    assert len(thread["messages"]) == 4


async def test_a_question_is_completed_by_the_bare_answer(alice: Person) -> None:
    asked = await alice.say("转 9.75 USDC")
    assert asked["type"] == "ask" and asked["code"] == "E101"
    result = await alice.say(BOB, asked["thread"])
    assert result["type"] == "intent_confirm", result
    assert (result["card"]["amount"], result["card"]["to"]) == ("9.75", BOB)
    assert "卡片" in result["text"], "a bare address is answered in the language of the question"


async def test_a_check_that_fails_at_confirmation_changes_no_state(alice: Person) -> None:
    card = await card_for(alice, f"send 0.75 ETH to {BOB}")
    await alice.rpc("anvil_setBalance", alice.address, hex(10**15))
    answer = await alice.confirm(card["task"])
    assert (answer.status, answer.code) == (409, "E202")
    assert await alice.state(card["task"]) == "INTENT_CONFIRM"


@pytest.mark.parametrize("body", [{}, {"message": ""}, {"message": "x" * 4097}, {"message": 5}])
async def test_a_message_of_no_form_is_malformed(alice: Person, body: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bearer {alice.token}", "Idempotency-Key": "k" + str(len(str(body)))}
    async with alice.session.post(alice.program.url + "/api/chat", json=body, headers=headers) as response:
        assert response.status == 422
        assert (await response.json())["error"]["code"] in ("E405", "E115")


LONG = [
    "9" * 4000,
    "send " + "9" * 2600 + f" USDC to {BOB}",
    "转 5 USDC 给 0x" + "ab" * 1900,
    f"send 5 USDC to {BOB} " * 80,
]


@pytest.mark.parametrize("message", [" \n", "\0", "\u202e\u200b", "🙂", "x" * 4096, "…" * 4096, *LONG])
async def test_any_message_up_to_the_length_gets_a_result_with_words(alice: Person, message: str) -> None:
    result = await alice.say(message[:4096])
    assert result["type"] in ("answer", "ask") and result["text"] and "card" not in result
    assert (await alice.call("GET", f"/api/threads/{result['thread']}")).status == 200


async def test_a_message_without_a_key_is_malformed(alice: Person) -> None:
    headers = {"Authorization": f"Bearer {alice.token}"}
    body = {"message": "hello"}
    async with alice.session.post(alice.program.url + "/api/chat", json=body, headers=headers) as response:
        assert response.status == 422


PUBLIC = {("POST", "/api/auth/nonce"), ("POST", "/api/auth/verify"), ("GET", "/api/s/{key}")}


async def test_every_route_but_the_public_three_wants_an_identity(
    session: aiohttp.ClientSession, program: Program
) -> None:
    async with session.get(program.url + "/api/openapi.json") as response:
        paths = (await response.json())["paths"]
    routes = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    guarded = {(method, path) for method, path in routes if path.startswith("/api/")} - PUBLIC
    assert routes >= PUBLIC and len(guarded) >= 10
    for method, path in guarded:
        url = program.url + re.sub(r"\{\w+\}", "x", path)
        for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Bearer a.b.c"}):
            async with session.request(method, url, json={}, headers=headers) as response:
                assert response.status == 401, (method, path, headers)
                assert (await response.json())["error"]["code"] == "E401"


async def test_a_challenge_is_used_once_and_a_foreign_signature_is_refused(
    session: aiohttp.ClientSession, program: Program
) -> None:
    from eth_account.messages import encode_defunct

    alice, mallory = Person(session, program), Person(session, program)
    asked = await alice.call("POST", "/api/auth/nonce", {"address": alice.address, "chain_id": 31337})
    message = asked.data["message"]

    def proof(person: Person) -> dict[str, str]:
        signed = person.account.sign_message(encode_defunct(text=message))
        return {"message": message, "signature": "0x" + signed.signature.hex().removeprefix("0x")}

    forged = await alice.call("POST", "/api/auth/verify", proof(mallory))
    assert (forged.status, forged.code) == (401, "E403")
    changed = {**proof(alice), "message": message.replace("31337", "1")}
    assert (await alice.call("POST", "/api/auth/verify", changed)).status == 401
    assert (await alice.call("POST", "/api/auth/verify", proof(alice))).status == 200
    replayed = await alice.call("POST", "/api/auth/verify", proof(alice))
    assert (replayed.status, replayed.code) == (401, "E402")


def test_the_words_of_a_refusal_come_in_both_languages() -> None:
    for code, *_ in REFUSED:
        assert say(code, {}, "en") != say(code, {}, "zh")


async def test_a_warning_above_the_limit_wants_the_recipients_last_four_characters(alice: Person) -> None:
    contract = "0xca11bde05977b3631167028862be2a173976ca11"
    card = await card_for(alice, f"send 1500 USDC to {contract}")
    assert [f["code"] for f in card["findings"] if f["level"] == "warn"] == ["E212"]
    path = f"/api/tasks/{card['task']}/confirm"
    for body in ({}, {"override": "0000"}):
        answer = await alice.call("POST", path, body)
        assert (answer.status, answer.code) == (409, "E307")
    assert (await alice.call("POST", path, {"override": "cA11"})).data["state"] == "PREVIEW"


async def test_do_not_send_it_withdraws_the_open_card(alice: Person) -> None:
    result = await alice.say(f"转 9.9 USDC 给 {BOB}")
    answer = await alice.say("别转了", result["thread"])
    assert answer["route"] == "reject" and "9.9 USDC" in answer["text"]
    assert await alice.state(result["card"]["task"]) == "REJECTED"
    nothing = await alice.say("don't send anything", result["thread"])
    assert (nothing["route"], nothing["code"]) == ("reject", "E113")


async def test_the_balance_of_another_address_is_that_address_own(alice: Person) -> None:
    answer = await alice.say("how much USDC does 0x0000000000000000000000000000000000000001 have?")
    assert "10,000" not in answer["text"] and alice.address not in answer["text"], answer


async def test_an_order_that_points_back_is_offered_and_not_guessed(alice: Person) -> None:
    first = await alice.say(f"转 9.95 USDC 给 {BOB}")
    asked = await alice.say("再转一次给他", first["thread"])
    assert asked["type"] == "ask" and "card" not in asked
    assert any(BOB in choice["message"] and "9.95" in choice["message"] for choice in asked["choices"])


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost:80@evil.example",
        "evil.example#localhost",
        "127.0.0.1.evil.example",
        "x",
        "0.0.0.0",
    ],
)
async def test_the_web_chat_is_not_served_to_another_host(alice: Person, host: str) -> None:
    async with alice.session.get(alice.program.url + "/", headers={"Host": host}) as response:
        assert response.status == 404
    async with alice.session.get(alice.program.url + "/", headers={"Host": "localhost:1"}) as response:
        assert response.status == 200


@pytest.mark.parametrize("body", [b"\xff", b"{", b"[]", b'{"message": 1e999}'])
async def test_a_body_that_is_no_proper_json_is_malformed(alice: Person, body: bytes) -> None:
    headers = {
        "Authorization": f"Bearer {alice.token}",
        "Idempotency-Key": "j",
        "Content-Type": "application/json",
    }
    async with alice.session.post(alice.program.url + "/api/chat", data=body, headers=headers) as response:
        assert response.status == 422
        assert (await response.json())["error"]["code"] == "E405"


async def test_a_body_that_is_too_large_gets_an_envelope(alice: Person) -> None:
    answer = await alice.call("POST", "/api/auth/verify", {"message": "x" * 70_000, "signature": ""})
    assert (answer.status, answer.code) == (413, "E405")


@pytest.mark.parametrize("thread", ["%00", "%20", "x" * 65])
async def test_an_odd_thread_id_is_malformed_and_not_a_fault(alice: Person, thread: str) -> None:
    for method in ("GET", "DELETE"):
        url = f"{alice.program.url}/api/threads/{thread}"
        async with alice.session.request(
            method, yarl.URL(url, encoded=True), headers={"Authorization": f"Bearer {alice.token}"}
        ) as response:
            assert response.status == 422


async def test_a_wrong_checksum_is_not_repaired_at_sign_in_either(alice: Person) -> None:
    answer = await alice.call("POST", "/api/auth/nonce", {"address": WRONG_CHECKSUM, "chain_id": 31337})
    assert (answer.status, answer.code) == (422, "E405")


async def test_a_private_key_is_never_kept(alice: Person) -> None:
    key = "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d"
    result = await alice.say(f"import my wallet, the private key is {key}")
    assert result["code"] == "E114" and key not in str(result)
    listed = [t for t in (await alice.call("GET", "/api/threads")).data if t["id"] == result["thread"]]
    thread = (await alice.call("GET", f"/api/threads/{result['thread']}")).data
    assert key not in str(listed) + str(thread)

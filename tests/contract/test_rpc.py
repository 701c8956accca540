"""The JSON-RPC client against nodes that misbehave: one retry at most, no answer taken for another."""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from core.adapters.rpc import Call, Fault, RpcClient, open_session
from core.domain.errors import Unavailable
from tests.contract.crooked import Crooked, breaks_off, changed, crooked_node, echo, never, raw

TWO = [Call("eth_chainId"), Call("eth_blockNumber")]


@pytest.fixture
async def node() -> AsyncIterator[Crooked]:
    async with crooked_node() as crooked:
        yield crooked


@pytest.fixture
async def other() -> AsyncIterator[Crooked]:
    async with crooked_node() as crooked:
        yield crooked


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with open_session() as opened:
        yield opened


@pytest.fixture
def client(node: Crooked, session: aiohttp.ClientSession) -> RpcClient:
    return RpcClient([node.url], session, timeout=0.5)


async def test_a_batch_is_one_request_and_keeps_its_order(node: Crooked, client: RpcClient) -> None:
    async def shuffled(request: web.Request) -> web.StreamResponse:
        calls = await request.json()
        return web.json_response([{"id": call["id"], "result": call["method"]} for call in reversed(calls)])

    node.script = [shuffled]
    assert await client.batch(TWO) == ["eth_chainId", "eth_blockNumber"]
    assert (node.requests, client.round_trips) == (1, 1)


async def test_nothing_asked_is_nothing_sent(node: Crooked, client: RpcClient) -> None:
    assert await client.batch([]) == []
    assert node.requests == 0


@pytest.mark.parametrize("fault", [raw("", status=500), raw("", status=503), breaks_off, never])
async def test_a_transport_error_is_tried_once_more(node: Crooked, client: RpcClient, fault: Any) -> None:
    node.script = [fault]
    assert await client.batch(TWO) == ["eth_chainId", "eth_blockNumber"]
    assert node.requests == 2


@pytest.mark.parametrize("fault", [raw("", status=500), breaks_off, never])
async def test_and_only_once(node: Crooked, client: RpcClient, fault: Any) -> None:
    node.answer = fault
    with pytest.raises(Unavailable):
        await client.batch(TWO)
    assert node.requests == 2


NO_ANSWERS = {
    "a page": raw("<html>busy</html>"),
    "nothing": raw(""),
    "cut short": raw('[{"jsonrpc":"2.0","id":0,"resu'),
    "deep": raw("[" * 100_000),
    "a number": raw("5"),
    "too many requests": raw("slow down", status=429),
    "forbidden": raw("who are you", status=403),
    "one error for all": raw('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'),
    "elsewhere": raw("", status=307, Location="http://127.0.0.1:9/"),
}


@pytest.mark.parametrize("name", NO_ANSWERS)
async def test_what_is_no_answer_is_not_asked_for_again(node: Crooked, client: RpcClient, name: str) -> None:
    node.answer = NO_ANSWERS[name]
    with pytest.raises(Unavailable):
        await client.batch(TWO)
    assert node.requests == 1


async def test_an_error_of_one_call_is_its_fault_alone_and_not_repeated(
    node: Crooked, client: RpcClient
) -> None:
    def answer(call: dict[str, Any]) -> dict[str, Any]:
        if call["method"] == "eth_chainId":
            return {"error": {"code": -32602, "message": "invalid params", "data": "0x1234"}}
        return {"result": "0x1"}

    node.answer = changed(answer)
    assert await client.batch(TWO) == [Fault(-32602, "invalid params", "0x1234"), "0x1"]
    assert await client.one("eth_chainId") == Fault(-32602, "invalid params", "0x1234")
    assert node.requests == 2


@pytest.mark.parametrize(
    "members",
    [
        [],
        [{"id": 0, "result": "0x1"}],
        [{"id": 0, "result": "0x1"}, {"id": 7, "result": "0x2"}],
        [{"id": 0, "result": "0x1"}, {"id": True, "result": "0x2"}, None, 5, {"id": 1}],
        [{"id": 0, "result": "0x1"}, {"id": "1", "result": "0x2"}],
        [{"id": 0, "result": "0x1"}, {"id": 1, "error": "text"}],
    ],
)
async def test_a_missing_or_stray_member_is_a_fault(
    node: Crooked, client: RpcClient, members: list[Any]
) -> None:
    node.answer = raw(json.dumps(members))
    answers = await client.batch(TWO)
    assert answers[1] == Fault(None, "no answer")
    assert answers[0] == ("0x1" if members else Fault(None, "no answer"))


async def test_a_result_of_null_is_a_result(node: Crooked, client: RpcClient) -> None:
    node.answer = changed(lambda _: {"result": None})
    assert await client.batch(TWO) == [None, None]


async def test_an_answer_above_the_cap_is_not_read_to_its_end(node: Crooked, client: RpcClient) -> None:
    node.answer = changed(lambda _: {"result": "0x" + "00" * 5_000_000})
    with pytest.raises(Unavailable):
        await client.one("eth_call")
    assert node.requests == 1


async def test_the_next_node_is_asked_when_one_fails_and_stays_the_first(
    node: Crooked, other: Crooked, session: aiohttp.ClientSession
) -> None:
    client = RpcClient([node.url, other.url], session, timeout=0.5)
    node.answer = raw("<html>", status=200)
    assert await client.batch(TWO) == ["eth_chainId", "eth_blockNumber"]
    assert await client.one("net_version") == "net_version"
    assert (node.requests, other.requests) == (1, 2)
    other.answer, node.answer = raw("", status=500), echo
    assert await client.one("net_version") == "net_version"
    assert (node.requests, other.requests) == (2, 3)


async def test_every_node_is_asked_once_before_giving_up(
    node: Crooked, other: Crooked, session: aiohttp.ClientSession
) -> None:
    client = RpcClient([node.url, other.url], session, timeout=0.5)
    node.answer = other.answer = raw("", status=502)
    with pytest.raises(Unavailable) as caught:
        await client.batch(TWO)
    assert (node.requests, other.requests) == (1, 1)
    assert node.url not in repr(caught.value)


async def test_no_proxy_of_the_environment_is_used(
    node: Crooked, client: RpcClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert await client.one("eth_chainId") == "eth_chainId"

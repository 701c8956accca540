"""JSON-RPC over HTTP in batches: own timeouts, a size cap, at most one retry (R-149). Knows no chain.

Only reads go out, and on our own demo chain the making of test coins, so that asking twice does no harm.
Addresses of nodes are never part of an error or a log line.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

import aiohttp

from core.domain.errors import Unavailable

MAX_BYTES = 8 * 2**20
MAX_SCAN_BYTES = 64 * 2**20
"""For batches of full blocks."""


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    params: Sequence[object] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """What a node answered instead of a result; `data` as it came, anything at all."""

    code: int | None
    message: str
    data: object = None


class _Broken(Exception):
    """One node gave no usable answer; `again` when asking the same node once more may help."""

    def __init__(self, again: bool) -> None:
        super().__init__()
        self.again = again


def open_session() -> aiohttp.ClientSession:
    """A session for nodes: no proxies or credentials from the environment, no cookies."""
    return aiohttp.ClientSession(trust_env=False, cookie_jar=aiohttp.DummyCookieJar())


class RpcClient:
    """One chain's nodes. The node that answered last is asked first; the next one when it fails."""

    def __init__(self, urls: Sequence[str], session: aiohttp.ClientSession, timeout: float = 4.0) -> None:
        self._urls = tuple(urls)
        self._session = session
        self._timeout = aiohttp.ClientTimeout(total=timeout)
        self._first = 0
        self.round_trips = 0
        """HTTP requests so far, for benchmarks."""

    async def one(self, method: str, *params: object) -> Any:
        """The result or a Fault of a single call. Raises Unavailable like `batch`."""
        return (await self.batch([Call(method, params)]))[0]

    async def batch(self, calls: Sequence[Call], max_bytes: int = MAX_BYTES) -> list[Any]:
        """Results in the order of the calls, a Fault for each that failed, in one HTTP request.

        Raises Unavailable("E502") when no node gives a well-formed answer in time.
        """
        if not calls:
            return []
        request: list[dict[str, object]] = [
            {"jsonrpc": "2.0", "id": number, "method": call.method, "params": list(call.params)}
            for number, call in enumerate(calls)
        ]
        body = json.dumps(request if len(request) > 1 else request[0]).encode()
        for index in self._order():
            try:
                answers = _sort(await self._post(self._urls[index], body, max_bytes), len(request))
            except _Broken as broken:
                if not broken.again and len(self._urls) == 1:
                    break
                continue
            self._first = index
            return answers
        raise Unavailable("E502")

    def _order(self) -> list[int]:
        """Each node once, beginning with the last good one; a lone node twice."""
        count = len(self._urls)
        return [(self._first + step) % count for step in range(max(count, 2 if count == 1 else count))]

    async def _post(self, url: str, body: bytes, max_bytes: int) -> object:
        self.round_trips += 1
        try:
            async with self._session.post(
                url,
                data=body,
                headers={"Content-Type": "application/json"},
                allow_redirects=False,
                timeout=self._timeout,
            ) as response:
                if response.status >= 500 or response.status in (408, 429):
                    raise _Broken(again=response.status >= 500)
                text = await _read(response, max_bytes)
        except (aiohttp.ClientError, TimeoutError, OSError):
            raise _Broken(again=True) from None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise _Broken(again=False) from None


async def _read(response: aiohttp.ClientResponse, max_bytes: int) -> bytes:
    parts = bytearray()
    async for chunk in response.content.iter_chunked(2**16):
        parts += chunk
        if len(parts) > max_bytes:
            raise _Broken(again=False)
    return bytes(parts)


def _sort(body: object, count: int) -> list[Any]:
    """Answers by their id; a batch that is answered by one object was refused as a whole."""
    members = body if isinstance(body, list) else [body]
    if not isinstance(body, list) and (count > 1 or not _is_answer(body)):
        raise _Broken(again=False)
    answers: list[Any] = [Fault(None, "no answer")] * count
    for member in members:
        if _is_answer(member):
            number = member.get("id")
            if type(number) is int and 0 <= number < count:
                answers[number] = _result(member)
    return answers


def _is_answer(member: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(member, dict) and ("result" in member or isinstance(member.get("error"), dict))


def _result(member: dict[str, Any]) -> Any:
    error = member.get("error")
    if error is None:
        return member["result"] if "result" in member else Fault(None, "no answer")
    if not isinstance(error, dict):
        return Fault(None, "malformed error")
    code, message = error.get("code"), error.get("message")
    return Fault(
        code if type(code) is int else None,
        message if isinstance(message, str) else "",
        error.get("data"),
    )

"""A node between us and the real one that lies, breaks off, answers slowly or not at all."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Crooked:
    """`url` to be asked; `requests` counts; what comes next is in `script`, else `answer` is asked."""

    def __init__(self) -> None:
        self.url = ""
        self.requests = 0
        self.script: list[Handler] = []
        self.answer: Handler = echo

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.requests += 1
        return await (self.script.pop(0) if self.script else self.answer)(request)


@asynccontextmanager
async def crooked_node() -> AsyncIterator[Crooked]:
    node = Crooked()
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", node.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    node.url = f"http://127.0.0.1:{port}/"
    try:
        yield node
    finally:
        await runner.cleanup()


async def echo(request: web.Request) -> web.StreamResponse:
    """Every call answered by its own method's name."""
    return await changed(lambda call: {"result": call["method"]})(request)


def changed(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        body = await request.json()
        calls = body if isinstance(body, list) else [body]
        members = [{"jsonrpc": "2.0", "id": call["id"], **answer(call)} for call in calls]
        return web.json_response(members if isinstance(body, list) else members[0])

    return handle


def raw(text: str, status: int = 200, **headers: str) -> Handler:
    async def handle(_: web.Request) -> web.StreamResponse:
        return web.Response(text=text, status=status, headers=headers, content_type="text/html")

    return handle


async def breaks_off(request: web.Request) -> web.StreamResponse:
    """Promises more bytes than it sends."""
    response = web.StreamResponse(headers={"Content-Length": "100000"})
    await response.prepare(request)
    await response.write(b'{"jsonrpc":')
    assert request.transport is not None
    request.transport.close()
    return response


async def never(_: web.Request) -> web.StreamResponse:
    await asyncio.Event().wait()
    raise AssertionError


def through(session: aiohttp.ClientSession, url: str, lie: Callable[[str, list[Any], Any], Any]) -> Handler:
    """The real node's answers, each passed through `lie(method, params, result)`."""

    async def handle(request: web.Request) -> web.StreamResponse:
        body = await request.json()
        async with session.post(url, json=body) as response:
            answers = json.loads(await response.read())
        calls = {call["id"]: call for call in (body if isinstance(body, list) else [body])}
        for answer in answers if isinstance(answers, list) else [answers]:
            call = calls[answer["id"]]
            if "result" in answer:
                answer["result"] = lie(call["method"], call["params"], answer["result"])
        return web.json_response(answers)

    return handle

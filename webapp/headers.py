"""Headers and limits of every answer, as plain ASGI so that streams pass through untouched."""

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST = 65_536
"""Bytes of a request body: the longest message is 4,096 characters."""


class SafeHeaders:
    """Adds `headers` to each HTTP answer; a body that is announced or turns out longer than MOST is cut off."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str], too_large: ASGIApp) -> None:
        self._app = app
        self._headers = headers
        self._too_large = too_large

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        announced = Headers(scope=scope).get("content-length", "0")
        if not announced.isdecimal() or int(announced) > MOST:
            await self._too_large(scope, receive, guarded)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            return {"type": "http.disconnect"} if taken > MOST else message

        await self._app(scope, counted, guarded)

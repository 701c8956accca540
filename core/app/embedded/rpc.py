"""One JSON-RPC call to a node on loopback, without a client library: the supervisor needs three methods."""

import asyncio
import json
from typing import Any

from core.app.embedded.port import LOOPBACK

TIMEOUT_SECONDS = 10.0


class NodeSilent(Exception):
    """The node did not answer, or answered with an error."""


async def call(port: int, method: str, timeout_seconds: float = TIMEOUT_SECONDS) -> Any:
    """The result of a method that takes no parameters."""
    try:
        answer = await asyncio.wait_for(_exchange(port, method), timeout_seconds)
        return json.loads(answer.partition(b"\r\n\r\n")[2])["result"]
    except (OSError, TimeoutError, ValueError, KeyError) as error:
        raise NodeSilent(f"{method}: {error!r}") from error


async def _exchange(port: int, method: str) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": []}).encode()
    head = (
        f"POST / HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    try:
        writer.write(head.encode() + body)
        return await reader.read()
    finally:
        writer.close()

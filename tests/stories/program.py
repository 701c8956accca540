"""The whole program as a process of its own, and people who use it over HTTP with wallets of their own."""

import asyncio
import json
import os
import re
import signal
import sys
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from eth_account import Account
from eth_account.messages import encode_defunct
from eth_account.signers.local import LocalAccount

READY = re.compile(r"^ready (http://\S+)")


class Program:
    """`tapsign up` in a data folder; may be killed and started again."""

    def __init__(self, data_dir: Path, port: int, **settings: str) -> None:
        self.data_dir, self.port = data_dir, port
        self.url = f"http://127.0.0.1:{port}"
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None
        self.log = data_dir.parent / f"{data_dir.name}.log"

    async def start(self) -> None:
        """Returns when the line `ready` came. Raises RuntimeError with the log's end when it did not."""
        environment = {
            **os.environ,
            "DATA_DIR": str(self.data_dir),
            "PORT": str(self.port),
            "QUOTA_PER_MINUTE": "0",
            **self._settings,
        }
        self.data_dir.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                str(Path(sys.executable).with_name("tapsign")),
                "up",
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env=environment,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(60):
            async for line in self._process.stdout:
                if READY.match(line.decode()):
                    return
        raise RuntimeError(f"not ready: {self.log.read_text()[-4000:]}")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def kill(self) -> None:
        """kill -9 of the program; its children are its own business."""
        await self.end(signal.SIGKILL)

    async def stop(self) -> None:
        await self.end(signal.SIGTERM)

    async def end(self, number: signal.Signals) -> None:
        """Returns when the process itself has ended."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.send_signal(number)
        async with asyncio.timeout(30):
            await process.wait()

    @property
    def node(self) -> str:
        """Where the demo chain answers."""
        port = (self.data_dir / "chain" / "port").read_text().strip()
        return f"http://127.0.0.1:{port}"


@asynccontextmanager
async def running(data_dir: Path, port: int, **settings: str) -> AsyncIterator[Program]:
    program = Program(data_dir, port, **settings)
    await program.start()
    try:
        yield program
    finally:
        await program.stop()


@dataclass
class Answer:
    """One JSON answer: status and envelope."""

    status: int
    body: dict[str, Any]

    @property
    def data(self) -> Any:
        assert self.body["success"], self.body
        return self.body["data"]

    @property
    def code(self) -> str:
        return str(self.body["error"]["code"])


@dataclass
class Person:
    """Somebody with a wallet, at the web chat. `session` outlives restarts of the program."""

    session: aiohttp.ClientSession
    program: Program
    account: LocalAccount = field(default_factory=Account.create)
    token: str = ""

    @property
    def address(self) -> str:
        return str(self.account.address)

    async def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Answer:
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        url = self.program.url + path
        async with self.session.request(method, url, json=body, headers=headers) as response:
            return Answer(response.status, await response.json())

    async def sign_in(self, chain_id: int = 31337) -> None:
        asked = await self.call("POST", "/api/auth/nonce", {"address": self.address, "chain_id": chain_id})
        message = asked.data["message"]
        signed = self.account.sign_message(encode_defunct(text=message))
        proof = {"message": message, "signature": "0x" + signed.signature.hex().removeprefix("0x")}
        self.token = (await self.call("POST", "/api/auth/verify", proof)).data["token"]

    async def say(
        self, message: str, thread: str | None = None, key: str | None = None, **more: Any
    ) -> dict[str, Any]:
        """The result of one message. Raises AssertionError for an answer that is not a stream with one result."""
        frames = [frame async for frame in self.stream(message, thread, key, **more)]
        event, data = frames[-1]
        assert event == "result", frames
        assert [name for name, _ in frames[:-1]] == ["stage"] * (len(frames) - 1), frames
        return data

    async def stream(
        self, message: str, thread: str | None = None, key: str | None = None, **more: Any
    ) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        body = {"message": message, **({"thread": thread} if thread else {}), **more}
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key or uuid.uuid4().hex}
        async with self.session.post(self.program.url + "/api/chat", json=body, headers=headers) as response:
            assert response.status == 200, (response.status, await response.text())
            event = ""
            async for raw in response.content:
                line = raw.decode().rstrip("\n")
                if line.startswith("event: "):
                    event = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield event, json.loads(line.removeprefix("data: "))

    async def rpc(self, method: str, *params: Any) -> Any:
        """Ask the demo chain's node itself. Raises RuntimeError with its error."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
        async with self.session.post(self.program.node, json=request) as response:
            answer = await response.json()
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    async def sign(self, transaction: Mapping[str, Any], **changed: Any) -> tuple[str, str]:
        """The raw transaction as this wallet signs it, and its hash. `changed` overrides fields (nonce, …)."""
        block = await self.rpc("eth_getBlockByNumber", "latest", False)
        fields: dict[str, Any] = {
            "chainId": transaction["chainId"],
            "to": transaction["to"],
            "value": int(transaction["value"], 16),
            "data": transaction["data"],
            "nonce": int(await self.rpc("eth_getTransactionCount", self.address, "pending"), 16),
            "gas": 200_000,
            "maxFeePerGas": int(block["baseFeePerGas"], 16) * 2 + 10**9,
            "maxPriorityFeePerGas": 10**9,
            "type": 2,
        }
        signed = self.account.sign_transaction({**fields, **changed})
        return "0x" + signed.raw_transaction.hex().removeprefix("0x"), "0x" + signed.hash.hex().removeprefix(
            "0x"
        )

    async def send(self, transaction: Mapping[str, Any], **changed: Any) -> str:
        """Sign and broadcast; the hash."""
        raw, hash_ = await self.sign(transaction, **changed)
        assert await self.rpc("eth_sendRawTransaction", raw) == hash_
        return hash_

    async def confirm(self, task: str) -> Answer:
        return await self.call("POST", f"/api/tasks/{task}/confirm", {})

    async def post_hash(self, task: str, hash_: str) -> Answer:
        return await self.call("POST", f"/api/tasks/{task}/hash", {"hash": hash_})

    async def state(self, task: str) -> str:
        return str((await self.call("GET", f"/api/tasks/{task}")).data["state"])

    async def until(self, task: str, *states: str, seconds: float = 30) -> dict[str, Any]:
        """The task once it is in one of the states, followed by its event stream."""
        async with asyncio.timeout(seconds):
            while True:
                async for view in self.events(task):
                    if view["state"] in states:
                        return view

    async def events(self, task: str) -> AsyncIterator[dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"{self.program.url}/api/tasks/{task}/events"
        async with self.session.get(url, headers=headers) as response:
            assert response.status == 200, await response.text()
            async for raw in response.content:
                line = raw.decode().rstrip("\n")
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))

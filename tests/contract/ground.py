"""A real node with the demo contracts, and what tests do to it: deploy odd contracts, send, mine."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
from eth_abi.abi import encode

from core.adapters.catalog import load_catalog
from core.adapters.chain import RpcChain
from core.adapters.rpc import Fault, RpcClient, open_session
from core.app.embedded.demo import prepare_demo
from core.app.embedded.node import start_node
from core.domain.card import Transaction, Transfer
from core.domain.types import Address, Catalog, Hash, Token, address, tx_hash

ALICE, BOB, CAROL, DAVE = (
    Address("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
    Address("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
    Address("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"),
    Address("0x90F79bf6EB2c4f870365E785982E1f101E93b906"),
)
"""Unlocked accounts of the node."""
NOBODY = address("0x" + "77" * 20)

_ODD = Path(__file__).parents[1] / "contracts" / "artifacts"
_MINT = bytes.fromhex("40c10f19")


@dataclass
class Ground:
    """`rpc` asks the node directly; `chain` is what is tested."""

    url: str
    session: aiohttp.ClientSession
    rpc: RpcClient
    catalog: Catalog
    chain: RpcChain

    async def ask(self, method: str, *params: object) -> Any:
        answer = await self.rpc.one(method, *params)
        assert not isinstance(answer, Fault), (method, answer)
        return answer

    async def mine(self, blocks: int = 1) -> None:
        for _ in range(blocks):
            await self.ask("evm_mine")

    async def send(self, tx: Transaction, **more: object) -> Hash:
        """Broadcast from an unlocked account, not mined yet."""
        order = {
            "from": tx.sender,
            "to": tx.to,
            "value": hex(tx.value),
            "data": "0x" + tx.data.hex(),
            "gas": hex(1_000_000),
            **more,
        }
        return tx_hash(await self.ask("eth_sendTransaction", order))

    async def mined(self, tx: Transaction, **more: object) -> Hash:
        hash_ = await self.send(tx, **more)
        await self.mine()
        return hash_

    async def deploy(self, name: str, *arguments: str) -> Address:
        """One of tests/contracts; the arguments are addresses."""
        code = json.loads((_ODD / f"{name}.json").read_text(encoding="utf-8"))["bytecode"]
        order = {
            "from": DAVE,
            "data": code + encode(["address"] * len(arguments), arguments).hex(),
            "gas": hex(5_000_000),
        }
        hash_ = await self.ask("eth_sendTransaction", order)
        await self.mine()
        receipt = await self.ask("eth_getTransactionReceipt", hash_)
        assert receipt["status"] == "0x1"
        return address(receipt["contractAddress"])

    async def odd_token(self, name: str, holder: Address = ALICE, raw: int = 10**12) -> Token:
        """A misbehaving token of which the holder has some; 6 decimals."""
        contract = await self.deploy(name)
        if name != "SaysNothing":
            data = _MINT + encode(["address", "uint256"], [holder, raw])
            await self.mined(Transaction(31337, DAVE, contract, 0, data))
        return Token(31337, "ODD", name, contract, 6, (), self.catalog.tokens[0].price_usd)

    def transfer(self, token: Token, raw: int, payer: Address = ALICE, to: Address = NOBODY) -> Transfer:
        return Transfer(self.chain.chain, token, payer, to, raw)

    async def block(self) -> int:
        return int(await self.ask("eth_blockNumber"), 16)

    async def nonce(self, who: Address) -> int:
        return int(await self.ask("eth_getTransactionCount", who, "latest"), 16)


@asynccontextmanager
async def prepared_ground(folder: Path) -> AsyncIterator[Ground]:
    node = await start_node(folder)
    try:
        await prepare_demo(node.url)
        catalog = load_catalog(None, node.url)
        async with open_session() as session:
            chain = RpcChain(catalog.default_chain, session)
            yield Ground(node.url, session, RpcClient([node.url], session, 30), catalog, chain)
    finally:
        await node.stop()

"""One configured chain over JSON-RPC: the reads of core.ports.Chain, each pinned to one block.

Raw eth_call judged by its bytes, never a contract object: those decode what is not there, follow EIP-3668 to
addresses that a contract chose, and repair wrong checksums. Unknown stays unknown (Unread, None).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import aiohttp

from core.adapters import heir, multicall, preflight, wire
from core.adapters.preflight import Pin
from core.adapters.rpc import Call, Fault, RpcClient
from core.domain.card import Transaction, Transfer
from core.domain.errors import Unavailable
from core.domain.receipt import Head, Receipt, Sighting
from core.domain.survey import Holdings, Survey, Unread
from core.domain.types import Address, Chain, Hash, Token

_INVALID_PARAMS = -32602
_LOOK_UPS = ("eth_getTransactionByHash", "eth_getTransactionReceipt")


@dataclass(frozen=True, slots=True)
class Block:
    """The newest block when the node was asked; `base_fee` is None on chains without EIP-1559."""

    number: int
    hash: Hash
    base_fee: int | None


class RpcChain:
    """core.ports.Chain over the nodes of one catalog entry.

    The nodes are asked one after the other (RpcClient); where they must agree, that is decided here.
    """

    def __init__(self, chain: Chain, session: aiohttp.ClientSession, timeout: float = 4.0) -> None:
        self.chain = chain
        self.rpc = RpcClient(chain.rpc, session, timeout)
        self._pins_by_hash = True
        self._multicall: bool | None = None

    async def chain_id(self) -> int:
        number = wire.quantity(await self.rpc.one("eth_chainId"))
        if number is None:
            raise Unavailable("E502")
        return number

    async def head(self) -> Head:
        return _head(await self.rpc.batch(self._head_calls()))

    async def holdings(self, owner: Address, tokens: Sequence[Token]) -> Holdings:
        contracts = [token.address for token in tokens if token.address is not None]
        block = await self._latest()
        native, chain_id, *answers = await self._pinned(
            block,
            lambda pin: [
                Call("eth_getBalance", [owner, pin]),
                Call("eth_chainId"),
                *self._balance_calls(owner, contracts, pin),
            ],
        )
        if wire.quantity(chain_id) != self.chain.id:
            raise Unavailable("E502")
        balances = await self._balances(owner, contracts, block, answers)
        coin = preflight.read_number(native)
        return Holdings(
            block.number,
            {token.symbol: balances[token.address] if token.address else coin for token in tokens},
        )

    async def survey(self, transfer: Transfer, transaction: Transaction) -> Survey:
        block = await self._latest()
        names = list(preflight.calls(transfer, transaction, block.number, ""))
        answers = await self._pinned(
            block,
            lambda pin: list(preflight.calls(transfer, transaction, block.number, pin).values()),
        )
        return preflight.survey(
            transfer, block.number, block.base_fee, dict(zip(names, answers, strict=True))
        )

    async def sighting(self, hash_: Hash) -> Sighting:
        return (await self.sightings([hash_]))[1][hash_]

    async def sightings(self, hashes: Sequence[Hash]) -> tuple[Head, Mapping[Hash, Sighting]]:
        wanted = list(dict.fromkeys(hashes))
        look_ups = [Call(method, [hash_]) for hash_ in wanted for method in _LOOK_UPS]
        answers = await self.rpc.batch([*look_ups, *self._head_calls()])
        seen = {
            hash_: _sighting(hash_, self.chain.id, *answers[2 * index : 2 * index + 2])
            for index, hash_ in enumerate(wanted)
        }
        heights = sorted({one.receipt.block_number for one in seen.values() if one.receipt is not None})
        if not heights:
            return _head(answers[len(look_ups) :]), seen
        # The head is asked for again, after the receipts, so that it is not older than any of them.
        blocks = await self.rpc.batch(
            [*(Call("eth_getBlockByNumber", [hex(height), False]) for height in heights), *self._head_calls()]
        )
        held = {height: _hash_at(height, block) for height, block in zip(heights, blocks, strict=False)}
        return _head(blocks[len(heights) :]), {hash_: _placed(one, held) for hash_, one in seen.items()}

    async def heir(self, sender: Address, nonce: int, since_block: int) -> Sighting | None:
        hash_ = await heir.find(self.rpc, sender, nonce, since_block)
        if hash_ is None:
            return None
        seen = await self.sighting(hash_)
        if seen.transaction is None or seen.receipt is None:
            return None
        return seen if seen.transaction.sender == sender and seen.nonce == nonce else None

    async def _latest(self) -> Block:
        answer = await self.rpc.one("eth_getBlockByNumber", "latest", False)
        block = answer if isinstance(answer, dict) else {}
        number, hash_ = wire.quantity(block.get("number")), wire.hash_of(block.get("hash"))
        if number is None or hash_ is None:
            raise Unavailable("E502")
        return Block(number, hash_, wire.quantity(block.get("baseFeePerGas")))

    async def _pinned(self, block: Block, build: Callable[[Pin], list[Call]]) -> list[Any]:
        """A batch at that block: by hash where the node knows EIP-1898, else by number."""
        if self._pins_by_hash:
            answers = await self.rpc.batch(build({"blockHash": block.hash}))
            if not _refused(answers):
                return answers
        answers = await self.rpc.batch(build(hex(block.number)))
        self._pins_by_hash = self._pins_by_hash and _refused(answers)
        return answers

    def _head_calls(self) -> list[Call]:
        tags = ["latest", *([self.chain.finality] if self.chain.finality else [])]
        return [Call("eth_getBlockByNumber", [tag, False]) for tag in tags]

    def _balance_calls(self, owner: Address, contracts: Sequence[Address], pin: Pin) -> list[Call]:
        """One aggregate where Multicall3 is known to stand, else a call each and a look whether it does."""
        data = multicall.balance_of(owner)
        if self._multicall and contracts:
            aggregate = multicall.aggregate(contracts, data)
            return [Call("eth_call", [{"to": multicall.MULTICALL3, "data": "0x" + aggregate.hex()}, pin])]
        each = [preflight.read_call(contract, data, pin) for contract in contracts]
        return [*each, Call("eth_getCode", [multicall.MULTICALL3, pin])]

    async def _balances(
        self, owner: Address, contracts: Sequence[Address], block: Block, answers: Sequence[Any]
    ) -> dict[Address, int | Unread]:
        if self._multicall and contracts:
            returned = wire.octets(answers[0])
            words = multicall.results(returned, len(contracts)) if returned else None
            if words is not None:
                read = [Unread("reverted") if data is None else preflight.read_data(data) for data in words]
                return dict(zip(contracts, read, strict=True))
            self._multicall = None
            answers = await self._pinned(block, lambda pin: self._balance_calls(owner, contracts, pin))
        self._multicall = bool(wire.octets(answers[-1]))
        return {
            contract: preflight.read_word(answer)
            for contract, answer in zip(contracts, answers, strict=False)
        }


def _refused(answers: Sequence[Any]) -> bool:
    return any(isinstance(answer, Fault) and answer.code == _INVALID_PARAMS for answer in answers)


def _head(answers: Sequence[Any]) -> Head:
    """From the newest block and, where asked for, the one that the chain calls final."""
    latest, *final = (
        wire.quantity(block.get("number")) if isinstance(block, dict) else None for block in answers
    )
    if latest is None:
        raise Unavailable("E502")
    return Head(latest, final[0] if final else None)


def _sighting(hash_: Hash, chain_id: int, tx: object, receipt: object) -> Sighting:
    found = wire.transaction(tx, hash_, chain_id)
    transaction, nonce = found if found is not None else (None, None)
    return Sighting(hash_, transaction, nonce, wire.receipt(receipt, hash_))


def _hash_at(height: int, block: object) -> Hash | None:
    if not isinstance(block, dict) or wire.quantity(block.get("number")) != height:
        return None
    return wire.hash_of(block.get("hash"))


def _placed(seen: Sighting, held: Mapping[int, Hash | None]) -> Sighting:
    """The sighting with its receipt's block compared with the one that the chain holds at that height."""
    receipt: Receipt | None = seen.receipt
    if receipt is None:
        return seen
    block = held[receipt.block_number]
    return replace(
        seen, receipt=replace(receipt, canonical=None if block is None else block == receipt.block_hash)
    )

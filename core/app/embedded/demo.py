"""The demo chain's contracts and test coins: deployed once, at addresses that follow from their code alone.

Works on an anvil that this program started, through its own methods and its unlocked tenth account. All of it
can be repeated: what is there already is left alone, whatever moment an earlier start was killed at.
"""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp
from eth_abi.abi import encode
from eth_utils.address import to_checksum_address
from eth_utils.crypto import keccak

from core.adapters import multicall, preflight, wire
from core.adapters.rpc import Call, Fault, RpcClient, open_session
from core.domain.errors import Unavailable
from core.domain.types import Address

MINTER = Address("0xa0Ee7A142d267C1f36714E4a8F75612F20a79720")
"""The tenth account of anvil's public test phrase; nobody's wallet, and worth nothing elsewhere."""
CREATE2_DEPLOYER = Address("0x4e59b44847b379578588920cA78FbF26c0B4956C")
"""The deterministic deployment proxy that every anvil holds: salt and creation code in, contract out."""
SALT = bytes(32)
DOLLARS = 10_000
"""Of each demo token, for a new wallet."""
COINS = 100 * 10**18
"""Wei of the demo coin, for a new wallet."""

_ARTIFACTS = Path(__file__).parents[2] / "catalog" / "contracts" / "artifacts"
_TOKENS = {"Usdc": 6, "Dai": 18, "Usdt": 6}
_DEPLOY_GAS = 2_000_000
_MINT_GAS = 200_000
_MINT = keccak(text="mint(address,uint256)")[:4]
_SECONDS = 10.0
_TRIES = 5


def creation_code(name: str) -> bytes:
    """What deploys a demo token: its committed bytecode and its minter."""
    return bytes.fromhex(_artifact(name)["bytecode"].removeprefix("0x")) + encode(["address"], [MINTER])


def token_address(name: str) -> Address:
    """Where CREATE2 puts a demo token (EIP-1014); the catalog's demo.toml holds the same addresses."""
    digest = keccak(b"\xff" + bytes.fromhex(CREATE2_DEPLOYER[2:]) + SALT + keccak(creation_code(name)))
    return Address(to_checksum_address(digest[12:]))


async def prepare_demo(rpc_url: str) -> None:
    """Deploy what is missing. Raises Unavailable("E502") when the node does not do it."""
    async with open_session() as session:
        rpc = RpcClient([rpc_url], session, _SECONDS)
        missing = await _missing(rpc)
        if not missing:
            return
        if "Multicall3" in missing:
            code = _artifact("Multicall3")["deployedBytecode"]
            _expect_results([await rpc.one("anvil_setCode", multicall.MULTICALL3, code)])
        tokens = [name for name in missing if name in _TOKENS]
        await _carry_out(
            rpc, [_order(CREATE2_DEPLOYER, SALT + creation_code(name), _DEPLOY_GAS) for name in tokens]
        )
        if await _missing(rpc):
            raise Unavailable("E502")


async def _missing(rpc: RpcClient) -> list[str]:
    """Names of the contracts without code at their addresses."""
    places = {**{name: token_address(name) for name in _TOKENS}, "Multicall3": multicall.MULTICALL3}
    codes = await rpc.batch([Call("eth_getCode", [place, "latest"]) for place in places.values()])
    _expect_results(codes)
    return [name for name, code in zip(places, codes, strict=True) if not wire.octets(code)]


class DemoFaucet:
    """core.ports.Faucet: fills a wallet of the demo chain up to 100 ETH and 10,000 of each token, at once."""

    def __init__(self, rpc_url: str, session: aiohttp.ClientSession) -> None:
        self._rpc = RpcClient([rpc_url], session, _SECONDS)
        self._tokens = {token_address(name): DOLLARS * 10**decimals for name, decimals in _TOKENS.items()}
        self._lock = asyncio.Lock()

    async def fund(self, owner: Address) -> None:
        """Raises Unavailable("E502") when the node does not do it."""
        async with self._lock:
            coins, *held = await self._held(owner)
            if coins < COINS:
                _expect_results([await self._rpc.one("anvil_setBalance", owner, hex(COINS))])
            orders = [
                _order(token, _MINT + encode(["address", "uint256"], [owner, full - has]), _MINT_GAS)
                for (token, full), has in zip(self._tokens.items(), held, strict=True)
                if has < full
            ]
            if orders or coins < COINS:
                await _carry_out(self._rpc, orders)

    async def _held(self, owner: Address) -> list[int]:
        data = multicall.balance_of(owner)
        coins, *answers = await self._rpc.batch(
            [
                Call("eth_getBalance", [owner, "latest"]),
                *(preflight.read_call(token, data, "latest") for token in self._tokens),
            ]
        )
        held = [preflight.read_number(coins), *(preflight.read_word(answer) for answer in answers)]
        amounts = [amount for amount in held if isinstance(amount, int)]
        if len(amounts) < len(held):
            raise Unavailable("E502")
        return amounts


def _order(to: Address, data: bytes, gas: int) -> dict[str, str]:
    return {"from": MINTER, "to": to, "data": "0x" + data.hex(), "gas": hex(gas)}


async def _carry_out(rpc: RpcClient, orders: Sequence[dict[str, str]]) -> None:
    """Send and mine now: the next tick may be two seconds away.

    anvil hands one nonce to two orders that come at once, so they carry their own; what another process was
    faster with is sent again.
    """
    hashes: list[str] = []
    for _ in range(_TRIES):
        used = wire.quantity(await rpc.one("eth_getTransactionCount", MINTER, "pending"))
        if used is None:
            break
        answers = await rpc.batch(
            [
                Call("eth_sendTransaction", [{**order, "nonce": hex(used + n)}])
                for n, order in enumerate(orders)
            ]
        )
        hashes += [answer for answer in answers if isinstance(answer, str)]
        orders = [order for order, answer in zip(orders, answers, strict=True) if isinstance(answer, Fault)]
        if await _mined(rpc, hashes) and not orders:
            return
    raise Unavailable("E502")


async def _mined(rpc: RpcClient, hashes: Sequence[str]) -> bool:
    _expect_results([await rpc.one("evm_mine")])
    receipts = await rpc.batch([Call("eth_getTransactionReceipt", [hash_]) for hash_ in hashes])
    _expect_results(receipts)
    return None not in receipts


def _expect_results(answers: Sequence[Any]) -> None:
    if any(isinstance(answer, Fault) for answer in answers):
        raise Unavailable("E502")


def _artifact(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((_ARTIFACTS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded

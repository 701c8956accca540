"""Sign-In with Ethereum (EIP-4361): the server writes the message, and takes back only what it wrote itself.

The library parses, and checks plain signatures. Those of contract wallets (EIP-1271, EIP-6492) are judged by
one raw eth_call of its universal validator: no contract can send us elsewhere.
"""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import siwe  # type: ignore[import-untyped]
from eth_abi.abi import encode
from eth_account.messages import encode_defunct
from eth_utils.crypto import keccak
from siwe.siwe import EIP6492_VALIDATOR_BYTECODE  # type: ignore[import-untyped]

from core.adapters import reverts, wire
from core.adapters.rpc import Call, Fault, RpcClient
from core.domain.errors import Unauthorized, Unavailable
from core.domain.types import Address, address

STATEMENT = "Sign in to Tapsign. This costs nothing and moves nothing."
LIFETIME = timedelta(minutes=10)
SKEW = timedelta(seconds=5)
"""How far the clock of another process of ours may be ahead."""
MAX_MESSAGE = 2_000
MAX_SIGNATURE = 16_000
"""Characters; parsing a long message costs seconds of CPU."""


class EthereumSignIn:
    """core.ports.Siwe. `public_url` is how users reach the page; never the Host header of a request.

    `nodes` by chain id: only on these chains can a contract wallet sign in.
    """

    def __init__(self, public_url: str, nodes: Mapping[int, RpcClient] | None = None) -> None:
        self._uri = public_url.rstrip("/")
        self._domain = urlsplit(self._uri).netloc
        self._nodes = nodes or {}

    def challenge(
        self, owner: Address, chain_id: int, nonce: str, issued: datetime, expires: datetime
    ) -> str:
        """The message to be signed, byte for byte. Raises ValueError for more than ten minutes."""
        if not issued < expires <= issued + LIFETIME:
            raise ValueError("a challenge lives ten minutes at most")
        message: str = siwe.SiweMessage(
            domain=self._domain,
            address=owner,
            statement=STATEMENT,
            uri=self._uri,
            version="1",
            chain_id=chain_id,
            nonce=nonce,
            issued_at=_written(issued),
            expiration_time=_written(expires),
        ).prepare_message()
        return message

    async def proves(self, message: str, signature: str, now: datetime) -> Address:
        if len(message) > MAX_MESSAGE or len(signature) > MAX_SIGNATURE:
            raise Unauthorized("E403")
        parsed = await asyncio.to_thread(self._parse, message, now)
        owner = address(parsed.address)
        try:
            await asyncio.to_thread(
                parsed.verify,
                signature,
                domain=self._domain,
                uri=self._uri,
                chain_id=parsed.chain_id,
                nonce=parsed.nonce,
                timestamp=now,
                strict=True,
            )
        except siwe.InvalidSignature:
            if not await self._contract_proves(parsed, owner, signature):
                raise Unauthorized("E403") from None
        except siwe.VerificationError:
            raise Unauthorized("E403") from None
        return owner

    def _parse(self, message: str, now: datetime) -> siwe.SiweMessage:
        """The parsed message, when writing it again gives the same bytes and its times hold."""
        try:
            parsed = siwe.SiweMessage.from_message(message)
            issued, expires = _read(parsed.issued_at), _read(parsed.expiration_time)
            again = self.challenge(address(parsed.address), parsed.chain_id, parsed.nonce, issued, expires)
        except ValueError:
            raise Unauthorized("E403") from None
        if again != message or not issued - SKEW <= now < expires:
            raise Unauthorized("E403")
        return parsed

    async def _contract_proves(self, parsed: siwe.SiweMessage, owner: Address, signature: str) -> bool:
        """Whether the account is a contract that accepts the signature on the message's chain."""
        given, node = wire.octets(signature), self._nodes.get(parsed.chain_id)
        if given is None or node is None:
            return False
        digest = _digest(parsed.prepare_message())
        creation = (
            EIP6492_VALIDATOR_BYTECODE + encode(["address", "bytes32", "bytes"], [owner, digest, given]).hex()
        )
        chain_id, verdict = await node.batch(
            [Call("eth_chainId"), Call("eth_call", [{"data": creation}, "latest"])]
        )
        if wire.quantity(chain_id) != parsed.chain_id:
            raise Unavailable("E502")
        if isinstance(verdict, Fault):
            if reverts.of_fault(verdict) is None:
                raise Unavailable("E502")
            return False
        return wire.octets(verdict) in (b"\x01", (1).to_bytes(32))


def _digest(message: str) -> bytes:
    """The hash that is signed (EIP-191, version 0x45)."""
    signable = encode_defunct(text=message)
    return keccak(b"\x19" + signable.version + signable.header + signable.body)


def _written(moment: datetime) -> siwe.ISO8601Datetime:
    return siwe.ISO8601Datetime.from_datetime(moment.astimezone(UTC), timespec="seconds")


def _read(moment: str | None) -> datetime:
    if moment is None:
        raise ValueError("no time")
    return datetime.fromisoformat(moment)

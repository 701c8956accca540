"""The card: what is shown, what is signed and what is stored are this one record."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from eth_abi.abi import decode, encode
from eth_abi.exceptions import DecodingError

from core.domain.types import Address, Chain, Token, address, to_decimal_string, usd_of, usd_string

TRANSFER_SELECTOR = bytes.fromhex("a9059cbb")
"""First four bytes of keccak256("transfer(address,uint256)") (ERC-20)."""


class Level(StrEnum):
    PASS = "pass"
    WARN = "warn"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one of the seven checks saw; `code` and `params` are words' keys, "ok" for a pass without remark."""

    check: str
    level: Level
    code: str = "ok"
    params: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Transaction:
    """What the wallet is asked to sign; `value` in wei, `data` is calldata."""

    chain_id: int
    sender: Address
    to: Address
    value: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Transfer:
    """One order to move a listed token: `raw` base units from payer to recipient."""

    chain: Chain
    token: Token
    payer: Address
    recipient: Address
    raw: int


@dataclass(frozen=True, slots=True)
class Fee:
    """The most that the transaction can cost: `gas` units at `max_fee` wei each; `priority` is the tip in it."""

    gas: int
    max_fee: int
    priority: int

    @property
    def wei(self) -> int:
        return self.gas * self.max_fee


@dataclass(frozen=True, slots=True)
class Card:
    """Everything that is shown before signing; `digest` is stored with the task and compared at each step."""

    task: str
    transfer: Transfer
    transaction: Transaction
    fee: Fee
    findings: tuple[Finding, ...]
    expires_at: datetime


def transaction_of(transfer: Transfer) -> Transaction:
    """The one transaction that carries out the transfer: a plain send, or ERC-20 transfer(address,uint256)."""
    if transfer.token.address is None:
        return Transaction(transfer.chain.id, transfer.payer, transfer.recipient, transfer.raw, b"")
    data = TRANSFER_SELECTOR + encode(["address", "uint256"], [transfer.recipient, transfer.raw])
    return Transaction(transfer.chain.id, transfer.payer, transfer.token.address, 0, data)


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a transaction would move, read back from its bytes alone; token None = the native coin."""

    chain_id: int
    payer: Address
    token: Address | None
    recipient: Address
    raw: int


def decode_transaction(tx: Transaction) -> Decoded:
    """Read the effect back out of the bytes. Raises ValueError for anything but the two known forms.

    The encoding must be canonical: dirty padding or trailing bytes are refused, because another reader
    might see something else in them.
    """
    if not tx.data:
        return Decoded(tx.chain_id, tx.sender, None, tx.to, tx.value)
    if tx.value != 0 or tx.data[:4] != TRANSFER_SELECTOR or len(tx.data) != 68:
        raise ValueError("not a plain transfer")
    try:
        recipient, raw = decode(["address", "uint256"], tx.data[4:], strict=True)
    except DecodingError as error:
        raise ValueError(f"calldata does not decode: {error}") from error
    return Decoded(tx.chain_id, tx.sender, tx.to, address(recipient), raw)


def matches(tx: Transaction, transfer: Transfer) -> bool:
    """Whether the bytes to be signed move exactly what the card says, no more and to nobody else."""
    try:
        decoded = decode_transaction(tx)
    except ValueError:
        return False
    return decoded == Decoded(
        transfer.chain.id, transfer.payer, transfer.token.address, transfer.recipient, transfer.raw
    )


def facts(card: Card) -> dict[str, Any]:
    """The card in the form of interfaces.md, without the state (which changes) and the digest (of this)."""
    transfer, tx = card.transfer, card.transaction
    chain, token = transfer.chain, transfer.token
    return {
        "task": card.task,
        "chain": {"id": chain.id, "slug": chain.slug, "name": chain.name},
        "from": transfer.payer,
        "to": transfer.recipient,
        "token": {"symbol": token.symbol, "address": token.address, "decimals": token.decimals},
        "amount": to_decimal_string(transfer.raw, token.decimals),
        "amount_raw": str(transfer.raw),
        "usd": usd_string(usd_of(transfer.raw, token)),
        "fee": {
            "amount": to_decimal_string(card.fee.wei, chain.native.decimals),
            "symbol": chain.native.symbol,
            "usd": usd_string(usd_of(card.fee.wei, chain.native)),
        },
        "conditions": [],
        "findings": [
            {"check": f.check, "level": f.level.value, "code": f.code, "params": f.params or {}}
            for f in card.findings
        ],
        "expires_at": card.expires_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "steps": [
            {
                "kind": "transfer",
                "transaction": {
                    "chainId": tx.chain_id,
                    "from": tx.sender,
                    "to": tx.to,
                    "value": hex(tx.value),
                    "data": "0x" + tx.data.hex(),
                },
            }
        ],
    }


def digest(card: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of `facts`: stored when the card is shown, compared before each step."""
    text = json.dumps(card, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def transaction_in(card: Mapping[str, Any]) -> Transaction:
    """The transaction of a stored card. Raises KeyError or ValueError for a card that `facts` did not write."""
    tx = card["steps"][0]["transaction"]
    return Transaction(
        int(tx["chainId"]),
        address(tx["from"]),
        address(tx["to"]),
        int(tx["value"], 16),
        bytes.fromhex(tx["data"].removeprefix("0x")),
    )

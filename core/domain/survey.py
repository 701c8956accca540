"""Everything that the checks need to know of a transfer, read in one batch at one block."""

from dataclasses import dataclass
from typing import Any

from core.domain.card import Fee


@dataclass(frozen=True, slots=True)
class Unread:
    """A value that could not be read: unknown, neither zero nor a pass. `reason` is for the log and the card."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The transaction as eth_call at that block: `reverted` holds the cleaned reason, `returned` the bytes."""

    reverted: str | None
    returned: bytes


@dataclass(frozen=True, slots=True)
class Survey:
    """`balance` is of the token in base units, `native` in wei; `nonce` counts the payer's mined transactions.

    `token_code` and `decimals` are None for the native coin. `fee` is one EIP-1559 estimate (sampled once).
    """

    chain_id: int | Unread
    block: int
    nonce: int | Unread
    balance: int | Unread
    native: int | Unread
    decimals: int | Unread | None
    token_code: bytes | Unread | None
    recipient_code: bytes | Unread
    fee: Fee | Unread
    rehearsal: Rehearsal | Unread


@dataclass(frozen=True, slots=True)
class Holdings:
    """Balances of one owner at one block; base units by symbol, Unread where a token did not answer."""

    block: int
    amounts: dict[str, int | Unread]


def to_plain(survey: Survey) -> dict[str, Any]:
    """The survey as strings and dicts only: what a checkpoint may hold (large integers do not fit msgpack)."""
    return {name: _plain(getattr(survey, name)) for name in Survey.__dataclass_fields__}


def from_plain(plain: dict[str, Any]) -> Survey:
    """The survey that `to_plain` wrote."""
    return Survey(**{name: _value(item) for name, item in plain.items()})


def _plain(value: object) -> dict[str, Any] | None:
    match value:
        case None:
            return None
        case Unread(reason):
            return {"unread": reason}
        case int():
            return {"int": str(value)}
        case bytes():
            return {"bytes": value.hex()}
        case Fee(gas, max_fee, priority):
            return {"fee": [str(gas), str(max_fee), str(priority)]}
        case Rehearsal(reverted, returned):
            return {"rehearsal": [reverted, returned.hex()]}
    raise TypeError(f"not a value of a survey: {value!r}")


def _value(plain: dict[str, Any] | None) -> Any:
    match plain:
        case None:
            return None
        case {"unread": reason}:
            return Unread(reason)
        case {"int": number}:
            return int(number)
        case {"bytes": text}:
            return bytes.fromhex(text)
        case {"fee": [gas, max_fee, priority]}:
            return Fee(int(gas), int(max_fee), int(priority))
        case {"rehearsal": [reverted, returned]}:
            return Rehearsal(reverted, bytes.fromhex(returned))
    raise ValueError(f"not a plain survey value: {plain!r}")

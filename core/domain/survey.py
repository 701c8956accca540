"""Everything that the checks need to know of a transfer, read in one batch at one block."""

from dataclasses import dataclass

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

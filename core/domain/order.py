"""A complete order of the owner, before anything was read: the input of the write plan."""

from dataclasses import dataclass, replace
from typing import Any

from core.domain.card import Decoded, Fee, Transfer
from core.domain.types import Address, Catalog, address, to_raw

DRY_RUN = 1
"""Base units that stand in for an amount which depends on the fee, until that is known."""


@dataclass(frozen=True, slots=True)
class Order:
    """`token` is None for the native coin; `amount` a plain decimal, or "all", "half", "N%" of the balance."""

    turn_id: str
    user_id: str
    thread: str
    channel: str
    language: str
    chain_id: int
    token: Address | None
    payer: Address
    recipient: Address
    amount: str

    @property
    def relative(self) -> bool:
        return self.amount in ("all", "half") or self.amount.endswith("%")

    def plain(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in Order.__dataclass_fields__}


def order_from(plain: dict[str, Any]) -> Order:
    token = plain["token"]
    return Order(
        **{
            **plain,
            "token": None if token is None else address(token),
            "payer": address(plain["payer"]),
            "recipient": address(plain["recipient"]),
        }
    )


def transfer_of(order: Order, raw: int, catalog: Catalog) -> Transfer:
    """Raises KeyError when the chain or the token is not in the catalog (any more)."""
    return transfer_over(catalog, Decoded(order.chain_id, order.payer, order.token, order.recipient, raw))


def transfer_over(catalog: Catalog, effect: Decoded) -> Transfer:
    """The transfer that has this effect, with the catalog's records. Raises KeyError as `transfer_of` does."""
    chain = catalog.chain(effect.chain_id)
    for token in catalog.tokens_of(chain.id):
        if token.address == effect.token:
            return Transfer(chain, token, effect.payer, effect.recipient, effect.raw)
    raise KeyError(effect.token)


def fixed_raw(order: Order, decimals: int) -> int:
    """Base units of an amount that was said as a number. Raises ValueError (see types.to_raw)."""
    return to_raw(order.amount, decimals)


def relative_raw(amount: str, balance: int, fee: Fee | None) -> int:
    """Base units of "all", "half" or "N%" of a balance, rounded down.

    `fee` is given for the native coin: "all" leaves what the transaction may cost, and so may be below zero.
    """
    if amount in ("all", "100%"):
        return balance - (fee.wei if fee is not None else 0)
    if amount == "half":
        return balance // 2
    whole, _, fraction = amount.removesuffix("%").partition(".")
    scale: int = 10 ** len(fraction)
    return balance * int(whole + fraction) // (100 * scale)


def with_raw(transfer: Transfer, raw: int) -> Transfer:
    return replace(transfer, raw=raw)

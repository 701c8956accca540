"""Who is speaking: a user, known by the wallets that were linked with a signature."""

from dataclasses import dataclass

from core.domain.types import Address


@dataclass(frozen=True, slots=True)
class User:
    id: str


@dataclass(frozen=True, slots=True)
class Wallet:
    address: Address
    user_id: str
    default: bool

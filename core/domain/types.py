"""Chain words as types: addresses, tokens, chains, the catalog, amounts of base units."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import NewType

from eth_utils.address import to_checksum_address

Address = NewType("Address", str)
"""A checksummed account address (EIP-55)."""
Hash = NewType("Hash", str)
"""A transaction or block hash: 0x and 64 lower-case hexadecimal digits."""

ZERO = Address("0x0000000000000000000000000000000000000000")
MAX_UINT256 = 2**256 - 1

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")
_HASH = re.compile(r"0x[0-9a-fA-F]{64}")


def address(text: str) -> Address:
    """The checksummed form of `text`.

    Raises ValueError for anything but 0x and 40 hexadecimal digits, and for mixed case that is not the
    checksum (EIP-55): it is never repaired.
    """
    if not _ADDRESS.fullmatch(text):
        raise ValueError(f"not an address: {text[:80]!r}")
    checksummed = to_checksum_address(text)
    if text[2:] not in (text[2:].lower(), text[2:].upper()) and text != checksummed:
        raise ValueError(f"{text} has a wrong checksum: a character is mistyped")
    return Address(checksummed)


def tx_hash(text: str) -> Hash:
    """The hash in lower case. Raises ValueError for anything but 0x and 64 hexadecimal digits."""
    if not _HASH.fullmatch(text):
        raise ValueError(f"not a transaction hash: {text[:80]!r}")
    return Hash(text.lower())


@dataclass(frozen=True, slots=True)
class Token:
    """A listed token; `address` is None for the chain's native coin. Symbols are labels, never identifiers."""

    chain_id: int
    symbol: str
    name: str
    address: Address | None
    decimals: int
    aliases: tuple[str, ...] = ()
    price_usd: Decimal | None = None

    @property
    def native(self) -> bool:
        return self.address is None


@dataclass(frozen=True, slots=True)
class Chain:
    """A configured network. `rpc` is never shown to anybody; `wallet_rpc` is given to wallets."""

    id: int
    slug: str
    name: str
    native: Token
    rpc: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    wallet_rpc: str | None = None
    explorer: str | None = None
    explorer_api: str | None = None
    confirmations: int = 2
    finality: str | None = None
    default: bool = False
    demo: bool = False
    """True only for a chain that this program started itself."""

    def explorer_url(self, hash_: str) -> str | None:
        return self.explorer.replace("{hash}", hash_) if self.explorer else None


@dataclass(frozen=True, slots=True)
class Vault:
    """An ERC-4626 vault over a listed token (`asset` is the symbol)."""

    chain_id: int
    slug: str
    address: Address
    asset: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """US dollars: the most that one transfer may move; above `override_usd` a warning wants a typed override."""

    transfer_usd: Decimal
    override_usd: Decimal


@dataclass(frozen=True, slots=True)
class Catalog:
    """What may be read and moved: the allow-list of chains and tokens."""

    chains: tuple[Chain, ...]
    tokens: tuple[Token, ...]
    limits: Limits
    vaults: tuple[Vault, ...] = ()

    @property
    def default_chain(self) -> Chain:
        return next(chain for chain in self.chains if chain.default)

    def chain(self, chain_id: int) -> Chain:
        """Raises KeyError for a chain that is not configured."""
        for chain in self.chains:
            if chain.id == chain_id:
                return chain
        raise KeyError(chain_id)

    def chain_by_slug(self, slug: str) -> Chain:
        """Raises KeyError for a slug that is not configured."""
        for chain in self.chains:
            if chain.slug == slug:
                return chain
        raise KeyError(slug)

    def tokens_of(self, chain_id: int) -> tuple[Token, ...]:
        """The native coin first, then the listed tokens in the order of the catalog."""
        return (
            self.chain(chain_id).native,
            *(token for token in self.tokens if token.chain_id == chain_id),
        )

    def token(self, chain_id: int, word: str) -> Token | None:
        """The token that a slot names: its symbol in any case, or its contract's address."""
        for token in self.tokens_of(chain_id):
            if token.symbol.upper() == word.upper():
                return token
            if token.address is not None and token.address.lower() == word.lower():
                return token
        return None


def to_decimal_string(raw: int, decimals: int) -> str:
    """Base units as a plain decimal string without trailing zeros or exponent."""
    digits = str(abs(raw)).rjust(decimals + 1, "0")
    whole, fraction = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    fraction = fraction.rstrip("0")
    return ("-" if raw < 0 else "") + whole + (f".{fraction}" if fraction else "")


def to_raw(amount: str, decimals: int) -> int:
    """Base units of a plain decimal string, exactly.

    Raises ValueError for an exponent, a sign, foreign digits or more decimal places than the token has:
    nothing is ever rounded.
    """
    if not re.fullmatch(r"[0-9]{1,78}(\.[0-9]{1,78})?", amount):
        raise ValueError(f"not a plain decimal: {amount[:80]!r}")
    whole, _, fraction = amount.partition(".")
    fraction = fraction.rstrip("0")
    if len(fraction) > decimals:
        raise ValueError(f"{amount} has more than {decimals} decimal places")
    raw = int(whole + fraction.ljust(decimals, "0"))
    if raw > MAX_UINT256:
        raise ValueError(f"{amount} is larger than any token amount")
    return raw


def usd_of(raw: int, token: Token) -> Decimal | None:
    """US dollars of an amount by the configured price, exact; None when the token has no price."""
    if token.price_usd is None:
        return None
    with localcontext() as context:
        context.prec = 160
        return Decimal(raw).scaleb(-token.decimals) * token.price_usd


def usd_string(value: Decimal | None) -> str | None:
    """Dollars rounded half-even to cents for people; decisions compare the exact value."""
    if value is None:
        return None
    with localcontext() as context:
        context.prec = 160
        return f"{value.quantize(Decimal('0.01')):f}"


Json = Mapping[str, object]

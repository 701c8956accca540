"""What the grammar knows of the catalog: words for tokens and chains, folded for comparison."""

from dataclasses import dataclass
from decimal import Decimal

from core.domain.types import Catalog, Chain, Token


@dataclass(frozen=True)
class TokenWord:
    """One token on one chain, with every word it goes by. `address` is None for the native coin; `usd` is
    true when one of it is priced at exactly one dollar, so that "$20" and "20" say the same."""

    symbol: str
    name: str
    address: str | None
    chain: str
    decimals: int
    aliases: tuple[str, ...] = ()
    usd: bool = False


@dataclass(frozen=True)
class ChainWord:
    """A chain and the words it goes by. `default` is the one meant when none is named."""

    slug: str
    name: str
    aliases: tuple[str, ...] = ()
    default: bool = False


@dataclass(frozen=True)
class Words:
    """All that can be named."""

    tokens: tuple[TokenWord, ...]
    chains: tuple[ChainWord, ...]


def words_of(catalog: Catalog) -> Words:
    """The words of a catalog; the native coin of each chain comes before its tokens."""
    slugs = {chain.id: chain.slug for chain in catalog.chains}
    natives = [_word(chain.native, chain.slug) for chain in catalog.chains]
    listed = [_word(token, slugs[token.chain_id]) for token in catalog.tokens]
    return Words(tuple(natives + listed), tuple(_chain(chain) for chain in catalog.chains))


def _word(token: Token, chain: str) -> TokenWord:
    usd = token.price_usd == Decimal(1)
    return TokenWord(
        token.symbol, token.name, token.address, chain, token.decimals, tuple(token.aliases), usd
    )


def _chain(chain: Chain) -> ChainWord:
    return ChainWord(chain.slug, chain.name, tuple(chain.aliases), chain.default)

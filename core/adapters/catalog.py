"""The catalog file (interfaces.md), read strictly: it is the allow-list of what may be moved."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from core.adapters import catalog_forms, catalog_rules
from core.adapters.toml import CatalogError, Table, tables
from core.domain.types import Catalog, Chain, Limits, Token, Vault, address

__all__ = ["DEMO_CHAIN_ID", "CatalogError", "load_catalog"]

DEMO_CHAIN_ID = 31337
MAX_DECIMALS = 36
_BUILT_IN = Path(__file__).parents[1] / "catalog" / "demo.toml"


def load_catalog(path: Path | None, demo_rpc: str | None) -> Catalog:
    """The catalog of the file, or the built-in one.

    `demo_rpc` is where this program's own node listens: the chain 31337 of the catalog, which must be there,
    is then reached at that address only and marked as ours. Raises CatalogError (file, line, reason).
    """
    file = path if path is not None else _BUILT_IN
    found = tables(file)
    for name, unknown in found.items():
        if name not in ("chain", "token", "vault", "limits"):
            unknown[0].fail(f"there is no [{name}] in a catalog")
    chains = [_chain(table) for table in found.get("chain", [])]
    if not chains:
        raise CatalogError(file, 1, "no [[chain]] is given")
    catalog_rules.one_default(chains, found["chain"])
    catalog_rules.unique_chains(chains, found["chain"])
    tokens = [_token(table, chains) for table in found.get("token", [])]
    catalog_rules.unique_tokens(chains, tokens, found)
    vaults = [_vault(table, chains, tokens) for table in found.get("vault", [])]
    catalog_rules.unique_vaults(vaults, tokens, found.get("vault", []))
    limits = found.get("limits", [])
    if len(limits) != 1:
        raise CatalogError(file, 1, "[limits] must be given once")
    if demo_rpc is not None:
        chains = _with_own_node(file, chains, demo_rpc)
    return Catalog(tuple(chains), tuple(tokens), _limits(limits[0]), tuple(vaults))


def _chain(table: Table) -> Chain:
    id_ = table.required("id", int)
    if id_ < 1:
        table.fail("id must be above zero", "id")
    confirmations, finality = table.optional("confirmations", int), table.optional("finality", str)
    if (confirmations is None) == (finality is None):
        table.fail("[chain] needs confirmations or finality, one of the two")
    if confirmations is not None and confirmations < 1:
        table.fail("confirmations must be above zero", "confirmations")
    if finality not in (None, "finalized", "safe"):
        table.fail('finality must be "finalized" or "safe"', "finality")
    chain = Chain(
        id=id_,
        slug=table.parsed("slug", catalog_forms.slug),
        name=table.parsed("name", catalog_forms.name),
        native=_native(table.inner("native"), id_),
        rpc=_urls(table),
        aliases=table.words("aliases"),
        wallet_rpc=table.parsed_if_given("wallet_rpc", catalog_forms.url),
        explorer=table.parsed_if_given("explorer", catalog_forms.explorer),
        explorer_api=table.parsed_if_given("explorer_api", catalog_forms.url),
        confirmations=confirmations if confirmations is not None else 1,
        finality=finality,
        default=table.optional("default", bool) or False,
    )
    table.end()
    return chain


def _urls(table: Table) -> tuple[str, ...]:
    urls = table.words("rpc", needed=True)
    for url in urls:
        try:
            catalog_forms.url(url)
        except ValueError as error:
            table.fail(f"rpc: {error}", "rpc")
    return urls


def _native(table: Table, chain_id: int) -> Token:
    symbol = table.parsed("symbol", catalog_forms.symbol)
    token = Token(
        chain_id=chain_id,
        symbol=symbol,
        name=table.parsed_if_given("name", catalog_forms.name) or symbol,
        address=None,
        decimals=_decimals(table),
        aliases=table.words("aliases"),
        price_usd=table.parsed_if_given("price_usd", catalog_forms.dollars),
    )
    table.end()
    return token


def _token(table: Table, chains: Iterable[Chain]) -> Token:
    token = Token(
        chain_id=_known_chain(table, chains),
        symbol=table.parsed("symbol", catalog_forms.symbol),
        name=table.parsed("name", catalog_forms.name),
        address=table.parsed("address", address),
        decimals=_decimals(table),
        aliases=table.words("aliases"),
        price_usd=table.parsed_if_given("price_usd", catalog_forms.dollars),
    )
    table.end()
    return token


def _vault(table: Table, chains: Iterable[Chain], tokens: Iterable[Token]) -> Vault:
    chain_id = _known_chain(table, chains)
    vault = Vault(
        chain_id=chain_id,
        slug=table.parsed("slug", catalog_forms.slug),
        address=table.parsed("address", address),
        asset=table.required("asset", str),
        aliases=table.words("aliases"),
    )
    if not any(token.chain_id == chain_id and token.symbol == vault.asset for token in tokens):
        table.fail(f"asset: {vault.asset!r:.60} is not a listed token of chain {chain_id}", "asset")
    table.end()
    return vault


def _limits(table: Table) -> Limits:
    limits = Limits(
        table.parsed("transfer_usd", catalog_forms.dollars),
        table.parsed("override_usd", catalog_forms.dollars),
    )
    table.end()
    return limits


def _known_chain(table: Table, chains: Iterable[Chain]) -> int:
    chain_id = table.required("chain", int)
    if all(chain.id != chain_id for chain in chains):
        table.fail(f"chain: there is no [[chain]] with id {chain_id}", "chain")
    return chain_id


def _decimals(table: Table) -> int:
    decimals = table.required("decimals", int)
    if not 0 <= decimals <= MAX_DECIMALS:
        table.fail(f"decimals must be 0 to {MAX_DECIMALS}", "decimals")
    return decimals


def _with_own_node(file: Path, chains: list[Chain], rpc: str) -> list[Chain]:
    if all(chain.id != DEMO_CHAIN_ID for chain in chains):
        raise CatalogError(file, 1, f"the demo chain is on, but no [[chain]] has its id {DEMO_CHAIN_ID}")
    return [
        replace(chain, rpc=(rpc,), wallet_rpc=rpc, demo=True) if chain.id == DEMO_CHAIN_ID else chain
        for chain in chains
    ]

"""What must hold between the entries of a catalog; each complaint names the line of the later one."""

from core.adapters.toml import Table
from core.domain.types import Address, Chain, Token, Vault


def one_default(chains: list[Chain], written: list[Table]) -> None:
    defaults = [table for chain, table in zip(chains, written, strict=True) if chain.default]
    if not defaults:
        written[0].fail("no chain is the default one: one [[chain]] needs default = true")
    if len(defaults) > 1:
        defaults[1].fail("a second chain is the default one", "default")


def unique_chains(chains: list[Chain], written: list[Table]) -> None:
    """Ids differ, and no word names two chains."""
    ids: set[int] = set()
    words: set[str] = set()
    for chain, table in zip(chains, written, strict=True):
        if chain.id in ids:
            table.fail(f"chain {chain.id} is given twice", "id")
        ids.add(chain.id)
        for key, word in (("slug", chain.slug), *(("aliases", alias) for alias in chain.aliases)):
            if word.casefold() in words:
                table.fail(f"{key}: {word} names two chains", key)
            words.add(word.casefold())


def unique_tokens(chains: list[Chain], tokens: list[Token], written: dict[str, list[Table]]) -> None:
    """On one chain no symbol is used twice, none is another token's alias; no contract is listed twice."""
    symbols = {(chain.id, chain.native.symbol.casefold()) for chain in chains}
    contracts: set[tuple[int, Address | None]] = set()
    tables_ = written.get("token", [])
    for token, table in zip(tokens, tables_, strict=True):
        symbol, contract = (token.chain_id, token.symbol.casefold()), (token.chain_id, token.address)
        if symbol in symbols:
            table.fail(f"symbol: {token.symbol} is given twice on chain {token.chain_id}", "symbol")
        if contract in contracts:
            table.fail(f"address: {token.address} is listed twice", "address")
        symbols.add(symbol)
        contracts.add(contract)
    natives = [(chain.native, table, "native") for chain, table in zip(chains, written["chain"], strict=True)]
    listed = [(token, table, "aliases") for token, table in zip(tokens, tables_, strict=True)]
    for token, table, key in (*natives, *listed):
        for alias in token.aliases:
            named = (token.chain_id, alias.casefold())
            if named in symbols and alias.casefold() != token.symbol.casefold():
                table.fail(f"aliases: {alias} is another token's symbol", key)


def unique_vaults(vaults: list[Vault], tokens: list[Token], written: list[Table]) -> None:
    contracts = {(token.chain_id, token.address) for token in tokens}
    slugs: set[str] = set()
    for vault, table in zip(vaults, written, strict=True):
        if vault.slug in slugs:
            table.fail(f"slug: {vault.slug} is given twice", "slug")
        if (vault.chain_id, vault.address) in contracts:
            table.fail(f"address: {vault.address} is listed twice", "address")
        slugs.add(vault.slug)
        contracts.add((vault.chain_id, vault.address))

"""A catalog is read strictly: every mistake stops the start with file, line and reason, on one line."""

from decimal import Decimal
from pathlib import Path

import pytest

from core.adapters.catalog import load_catalog
from core.adapters.toml import CatalogError
from core.app.embedded.demo import token_address
from core.domain.types import Catalog

GOOD = """\
[[chain]]
id = 31337
slug = "demo"
name = "Demo chain"
aliases = ["local", "演示链"]
rpc = ["http://127.0.0.1:8545", "https://node.example/key"]
wallet_rpc = "http://127.0.0.1:8545"
explorer = "https://scan.example/tx/{hash}"
explorer_api = "https://api.example/v2"
native = { symbol = "ETH", decimals = 18, price_usd = "3000" }
confirmations = 2
default = true

[[chain]]
id = 8453
slug = "base"
name = "Base"
rpc = ["https://base.example"]
native = { symbol = "ETH", decimals = 18 }
finality = "finalized"

[[token]]
chain = 31337
symbol = "USDC"
name = "USD Coin"
address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
decimals = 6
aliases = ["U"]
price_usd = "1"

[[token]]
chain = 31337
symbol = "USDT"
name = "Tether"
address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
decimals = 6
aliases = ["U"]

[[vault]]
chain = 31337
slug = "demo-vault"
address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
asset = "USDC"
aliases = ["earn", "质押"]

[limits]
transfer_usd = "10000"
override_usd = "1000.50"
"""


def load(tmp_path: Path, text: str, demo_rpc: str | None = None) -> Catalog:
    file = tmp_path / "catalog.toml"
    file.write_text(text, encoding="utf-8")
    return load_catalog(file, demo_rpc)


def test_a_good_catalog_is_read_whole(tmp_path: Path) -> None:
    catalog = load(tmp_path, GOOD)
    demo, base = catalog.chains
    usdc, usdt = catalog.tokens
    assert catalog.default_chain == demo
    assert (demo.confirmations, demo.finality, base.finality) == (2, None, "finalized")
    assert demo.rpc == ("http://127.0.0.1:8545", "https://node.example/key")
    assert demo.explorer_url("0xab") == "https://scan.example/tx/0xab"
    assert (demo.native.price_usd, base.native.price_usd) == (Decimal("3000"), None)
    assert (usdc.aliases, usdt.aliases, usdt.price_usd) == (("U",), ("U",), None)
    assert catalog.vaults[0].asset == "USDC"
    assert (catalog.limits.transfer_usd, catalog.limits.override_usd) == (
        Decimal("10000"),
        Decimal("1000.50"),
    )
    assert not any(chain.demo for chain in catalog.chains)


# What is changed in the good catalog, the line of the complaint and a part of it.
MISTAKES = {
    "not TOML": ('slug = "demo"', "slug = demo", 3, "Invalid value"),
    "cut off": ('override_usd = "1000.50"', 'override_usd = "1000', 48, "Illegal character"),
    "unknown table": ("[[vault]]", "[[vaults]]", 39, "there is no [vaults]"),
    "unknown key": ('name = "Base"', 'nmae = "Base"', 14, "needs name"),
    "key too many": ('slug = "base"', 'slug = "base"\ncolour = "blue"', 17, "has no key colour"),
    "key too many in a token": ('name = "Tether"', 'name = "Tether"\nfee = 1', 35, "has no key fee"),
    "key too many in the coin": ("decimals = 18 }", "decimals = 18, x = 1 }", 19, "has no key x"),
    "no id": ("id = 8453\n", "", 14, "[chain] needs id"),
    "id in quotes": ("id = 8453", 'id = "8453"', 15, "id must be a whole number"),
    "id true": ("id = 8453", "id = true", 15, "id must be a whole number"),
    "id zero": ("id = 8453", "id = 0", 15, "above zero"),
    "same id": ("id = 8453", "id = 31337", 15, "given twice"),
    "same slug": ('slug = "base"', 'slug = "demo"', 16, "names two chains"),
    "slug is an alias": ('slug = "base"', 'slug = "local"', 16, "names two chains"),
    "bad slug": ('slug = "base"', 'slug = "Base chain"', 16, "lower-case"),
    "no rpc": ('rpc = ["https://base.example"]', "rpc = []", 18, "must not be empty"),
    "rpc not a list": ('["https://base.example"]', '"https://base.example"', 18, "must be a list"),
    "rpc not http": ("https://base.example", "ftp://base.example", 18, "http or https"),
    "rpc twice": ("https://node.example/key", "http://127.0.0.1:8545", 6, "different"),
    "no coin": ('native = { symbol = "ETH", decimals = 18 }\n', "", 14, "[chain] needs native"),
    "coin without decimals": ("decimals = 18 }", "name = 'x' }", 19, "[chain.native] needs decimals"),
    "no second default": ('slug = "base"', 'slug = "base"\ndefault = true', 17, "second chain"),
    "no default": ("default = true\n", "", 1, "no chain is the default"),
    "default in quotes": ("default = true", 'default = "true"', 12, "true or false"),
    "depth and tag": ('finality = "finalized"', 'finality = "safe"\nconfirmations = 1', 14, "one of the two"),
    "neither depth nor tag": ("confirmations = 2\n", "", 1, "one of the two"),
    "no depth at all": ("confirmations = 2", "confirmations = 0", 11, "above zero"),
    "unknown tag": ('finality = "finalized"', 'finality = "latest"', 20, "finality must be"),
    "explorer without a place": ("tx/{hash}", "tx/", 8, "must contain {hash}"),
    "token of no chain": ("chain = 31337\nsymbol", "chain = 1\nsymbol", 23, "no [[chain]] with id 1"),
    "symbol twice": ('symbol = "USDT"', 'symbol = "usdc"', 33, "given twice on chain"),
    "symbol of the coin": ('symbol = "USDT"', 'symbol = "ETH"', 33, "given twice on chain"),
    "symbol with a space": ('symbol = "USDT"', 'symbol = "US DT"', 33, "without spaces"),
    "alias is a symbol": (
        'aliases = ["U"]\nprice',
        'aliases = ["usdt"]\nprice',
        28,
        "another token's symbol",
    ),
    "alias is the coin": ('aliases = ["U"]\nprice', 'aliases = ["eth"]\nprice', 28, "another token's symbol"),
    "alias twice": ('aliases = ["U"]\nprice', 'aliases = ["U", "U"]\nprice', 28, "different words"),
    "alias empty": ('aliases = ["U"]\nprice', 'aliases = [""]\nprice', 28, "different words"),
    "wrong checksum": ("0xf39Fd6e51aad", "0xf39fd6e51aad", 26, "wrong checksum"),
    "short address": ("0xf39Fd6e51aad", "0xf39Fd6e51aa", 26, "not an address"),
    "address twice": (
        "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
        "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
        35,
        "listed twice",
    ),
    "decimals in quotes": ("decimals = 6\naliases", 'decimals = "6"\naliases', 27, "whole number"),
    "decimals below zero": ("decimals = 6\naliases", "decimals = -1\naliases", 27, "0 to 36"),
    "decimals above 36": ("decimals = 6\naliases", "decimals = 37\naliases", 27, "0 to 36"),
    "price as a number": ('price_usd = "1"\n', "price_usd = 1.0\n", 29, "text in quotes"),
    "price with an exponent": ('price_usd = "1"\n', 'price_usd = "1e3"\n', 29, "plain decimal"),
    "price zero": ('price_usd = "1"\n', 'price_usd = "0.00"\n', 29, "above zero"),
    "price of the coin": ('price_usd = "3000"', 'price_usd = "3,000"', 10, "plain decimal"),
    "vault of an unknown token": ('asset = "USDC"', 'asset = "WETH"', 43, "not a listed token"),
    "vault at a token": (
        "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
        "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
        42,
        "listed twice",
    ),
    "no limits": (GOOD[GOOD.index("[limits]") :], "", 1, "[limits] must be given once"),
    "half the limits": ('override_usd = "1000.50"\n', "", 46, "[limits] needs override_usd"),
    "limit as a number": ('transfer_usd = "10000"', "transfer_usd = 10000", 47, "text in quotes"),
    "limit below zero": ('transfer_usd = "10000"', 'transfer_usd = "-1"', 47, "plain decimal"),
    "chain not a table": (GOOD, "chain = 1\n", 1, "chain must be a table"),
    "nothing": (GOOD, "", 1, "no [[chain]]"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_said_with_its_line(name: str, tmp_path: Path) -> None:
    old, new, line, reason = MISTAKES[name]
    assert old in GOOD
    with pytest.raises(CatalogError) as caught:
        load(tmp_path, GOOD.replace(old, new, 1) if old != "decimals = 18 }" else _last(old, new))
    assert (caught.value.line, reason in caught.value.reason) == (line, True), str(caught.value)
    assert str(caught.value) == f"{tmp_path / 'catalog.toml'}:{line}: {caught.value.reason}"
    assert "\n" not in str(caught.value)


def _last(old: str, new: str) -> str:
    before, _, after = GOOD.rpartition(old)
    return before + new + after


def test_a_file_that_cannot_be_read_is_a_mistake_too(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="No such file"):
        load_catalog(tmp_path / "none.toml", None)
    (tmp_path / "latin.toml").write_bytes(b"# \xff")
    with pytest.raises(CatalogError, match="not UTF-8"):
        load_catalog(tmp_path / "latin.toml", None)


def test_a_lower_case_address_carries_no_checksum_and_gets_one(tmp_path: Path) -> None:
    usdc = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    assert load(tmp_path, GOOD.replace(usdc, usdc.lower())).tokens[0].address == usdc


def test_the_built_in_catalog_lists_what_the_demo_deploys() -> None:
    catalog = load_catalog(None, None)
    assert {token.symbol: token.address for token in catalog.tokens} == {
        "USDC": token_address("Usdc"),
        "DAI": token_address("Dai"),
        "USDT": token_address("Usdt"),
    }
    assert {token.symbol: token.aliases for token in catalog.tokens} == {
        "USDC": ("U",),
        "DAI": (),
        "USDT": (),
    }
    assert catalog.default_chain.native.price_usd == Decimal("3000")
    assert not catalog.default_chain.demo


def test_our_own_node_is_marked_and_asked_alone(tmp_path: Path) -> None:
    catalog = load(tmp_path, GOOD, demo_rpc="http://127.0.0.1:1234")
    demo, base = catalog.chains
    assert (demo.demo, demo.rpc, demo.wallet_rpc) == (
        True,
        ("http://127.0.0.1:1234",),
        "http://127.0.0.1:1234",
    )
    assert not base.demo
    with pytest.raises(CatalogError, match="31337"):
        load(tmp_path, GOOD.replace("31337", "1"), demo_rpc="http://127.0.0.1:1234")

"""The demo chain's contracts and coins, on a real node that mines nothing by itself."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from eth_utils.crypto import keccak

from core.adapters.catalog import load_catalog
from core.adapters.chain import RpcChain
from core.adapters.multicall import MULTICALL3
from core.adapters.rpc import Fault, RpcClient, open_session
from core.app.embedded.demo import (
    CREATE2_DEPLOYER,
    MINTER,
    SALT,
    DemoFaucet,
    creation_code,
    prepare_demo,
    token_address,
)
from core.app.embedded.node import Node, start_node
from core.domain.card import transaction_of
from core.domain.errors import Unavailable
from core.domain.types import Address, address
from tests.contract.ground import ALICE, BOB, Ground

NEWCOMER = address("0x" + "4e" * 20)
FULL = {"ETH": 100 * 10**18, "USDC": 10_000 * 10**6, "DAI": 10_000 * 10**18, "USDT": 10_000 * 10**6}


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    started = await start_node(tmp_path)
    yield started
    await started.stop()


@pytest.fixture
async def ground(node: Node) -> AsyncIterator[Ground]:
    """The bare node: nothing is deployed yet."""
    catalog = load_catalog(None, node.url)
    async with open_session() as session:
        chain = RpcChain(catalog.default_chain, session)
        yield Ground(node.url, session, RpcClient([node.url], session, 30), catalog, chain)


async def amounts(ground: Ground, who: Address) -> dict[str, object]:
    return dict((await ground.chain.holdings(who, ground.catalog.tokens_of(31337))).amounts)


async def codes(ground: Ground) -> list[str]:
    places = [*(token.address for token in ground.catalog.tokens), MULTICALL3]
    return [await ground.ask("eth_getCode", place, "latest") for place in places]


async def test_the_contracts_are_deployed_once(ground: Ground) -> None:
    assert set(await codes(ground)) == {"0x"}
    await prepare_demo(ground.url)
    deployed, block = await codes(ground), await ground.block()
    assert "0x" not in deployed
    await prepare_demo(ground.url)
    assert (await codes(ground), await ground.block()) == (deployed, block)


@pytest.mark.parametrize("mined", [True, False])
@pytest.mark.parametrize("done", [["Usdc"], ["Dai", "Usdt"], ["Usdc", "Dai", "Usdt"]])
async def test_a_start_that_was_killed_in_the_middle_is_finished(
    ground: Ground, done: list[str], mined: bool
) -> None:
    for name in done:
        data = "0x" + (SALT + creation_code(name)).hex()
        order = {"from": MINTER, "to": CREATE2_DEPLOYER, "data": data, "gas": hex(2_000_000)}
        await ground.ask("eth_sendTransaction", order)
    if mined:
        await ground.mine()
    await prepare_demo(ground.url)
    assert "0x" not in await codes(ground)


async def test_no_node_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        await prepare_demo("http://127.0.0.1:9")


async def test_a_new_wallet_is_filled_at_once_and_only_once(ground: Ground) -> None:
    await prepare_demo(ground.url)
    faucet = DemoFaucet(ground.url, ground.session)
    await faucet.fund(NEWCOMER)
    assert await amounts(ground, NEWCOMER) == FULL
    block = await ground.block()
    await faucet.fund(NEWCOMER)
    assert (await amounts(ground, NEWCOMER), await ground.block()) == (FULL, block)


async def test_a_wallet_is_filled_up_and_never_emptied(ground: Ground) -> None:
    await prepare_demo(ground.url)
    faucet = DemoFaucet(ground.url, ground.session)
    await faucet.fund(ALICE)
    rich = await amounts(ground, ALICE)
    assert rich["ETH"] == 10_000 * 10**18  # anvil's own gift
    usdc = ground.catalog.tokens[0]
    sent = ground.transfer(usdc, 2_500_000, to=BOB)
    await ground.mined(transaction_of(sent))
    await faucet.fund(ALICE)
    assert (await amounts(ground, ALICE))["USDC"] == FULL["USDC"]
    await faucet.fund(BOB)
    assert (await amounts(ground, BOB))["USDC"] == FULL["USDC"]


async def test_many_wallets_at_once_are_all_filled(ground: Ground) -> None:
    await prepare_demo(ground.url)
    people = [address(f"0x{number:040x}") for number in range(0x1000, 0x1014)]
    faucets = [DemoFaucet(ground.url, ground.session) for _ in range(2)]
    await asyncio.gather(*(faucets[n % 2].fund(who) for n, who in enumerate(people)))
    for who in people:
        held = await amounts(ground, who)
        assert held == FULL


async def test_only_the_minter_mints(ground: Ground) -> None:
    await prepare_demo(ground.url)
    data = keccak(text="mint(address,uint256)")[:4] + bytes(12) + bytes.fromhex(ALICE[2:]) + (5).to_bytes(32)
    for name in ("Usdc", "Dai", "Usdt"):
        call = {"from": ALICE, "to": token_address(name), "data": "0x" + data.hex()}
        assert isinstance(await ground.rpc.one("eth_call", call, "latest"), Fault)
        assert await ground.rpc.one("eth_call", {**call, "from": MINTER}, "latest") == "0x"

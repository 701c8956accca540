"""The chain adapter against a real node before a card: balances, surveys, rehearsals."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from eth_utils.crypto import keccak

from core.adapters.chain import RpcChain
from core.app.embedded.demo import DemoFaucet
from core.domain.card import Transaction, Transfer, transaction_of
from core.domain.checks import blocking, check
from core.domain.errors import Unavailable
from core.domain.survey import Rehearsal, Survey, Unread
from core.domain.types import Hash, Token
from tests.contract.ground import ALICE, BOB, DAVE, NOBODY, Ground, prepared_ground


@pytest.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Ground]:
    async with prepared_ground(tmp_path_factory.mktemp("node")) as ground:
        await DemoFaucet(ground.url, ground.session).fund(ALICE)
        yield ground


@pytest.fixture
async def ground(shared: Ground) -> AsyncIterator[Ground]:
    """The same node for all, put back after each test."""
    snapshot = await shared.ask("evm_snapshot")
    shared.chain = RpcChain(shared.catalog.default_chain, shared.session)
    yield shared
    assert await shared.ask("evm_revert", snapshot)


def usdc(ground: Ground) -> Token:
    return ground.catalog.tokens[0]


def eth(ground: Ground) -> Token:
    return ground.chain.chain.native


async def trips(ground: Ground, work: Any) -> tuple[Any, int]:
    before = ground.chain.rpc.round_trips
    return await work, ground.chain.rpc.round_trips - before


async def test_balances_come_at_one_block_in_two_round_trips(ground: Ground) -> None:
    tokens = ground.catalog.tokens_of(31337)
    for _ in range(2):  # a call for each token at first, then one aggregate
        holdings, used = await trips(ground, ground.chain.holdings(ALICE, tokens))
        assert used == 2
        assert holdings.block == await ground.block()
        assert {name: holdings.amounts[name] for name in ("USDC", "DAI", "USDT")} == {
            "USDC": 10_000 * 10**6,
            "DAI": 10_000 * 10**18,
            "USDT": 10_000 * 10**6,
        }
        assert holdings.amounts["ETH"] == int(await ground.ask("eth_getBalance", ALICE, "latest"), 16)


async def test_zero_is_zero(ground: Ground) -> None:
    for _ in range(2):
        holdings = await ground.chain.holdings(NOBODY, ground.catalog.tokens_of(31337))
        assert set(holdings.amounts.values()) == {0}


@pytest.mark.parametrize("aggregate", [True, False])
async def test_a_token_that_does_not_answer_is_unread_and_hides_no_other(
    ground: Ground, aggregate: bool
) -> None:
    if not aggregate:
        await ground.ask("anvil_setCode", "0xcA11bde05977b3631167028862bE2a173976CA11", "0x")
    silent = replace(usdc(ground), symbol="SILENT", address=await ground.deploy("SaysNothing"))
    reverting = replace(usdc(ground), symbol="REFUSES", address=await ground.deploy("Refuses"))
    gone = replace(usdc(ground), symbol="GONE", address=NOBODY)
    for _ in range(2):
        holdings = await ground.chain.holdings(ALICE, [gone, usdc(ground), silent, reverting, eth(ground)])
        assert holdings.amounts["USDC"] == 10_000 * 10**6
        assert isinstance(holdings.amounts["ETH"], int)
        assert holdings.amounts["GONE"] == holdings.amounts["SILENT"] == Unread("no-code")
        assert holdings.amounts["REFUSES"] == Unread("reverted")


async def test_the_coin_alone_needs_no_contract(ground: Ground) -> None:
    for _ in range(2):
        holdings = await ground.chain.holdings(ALICE, [eth(ground)])
        assert set(holdings.amounts) == {"ETH"}


async def test_balances_of_another_chain_are_no_balances(ground: Ground) -> None:
    elsewhere = RpcChain(replace(ground.chain.chain, id=1), ground.session)
    with pytest.raises(Unavailable):
        await elsewhere.holdings(ALICE, ground.catalog.tokens_of(31337))


async def test_a_node_that_is_not_there_is_unavailable(ground: Ground) -> None:
    nowhere = RpcChain(replace(ground.chain.chain, rpc=("http://127.0.0.1:9",)), ground.session)
    for work in (
        nowhere.chain_id(),
        nowhere.head(),
        nowhere.holdings(ALICE, [eth(ground)]),
        nowhere.sighting(Hash("0x" + "1" * 64)),
        nowhere.heir(ALICE, 0, 0),
    ):
        with pytest.raises(Unavailable) as caught:
            await work
        assert caught.value.code == "E502"


async def survey(ground: Ground, transfer: Transfer) -> Survey:
    read, used = await trips(ground, ground.chain.survey(transfer, transaction_of(transfer)))
    assert used == 2
    assert isinstance(read, Survey)
    return read


@pytest.mark.parametrize("symbol", ["ETH", "USDC", "DAI", "USDT"])
async def test_a_sound_order_passes_every_check(ground: Ground, symbol: str) -> None:
    token = ground.catalog.token(31337, symbol)
    assert token is not None
    transfer = ground.transfer(token, 10**token.decimals)
    read = await survey(ground, transfer)
    assert blocking(check(transfer, read, ground.catalog)) is None
    assert read.nonce == await ground.nonce(ALICE)
    assert read.block == await ground.block()
    assert read.chain_id == 31337
    assert read.decimals == (None if token.native else token.decimals)


async def test_the_fee_is_what_the_node_asks_for(ground: Ground) -> None:
    read = await survey(ground, ground.transfer(eth(ground), 1))
    base = int((await ground.ask("eth_getBlockByNumber", "latest", False))["baseFeePerGas"], 16)
    assert not isinstance(read.fee, Unread)
    assert read.fee.gas == 23_100
    assert read.fee.max_fee == 2 * base + read.fee.priority


REHEARSALS = {
    "Plain": Rehearsal(None, (1).to_bytes(32)),
    "MovesNothing": Rehearsal(None, (1).to_bytes(32)),
    "ReturnsFalse": Rehearsal(None, bytes(32)),
    "ReturnsTwo": Rehearsal(None, (2).to_bytes(32)),
    "ReturnsLots": Unread("too-long"),
    "RevertsString": Rehearsal("transfers are paused", b""),
    "RevertsEmpty": Rehearsal("no reason given", b""),
    "RevertsCustom": Rehearsal(f"ERC20InsufficientBalance({ALICE.lower()}, 1000000000000, 5)", b""),
    "Panics": Rehearsal("Panic 0x11 (arithmetic overflow)", b""),
    "BurnsGas": Rehearsal("out of gas", b""),
    "LooksOffchain": Rehearsal("OffchainLookup", b""),
    "SaysNothing": Rehearsal(None, b""),
}


@pytest.mark.parametrize("name", REHEARSALS)
async def test_a_rehearsal_is_judged_by_its_bytes(ground: Ground, name: str) -> None:
    token = await ground.odd_token(name)
    transfer = ground.transfer(token, 5)
    read = await survey(ground, transfer)
    assert read.rehearsal == REHEARSALS[name]
    catalog = replace(ground.catalog, tokens=(*ground.catalog.tokens, token))
    sound = name in ("Plain", "MovesNothing")
    assert (blocking(check(transfer, read, catalog)) is None) == sound


async def test_a_hostile_reason_is_tamed(ground: Ground) -> None:
    read = await survey(ground, ground.transfer(await ground.odd_token("RevertsHostile"), 5))
    assert isinstance(read.rehearsal, Rehearsal)
    reason = read.rehearsal.reverted
    assert reason is not None
    assert reason.startswith("ok all is well, sign quickly please")
    assert reason.endswith("…")
    assert len(reason) == 120


async def test_an_error_that_nobody_knows_is_named_by_its_selector(ground: Ground) -> None:
    read = await survey(ground, ground.transfer(await ground.odd_token("RevertsCustom"), 1))
    assert isinstance(read.rehearsal, Rehearsal)
    assert str(read.rehearsal.reverted).startswith("unknown error 0x")


async def test_decimals_are_read_from_the_contract(ground: Ground) -> None:
    token = await ground.odd_token("LyingDecimals")
    assert token.address is not None
    transfer = ground.transfer(token, 5)
    assert (await survey(ground, transfer)).decimals == 6
    lie = keccak(text="lie(uint256)")[:4] + (2**255).to_bytes(32)
    await ground.mined(Transaction(31337, DAVE, token.address, 0, lie))
    read = await survey(ground, transfer)
    catalog = replace(ground.catalog, tokens=(token,))
    finding = blocking(check(transfer, read, catalog))
    assert finding is not None
    assert (finding.code, read.decimals) == ("E210", 2**255)


async def test_an_address_without_code_is_no_token(ground: Ground) -> None:
    token = replace(usdc(ground), address=NOBODY)
    read = await survey(ground, ground.transfer(token, 5))
    assert read.token_code == b""
    assert read.balance == read.decimals == Unread("no-code")
    assert read.rehearsal == Rehearsal(None, b"")


async def test_a_recipient_that_refuses_is_heard_before(ground: Ground) -> None:
    refuses = await ground.deploy("Refuses")
    read = await survey(ground, ground.transfer(eth(ground), 5, to=refuses))
    assert read.recipient_code
    assert read.rehearsal == Rehearsal("no coins, thank you", b"")
    assert read.fee == Unread("reverted")


@pytest.mark.parametrize(
    ("symbol", "raw", "code"),
    [("USDC", 10_000_000_001, "E204"), ("DAI", 1, "E202"), ("ETH", 10**18, "E202"), ("USDT", 1, "E202")],
)
async def test_who_has_nothing_sends_nothing(ground: Ground, symbol: str, raw: int, code: str) -> None:
    token = ground.catalog.token(31337, symbol)
    assert token is not None
    transfer = ground.transfer(token, raw, payer=NOBODY, to=BOB)
    finding = blocking(check(transfer, await survey(ground, transfer), ground.catalog))
    assert finding is not None
    assert finding.code == code


async def test_tokens_without_a_coin_for_the_fee_do_not_move(ground: Ground) -> None:
    await ground.mined(transaction_of(ground.transfer(usdc(ground), 5_000_000)))
    transfer = ground.transfer(usdc(ground), 5_000_000, payer=NOBODY, to=BOB)
    finding = blocking(check(transfer, await survey(ground, transfer), ground.catalog))
    assert finding is not None
    assert (finding.code, finding.params and finding.params["have"]) == ("E203", "0")

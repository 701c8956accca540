"""What the stories rely on of any chain, held by the adapter over a real node and by the fake alike."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import pytest

from core.app.embedded.demo import DemoFaucet
from core.domain.card import Transaction, Transfer, decode_transaction, transaction_of
from core.domain.checks import blocking, check
from core.domain.errors import Unavailable
from core.domain.receipt import Sighting, Verdict, Wanted, judge
from core.domain.task import Event
from core.domain.types import Catalog, Hash
from core.ports import Chain
from tests.contract.ground import ALICE, BOB, NOBODY, Ground, prepared_ground
from tests.fakes.chain import FakeChain

UNKNOWN = Hash("0x" + "12" * 32)
RICH = 10_000


class Bench(Protocol):
    """`chain` is what is tested; the rest is what happens on it."""

    catalog: Catalog
    chain: Chain

    async def send(self, tx: Transaction, nonce: int | None = None, tip: int = 0) -> Hash: ...

    async def mine(self, blocks: int = 1) -> None: ...

    async def reorg(self) -> None:
        """The newest block is another one, without its transactions."""
        ...

    async def silence(self) -> None: ...


class RealBench:
    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.catalog = ground.catalog
        self.chain: Chain = ground.chain

    async def send(self, tx: Transaction, nonce: int | None = None, tip: int = 0) -> Hash:
        more: dict[str, Any] = {} if nonce is None else {"nonce": hex(nonce)}
        if tip:
            more |= {"maxFeePerGas": hex(10**12), "maxPriorityFeePerGas": hex(tip * 10**11)}
        return await self.ground.send(tx, **more)

    async def mine(self, blocks: int = 1) -> None:
        await self.ground.mine(blocks)

    async def reorg(self) -> None:
        await self.ground.ask("anvil_reorg", 1, [])

    async def silence(self) -> None:
        chain = replace(self.ground.chain.chain, rpc=("http://127.0.0.1:9",))
        self.chain = type(self.ground.chain)(chain, self.ground.session)


class FakeBench:
    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.fake = FakeChain(catalog.default_chain)
        self.chain: Chain = self.fake
        for token in catalog.tokens:
            self.fake.given[ALICE, token.address] = RICH * 10**token.decimals
        for owner in (ALICE, BOB):
            self.fake.given[owner, None] = RICH * 10**18

    async def send(self, tx: Transaction, nonce: int | None = None, tip: int = 0) -> Hash:
        return self.fake.send(tx, nonce, tip=tip)

    async def mine(self, blocks: int = 1) -> None:
        self.fake.mine(blocks)

    async def reorg(self) -> None:
        self.fake.reorg(drop=True)

    async def silence(self) -> None:
        self.fake.away = True


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("node")


@pytest.fixture(scope="module")
async def ground(folder: Path) -> AsyncIterator[Ground]:
    async with prepared_ground(folder) as ground:
        await DemoFaucet(ground.url, ground.session).fund(ALICE)
        yield ground


@pytest.fixture(params=["real", "fake"])
async def bench(request: pytest.FixtureRequest, ground: Ground) -> AsyncIterator[Bench]:
    if request.param == "fake":
        yield FakeBench(ground.catalog)
        return
    snapshot = await ground.ask("evm_snapshot")
    yield RealBench(ground)
    assert await ground.ask("evm_revert", snapshot)


def order(bench: Bench, symbol: str = "USDC", raw: int = 5, payer: Any = ALICE, to: Any = NOBODY) -> Transfer:
    chain = bench.catalog.default_chain
    token = bench.catalog.token(chain.id, symbol)
    assert token is not None
    return Transfer(chain, token, payer, to, raw)


async def since(bench: Bench, transfer: Transfer) -> Wanted:
    """The card of this order, made now."""
    tx = transaction_of(transfer)
    survey = await bench.chain.survey(transfer, tx)
    assert isinstance(survey.nonce, int)
    return Wanted(tx, decode_transaction(tx), survey.block, survey.nonce)


async def verdict(bench: Bench, wanted: Wanted, *hashes: Hash) -> Verdict:
    head, seen = await bench.chain.sightings(hashes)
    return judge(wanted, list(seen.values()), head, 2, by_tag=False)


@pytest.mark.parametrize("symbol", ["ETH", "USDC", "DAI", "USDT"])
async def test_a_transfer_is_pending_then_included_then_settled(bench: Bench, symbol: str) -> None:
    wanted = await since(bench, order(bench, symbol))
    assert (await verdict(bench, wanted, UNKNOWN)).reason == "unseen"
    hash_ = await bench.send(wanted.transaction)
    assert (await verdict(bench, wanted, hash_)).reason == "pending"
    await bench.mine()
    assert (await verdict(bench, wanted, hash_)).reason == "included"
    await bench.mine()
    assert (await verdict(bench, wanted, hash_)).event is Event.SETTLE


async def test_an_unknown_hash_is_a_sighting_of_nothing(bench: Bench) -> None:
    _, seen = await bench.chain.sightings([UNKNOWN])
    assert seen == {UNKNOWN: Sighting(UNKNOWN, None, None, None)}
    assert await bench.chain.sighting(UNKNOWN) == seen[UNKNOWN]


async def test_a_pending_transaction_shows_itself_and_its_nonce(bench: Bench) -> None:
    wanted = await since(bench, order(bench))
    hash_ = await bench.send(wanted.transaction)
    seen = await bench.chain.sighting(hash_)
    assert seen == Sighting(hash_, wanted.transaction, wanted.since_nonce, None)


async def test_a_receipt_tells_who_what_and_where(bench: Bench) -> None:
    wanted = await since(bench, order(bench, raw=7))
    hash_ = await bench.send(wanted.transaction)
    await bench.mine()
    receipt = (await bench.chain.sighting(hash_)).receipt
    assert receipt is not None
    assert (receipt.hash, receipt.status, receipt.canonical) == (hash_, 1, True)
    assert (receipt.sender, receipt.to) == (ALICE, wanted.transaction.to)
    assert receipt.block_number == (await bench.chain.head()).number > wanted.since_block
    [log] = receipt.logs
    assert (log.address, int.from_bytes(log.data)) == (wanted.effect.token, 7)


async def test_balances_and_the_nonce_move_with_the_blocks(bench: Bench) -> None:
    transfer = order(bench, raw=7)
    wanted = await since(bench, transfer)
    tokens = bench.catalog.tokens_of(31337)
    before = await bench.chain.holdings(NOBODY, tokens)
    await bench.send(wanted.transaction)
    await bench.mine()
    after = await bench.chain.holdings(NOBODY, tokens)
    assert set(before.amounts) == set(after.amounts) == {"ETH", "USDC", "DAI", "USDT"}
    assert after.amounts == {**before.amounts, "USDC": 7}
    assert after.block == before.block + 1
    assert (await since(bench, transfer)).since_nonce == wanted.since_nonce + 1


@pytest.mark.parametrize("symbol", ["ETH", "USDC"])
async def test_a_sound_order_passes_the_checks_and_a_poor_one_does_not(bench: Bench, symbol: str) -> None:
    sound = order(bench, symbol)
    survey = await bench.chain.survey(sound, transaction_of(sound))
    assert blocking(check(sound, survey, bench.catalog)) is None
    poor = replace(sound, payer=NOBODY, recipient=BOB)
    survey = await bench.chain.survey(poor, transaction_of(poor))
    finding = blocking(check(poor, survey, bench.catalog))
    assert finding is not None
    assert finding.code == "E202"


async def test_a_reorganised_transfer_is_not_settled(bench: Bench) -> None:
    wanted = await since(bench, order(bench))
    hash_ = await bench.send(wanted.transaction)
    await bench.mine()
    before = await bench.chain.head()
    await bench.reorg()
    assert (await bench.chain.head()).number == before.number
    seen = await bench.chain.sighting(hash_)
    assert seen.receipt is None or not seen.receipt.canonical
    assert (await verdict(bench, wanted, hash_)).event in (None, Event.SEEN)


async def test_a_nonce_has_an_heir_once_it_is_mined_and_not_before(bench: Bench) -> None:
    wanted = await since(bench, order(bench, "ETH", payer=BOB))
    nonce, block = wanted.since_nonce, wanted.since_block
    first = await bench.send(wanted.transaction, nonce=nonce)
    assert await bench.chain.heir(BOB, nonce, block) is None
    second = await bench.send(wanted.transaction, nonce=nonce, tip=1)
    await bench.mine()
    heir = await bench.chain.heir(BOB, nonce, block)
    assert heir is not None
    assert (heir.hash, heir.nonce, heir.transaction) == (second, nonce, wanted.transaction)
    assert heir.receipt is not None
    assert heir.receipt.canonical
    assert await bench.chain.sighting(first) == Sighting(first, None, None, None)
    assert await bench.chain.heir(BOB, nonce, (await bench.chain.head()).number) is None


async def test_a_node_that_is_away_says_so_everywhere(bench: Bench) -> None:
    await bench.silence()
    transfer = order(bench)
    for work in (
        bench.chain.chain_id(),
        bench.chain.head(),
        bench.chain.holdings(ALICE, bench.catalog.tokens_of(31337)),
        bench.chain.survey(transfer, transaction_of(transfer)),
        bench.chain.sighting(UNKNOWN),
        bench.chain.sightings([UNKNOWN]),
        bench.chain.heir(ALICE, 0, 0),
    ):
        with pytest.raises(Unavailable) as caught:
            await work
        assert caught.value.code == "E502"

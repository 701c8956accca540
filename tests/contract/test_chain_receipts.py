"""What the chain adapter finds of sent transactions on a real node, and what is said of them then."""

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from core.adapters.chain import RpcChain
from core.app.embedded.demo import DemoFaucet
from core.domain.card import Transaction, Transfer, decode_transaction, transaction_of
from core.domain.errors import Unavailable
from core.domain.receipt import Sighting, Verdict, Wanted, judge
from core.domain.survey import Unread
from core.domain.task import Event
from core.domain.types import Address, Hash, Token, address
from tests.contract.crooked import crooked_node, through
from tests.contract.ground import ALICE, BOB, CAROL, Ground, prepared_ground


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


async def sent_and_final(ground: Ground, transfer: Transfer, **more: object) -> Verdict:
    """The order is sent and mined, one block follows: what is said of it then."""
    since, nonce = await ground.block(), await ground.nonce(transfer.payer)
    hash_ = await ground.mined(transaction_of(transfer), **more)
    await ground.mine()
    return await verdict(ground, transfer, since, nonce, hash_)


async def verdict(ground: Ground, transfer: Transfer, since: int, nonce: int, *hashes: Hash) -> Verdict:
    tx = transaction_of(transfer)
    head, seen = await ground.chain.sightings(hashes)
    return judge(Wanted(tx, decode_transaction(tx), since, nonce), list(seen.values()), head, 2, False)


@pytest.mark.parametrize("symbol", ["ETH", "USDC", "DAI", "USDT"])
async def test_a_real_transfer_settles(ground: Ground, symbol: str) -> None:
    token = ground.catalog.token(31337, symbol)
    assert token is not None
    judged = await sent_and_final(ground, ground.transfer(token, 10**token.decimals))
    assert (judged.event, judged.reason, judged.confirmations) == (Event.SETTLE, "settled", 2)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("MovesNothing", "nothing-moved"),
        ("Silent", "nothing-moved"),
        ("Forged", "nothing-moved"),
        ("Unindexed", "nothing-moved"),
        ("ReturnsFalse", "nothing-moved"),
        ("SaysNothing", "nothing-moved"),
        ("FeeOnTransfer", "moved-less"),
        ("Diverts", "other-recipient"),
        ("Doubles", "other-amount"),
        ("RevertsCustom", "reverted"),
        ("RevertsEmpty", "reverted"),
        ("BurnsGas", "reverted"),
    ],
)
async def test_a_token_that_misbehaves_never_settles(ground: Ground, name: str, reason: str) -> None:
    judged = await sent_and_final(ground, ground.transfer(await ground.odd_token(name), 5_000))
    assert (judged.event, judged.reason) == (Event.FAIL, reason)


async def test_the_creation_of_a_contract_is_no_transfer(ground: Ground) -> None:
    transfer = ground.transfer(eth(ground), 5)
    since, nonce = await ground.block(), await ground.nonce(ALICE)
    order = {"from": ALICE, "data": "0x00", "gas": hex(100_000)}
    hash_ = Hash(await ground.ask("eth_sendTransaction", order))
    await ground.mine(2)
    judged = await verdict(ground, transfer, since, nonce, hash_)
    assert judged.event is Event.FAIL


async def test_what_no_node_knows_is_unseen(ground: Ground) -> None:
    unknown = Hash("0x" + "12" * 32)
    (head, seen), used = await trips(ground, ground.chain.sightings([unknown, unknown]))
    assert seen == {unknown: Sighting(unknown, None, None, None)}
    assert (head.number, head.final, used) == (await ground.block(), None, 1)


async def test_no_hash_at_all_still_has_a_head(ground: Ground) -> None:
    head, seen = await ground.chain.sightings([])
    assert (head.number, seen) == (await ground.block(), {})


async def test_a_pending_transaction_is_seen_without_a_receipt(ground: Ground) -> None:
    tx = transaction_of(ground.transfer(usdc(ground), 5))
    hash_ = await ground.send(tx)
    seen = await ground.chain.sighting(hash_)
    assert seen == Sighting(hash_, tx, await ground.nonce(ALICE), None)


async def test_many_hashes_take_two_round_trips(ground: Ground) -> None:
    hashes = [await ground.send(transaction_of(ground.transfer(usdc(ground), raw))) for raw in range(1, 9)]
    await ground.mine()
    (head, seen), used = await trips(ground, ground.chain.sightings(hashes))
    assert used == 2
    assert set(seen) == set(hashes)
    assert all(one.receipt and one.receipt.canonical and one.receipt.status == 1 for one in seen.values())
    assert all(one.receipt and one.receipt.block_number == head.number for one in seen.values())


async def test_a_block_that_was_reorganised_away_takes_its_receipt_along(ground: Ground) -> None:
    transfer = ground.transfer(usdc(ground), 5)
    since, nonce = await ground.block(), await ground.nonce(ALICE)
    hash_ = await ground.mined(transaction_of(transfer))
    assert (await verdict(ground, transfer, since, nonce, hash_)).event is Event.SEEN
    await ground.ask("anvil_reorg", 1, [])
    await ground.mine(3)
    assert (await verdict(ground, transfer, since, nonce, hash_)).event is not Event.SETTLE


async def test_a_receipt_of_a_block_that_the_chain_does_not_hold_is_not_canonical(ground: Ground) -> None:
    """Some nodes keep answering with receipts of orphaned blocks: the block is compared by its number."""
    hash_ = await ground.mined(transaction_of(ground.transfer(usdc(ground), 5)))

    def orphaned(method: str, _: list[Any], result: Any) -> Any:
        return {**result, "blockHash": "0x" + "9" * 64} if method == "eth_getTransactionReceipt" else result

    async with crooked_node() as node:
        node.answer = through(ground.session, ground.url, orphaned)
        seen = await RpcChain(replace(ground.chain.chain, rpc=(node.url,)), ground.session).sighting(hash_)
    assert seen.receipt is not None
    assert seen.receipt.canonical is False


JUNK: list[Any] = [None, "0x", "0x1", "", 5, -1, True, [], [None], {}, {"number": "0x5"}, "0x" + "f" * 64]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize(
    "liar",
    [
        "eth_getTransactionByHash",
        "eth_getTransactionReceipt",
        "eth_getBlockByNumber",
        "eth_call",
        "eth_getBalance",
        "eth_getCode",
        "eth_estimateGas",
        "eth_getTransactionCount",
        "eth_chainId",
        "eth_blockNumber",
    ],
)
async def test_a_malformed_answer_is_unknown_never_a_wrong_value(
    ground: Ground, liar: str, junk: Any
) -> None:
    transfer = ground.transfer(usdc(ground), 5)
    since, nonce = await ground.block(), await ground.nonce(ALICE)
    hash_ = await ground.mined(transaction_of(transfer))
    await ground.mine()
    async with crooked_node() as node:
        node.answer = through(
            ground.session, ground.url, lambda method, _, result: junk if method == liar else result
        )
        chain = RpcChain(replace(ground.chain.chain, rpc=(node.url,)), ground.session)
        with suppress(Unavailable):
            read = await chain.survey(transfer, transaction_of(transfer))
            honest = await ground.chain.survey(transfer, transaction_of(transfer))
            for name in ("chain_id", "balance", "decimals", "fee", "native", "token_code"):
                told = getattr(read, name)
                assert isinstance(told, Unread) or told == getattr(honest, name) or _believable(liar, junk)
        with suppress(Unavailable):
            _, seen = await chain.sightings([hash_])
            assert seen[hash_].transaction in (None, transaction_of(transfer))
            tx = transaction_of(transfer)
            judged = judge(
                Wanted(tx, decode_transaction(tx), since, nonce), [seen[hash_]], await chain.head(), 2, False
            )
            assert judged.event in (None, Event.SEEN, Event.SETTLE)
        with suppress(Unavailable):
            await chain.holdings(ALICE, ground.catalog.tokens_of(31337))
        with suppress(Unavailable):
            heir = await chain.heir(ALICE, nonce, since)
            assert heir is None or heir.hash == hash_


def _believable(liar: str, junk: Any) -> bool:
    """A well-formed lie can't be seen through by one node's answers."""
    return junk in ("0x1", "0x" + "f" * 64) or (liar == "eth_getCode" and junk == "0x")


async def test_the_final_block_is_asked_for_where_the_catalog_wants_it(ground: Ground) -> None:
    tagged = RpcChain(replace(ground.chain.chain, finality="finalized"), ground.session)
    assert (await tagged.head()).final == 0
    hash_ = await ground.mined(transaction_of(ground.transfer(usdc(ground), 5)))
    head, seen = await tagged.sightings([hash_])
    assert (head.final, seen[hash_].receipt is not None) == (0, True)


def cancellation(who: Address = BOB) -> Transaction:
    return Transaction(31337, who, who, 0, b"")


async def test_a_free_nonce_has_no_heir(ground: Ground) -> None:
    await ground.mine(3)
    assert await ground.chain.heir(BOB, await ground.nonce(BOB), await ground.block() - 2) is None


@pytest.mark.parametrize(
    ("before", "behind"), [(0, 0), (3, 2), (10, 15), (25, 1), (1, 25), (60, 20), (20, 60)]
)
async def test_the_transaction_that_took_a_nonce_is_found(ground: Ground, before: int, behind: int) -> None:
    since, nonce = await ground.block(), await ground.nonce(BOB)
    await ground.mine(before)
    hash_ = await ground.mined(cancellation())
    await ground.mined(cancellation())
    await ground.mine(behind)
    heir = await ground.chain.heir(BOB, nonce, since)
    assert heir is not None
    assert (heir.hash, heir.nonce, heir.transaction) == (hash_, nonce, cancellation())
    assert heir.receipt is not None
    assert heir.receipt.canonical is True
    assert heir.receipt.block_number == since + before + 1


async def test_a_nonce_that_was_taken_before_is_out_of_sight(ground: Ground) -> None:
    nonce = await ground.nonce(CAROL)
    await ground.mined(cancellation(CAROL))
    await ground.mine(2)
    assert await ground.chain.heir(CAROL, nonce, await ground.block() - 1) is None


async def test_a_replaced_transaction_leads_to_its_heir(ground: Ground) -> None:
    transfer = ground.transfer(eth(ground), 5, payer=BOB, to=address("0x" + "55" * 20))
    since, nonce = await ground.block(), await ground.nonce(BOB)
    first = await ground.send(transaction_of(transfer), nonce=hex(nonce))
    dearer = {"maxFeePerGas": hex(10**12), "maxPriorityFeePerGas": hex(10**11)}
    second = await ground.mined(transaction_of(transfer), nonce=hex(nonce), **dearer)
    await ground.mine()
    heir = await ground.chain.heir(BOB, nonce, since)
    assert heir is not None
    assert heir.hash == second
    judged = await verdict(ground, transfer, since, nonce, first, heir.hash)
    assert (judged.event, judged.hash) == (Event.SETTLE, second)

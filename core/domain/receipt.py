"""Did it happen? A receipt is judged by its content: status 1 alone proves nothing (R-124, R-125).

Everything that was seen of a task's hashes at one head of the chain goes in; at most one event comes out.
Absence is never evidence: a node that does not know a hash says nothing about the money.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.domain.card import Decoded, Transaction, decode_transaction
from core.domain.task import Event
from core.domain.types import Address, Hash, address

TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
"""keccak256("Transfer(address,address,uint256)"): ERC-20; ERC-721 has the same topic with four topics."""

_TOPIC = re.compile(r"0x0{24}([0-9a-fA-F]{40})")


@dataclass(frozen=True, slots=True)
class Log:
    address: Address
    topics: tuple[str, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Receipt:
    """`status` is None where the node gave none: unknown, not failed. `canonical`: its block is the one that
    the chain holds at that height; None where that could not be read."""

    hash: Hash
    status: int | None
    block_number: int
    block_hash: Hash
    canonical: bool | None
    sender: Address
    to: Address | None
    logs: tuple[Log, ...]


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a node knows of one hash: the transaction itself and, once mined, its receipt."""

    hash: Hash
    transaction: Transaction | None
    nonce: int | None
    receipt: Receipt | None


@dataclass(frozen=True, slots=True)
class Head:
    """The newest block; `final` is the height that the chain calls final, where the catalog asks for that."""

    number: int
    final: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the card promised, and since when: an earlier block or nonce of the payer is not this card's."""

    transaction: Transaction
    effect: Decoded
    since_block: int
    since_nonce: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """`event` is what happens to the task (None: nothing yet), `hash` the transaction that decided, `strangers`
    the hashes that are not this card's at all and count no more, with the reason for each."""

    event: Event | None
    reason: str
    hash: Hash | None = None
    confirmations: int = 0
    strangers: tuple[tuple[Hash, str], ...] = ()


def judge(wanted: Wanted, sightings: Sequence[Sighting], head: Head, needed: int, by_tag: bool) -> Verdict:
    """The one verdict over all hashes of a task.

    `needed` confirmations (the block itself counts as one), or the chain's final height where `by_tag`.
    A proven settlement goes before everything; what is not final yet is only "included". A failure has to wait
    while the card's own transaction is on its way under another nonce: it could still move the money.
    """
    strangers = []
    judged = []
    for sighting in sightings:
        why = stranger(wanted, sighting)
        if why:
            strangers.append((sighting.hash, why))
        else:
            judged.append((sighting, _judge_one(wanted, sighting, head, needed, by_tag)))
    decider, best = max(judged, key=_rank, default=(None, Verdict(None, "no-hash")))
    if decider is not None and best.event in (Event.FAIL, Event.CANCELLED_ON_CHAIN):
        best = next((verdict for one, verdict in judged if _may_settle(wanted, one, verdict, decider)), best)
    return Verdict(best.event, best.reason, best.hash, best.confirmations, tuple(strangers))


def _rank(judged: tuple[Sighting, Verdict]) -> int:
    order = (None, Event.SEEN, Event.CANCELLED_ON_CHAIN, Event.FAIL, Event.SETTLE)
    return order.index(judged[1].event)


def _may_settle(wanted: Wanted, sighting: Sighting, verdict: Verdict, decider: Sighting) -> bool:
    """Whether this is the card's transaction, not final yet, and the decider did not take its nonce."""
    own = sighting.transaction == wanted.transaction and sighting.nonce != decider.nonce
    return verdict.event is Event.SEEN and own


def stranger(wanted: Wanted, sighting: Sighting) -> str | None:
    """Why this hash can't be the card's transaction at all, whatever happens to it.

    The nonce says best what is older: a reorganisation may mine a new transaction at a height from before the
    card, and who drops that one loses sight of money that moved. The height speaks only where no nonce is known.
    """
    tx, receipt = sighting.transaction, sighting.receipt
    if tx is not None and tx.chain_id != wanted.transaction.chain_id:
        return "other-chain"
    sender = tx.sender if tx is not None else receipt.sender if receipt is not None else None
    if sender is not None and sender != wanted.effect.payer:
        return "other-sender"
    if sighting.nonce is not None:
        return "older-than-card" if sighting.nonce < wanted.since_nonce else None
    if receipt is not None and receipt.canonical and receipt.block_number <= wanted.since_block:
        return "older-than-card"
    return None


def _judge_one(wanted: Wanted, sighting: Sighting, head: Head, needed: int, by_tag: bool) -> Verdict:
    tx, receipt = sighting.transaction, sighting.receipt
    if tx is None and receipt is None:
        return Verdict(None, "unseen", sighting.hash)
    if receipt is None or tx is None:
        return Verdict(Event.SEEN, "pending", sighting.hash)
    if receipt.status not in (0, 1) or not receipt.canonical or head.number < receipt.block_number:
        return Verdict(Event.SEEN, "unreadable", sighting.hash)
    confirmations = head.number - receipt.block_number + 1
    final = (
        head.final is not None and head.final >= receipt.block_number if by_tag else confirmations >= needed
    )
    if not final:
        return Verdict(Event.SEEN, "included", sighting.hash, confirmations)
    event, reason = _judge_content(wanted, tx, receipt)
    return Verdict(event, reason, sighting.hash, confirmations)


def _judge_content(wanted: Wanted, tx: Transaction, receipt: Receipt) -> tuple[Event, str]:
    """What a final receipt proves. The effect is compared as well as the bytes (R-124, R-126)."""
    if tx.to == tx.sender and tx.value == 0 and not tx.data and tx != wanted.transaction:
        return Event.CANCELLED_ON_CHAIN, "cancelled-on-chain"
    if receipt.sender != tx.sender or receipt.to != tx.to:
        return Event.FAIL, "mismatch"
    if tx != wanted.transaction:
        return Event.FAIL, _how_it_differs(wanted.effect, tx, receipt)
    if receipt.status == 0:
        return Event.FAIL, "reverted"
    if wanted.effect.token is None:
        return Event.SETTLE, "settled"
    return _judge_logs(wanted.effect, wanted.effect.token, receipt.logs)


def _how_it_differs(effect: Decoded, tx: Transaction, receipt: Receipt) -> str:
    """Other bytes are not what was shown, even where their effect is the same: that is said, not settled."""
    try:
        real = decode_transaction(tx)
    except ValueError:
        token = effect.token
        same = receipt.status == 1 and token and _judge_logs(effect, token, receipt.logs)[0] is Event.SETTLE
        return "paid-otherwise" if same else "replaced"
    if real.token != effect.token:
        return "replaced"
    return "other-recipient" if real.recipient != effect.recipient else "other-amount"


def _judge_logs(effect: Decoded, token: Address, logs: Sequence[Log]) -> tuple[Event, str]:
    """Exactly one Transfer of the token itself, from payer to recipient, of the card's amount.

    Logs of other emitters are anybody's words (forged Transfers, EIP-7708) and are not counted.
    """
    moves = [move for log in logs if log.address == token and (move := _move(log)) is not None]
    outgoing = [(to, raw) for sender, to, raw in moves if sender == effect.payer and raw > 0]
    arrived = [raw for to, raw in outgoing if to == effect.recipient]
    if arrived == [effect.raw]:
        return Event.SETTLE, "settled"
    if len(arrived) == 1:
        return Event.FAIL, "moved-less" if arrived[0] < effect.raw else "other-amount"
    if arrived:
        return Event.FAIL, "other-amount"
    return Event.FAIL, "other-recipient" if outgoing else "nothing-moved"


def _move(log: Log) -> tuple[Address, Address, int] | None:
    """Sender, recipient and base units of an ERC-20 Transfer log in its one proper form, else None."""
    if len(log.topics) != 3 or log.topics[0] != TRANSFER_TOPIC or len(log.data) != 32:
        return None
    sender, to = (_topic_address(topic) for topic in log.topics[1:])
    return None if sender is None or to is None else (sender, to, int.from_bytes(log.data))


def _topic_address(topic: str) -> Address | None:
    """The address in an indexed topic, None when its twelve leading bytes are not zero."""
    found = _TOPIC.fullmatch(topic)
    return address("0x" + found[1]) if found else None

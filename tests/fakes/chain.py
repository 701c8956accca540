"""A chain in memory: a pool, blocks that can be reorganised, and a node that forgets, lags or is away."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.domain.card import Fee, Transaction, Transfer, decode_transaction
from core.domain.errors import Unavailable
from core.domain.receipt import TRANSFER_TOPIC, Head, Log, Receipt, Sighting
from core.domain.survey import Holdings, Rehearsal, Survey
from core.domain.types import Address, Chain, Hash, Token
from tests.fakes.fuse import Fuse

FEE = Fee(gas=60_000, max_fee=2 * 10**9, priority=10**9)


def topic(who: Address) -> str:
    return "0x" + "0" * 24 + who[2:].lower()


def transfer_log(token: Address, sender: Address, recipient: Address, raw: int) -> Log:
    return Log(token, (TRANSFER_TOPIC, topic(sender), topic(recipient)), raw.to_bytes(32))


@dataclass(frozen=True)
class Sent:
    hash: Hash
    tx: Transaction
    nonce: int
    status: int | None = 1
    logs: tuple[Log, ...] | None = None
    """None: those of a token that does what the calldata says."""


@dataclass
class FakeChain:
    """`away`, `lag` (blocks that the head is told too low), `final` and `says` (fields of the next surveys) are
    what the node is like; the methods below are what happens on the chain."""

    chain: Chain
    fuse: Fuse = field(default_factory=Fuse)
    away: bool = False
    lag: int = 0
    final: int | None = None
    says: dict[str, Any] = field(default_factory=dict)
    given: dict[tuple[Address, Address | None], int] = field(default_factory=dict)
    """Base units from outside, by owner and token (None: the coin)."""
    unplaced: set[Hash] = field(default_factory=set)
    """Hashes whose block can't be compared with the chain's."""
    unmined: set[Hash] = field(default_factory=set)
    """Hashes whose receipt the node denies although it knows the transaction."""

    def __post_init__(self) -> None:
        self.pool: dict[Hash, Sent] = {}
        self.blocks: list[list[Sent]] = [[] for _ in range(100)]
        self._branch = [0] * 100
        self._forgotten: set[Hash] = set()
        self._stale: dict[Hash, tuple[Sent, Receipt]] = {}

    def send(
        self,
        tx: Transaction,
        nonce: int | None = None,
        status: int | None = 1,
        logs: Any = None,
        tip: int = 0,
    ) -> Hash:
        """Into the pool; another `tip` makes another hash of the same content. `status` and `logs` are what
        will come of it."""
        pooled = sum(sent.tx.sender == tx.sender for sent in self.pool.values())
        nonce = self.count(tx.sender) + pooled if nonce is None else nonce
        seed = f"{tx} {nonce} {tip}".encode()
        sent = Sent(Hash("0x" + hashlib.sha256(seed).hexdigest()), tx, nonce, status, logs)
        self.pool[sent.hash] = sent
        return sent.hash

    def mine(self, blocks: int = 1, only: Sequence[Hash] | None = None) -> None:
        """What is in the pool goes into the first block, the dearest (here: newest) of a nonce; the others of
        that nonce are gone for ever."""
        for _ in range(blocks):
            block: dict[tuple[Address, int], Sent] = {}
            for sent in self.pool.values():
                if only is None or sent.hash in only:
                    block[sent.tx.sender, sent.nonce] = sent
            self.blocks.append(list(block.values()))
            self._branch.append(self._branch[-1])
            self.pool = {h: s for h, s in self.pool.items() if (s.tx.sender, s.nonce) not in block}

    def mined(self, tx: Transaction, **how: Any) -> Hash:
        hash_ = self.send(tx, **how)
        self.mine(only=[hash_])
        return hash_

    def forget(self, hash_: Hash) -> None:
        """The node knows nothing of it any more; what is mined stays mined, what is pooled stays possible."""
        self._forgotten.add(hash_)

    def remember(self, hash_: Hash) -> None:
        self._forgotten.discard(hash_)

    def reorg(self, depth: int = 1, drop: bool = False, stale: bool = False) -> None:
        """The newest blocks become other, empty ones; their transactions wait again, or are gone (`drop`).
        `stale`: the node still tells of them as they were."""
        for number in range(len(self.blocks) - depth, len(self.blocks)):
            for sent in self.blocks[number]:
                if stale:
                    self._stale[sent.hash] = (sent, self._receipt(number, sent))
                if not drop:
                    self.pool[sent.hash] = sent
            self.blocks[number] = []
        start = self._branch[-1] + 1
        self._branch[-depth:] = [start] * depth

    @property
    def height(self) -> int:
        return len(self.blocks) - 1

    def count(self, who: Address) -> int:
        return sum(sent.tx.sender == who for block in self.blocks for sent in block)

    def truth(self, hash_: Hash) -> Receipt | None:
        """The canonical receipt, whatever the node says."""
        for number, block in enumerate(self.blocks):
            for sent in block:
                if sent.hash == hash_:
                    return self._receipt(number, sent)
        return None

    def balance(self, owner: Address, token: Address | None) -> int:
        raw = self.given.get((owner, token), 0)
        for block in self.blocks:
            for sent in block:
                effect = decode_transaction(sent.tx)
                if effect.token == token and sent.status == 1 and sent.logs is None:
                    raw += effect.raw * ((effect.recipient == owner) - (effect.payer == owner))
        return raw

    async def chain_id(self) -> int:
        await self._ask("chain_id")
        return self.chain.id

    async def head(self) -> Head:
        await self._ask("head")
        return Head(max(0, self.height - self.lag), self.final)

    async def holdings(self, owner: Address, tokens: Sequence[Token]) -> Holdings:
        await self._ask("holdings")
        amounts = {token.symbol: self.balance(owner, token.address) for token in tokens}
        return Holdings(self.height, {**amounts, **self.says.get("amounts", {})})

    async def survey(self, transfer: Transfer, transaction: Transaction) -> Survey:
        await self._ask("survey")
        token, payer = transfer.token, transfer.payer
        have = self.balance(payer, token.address)
        poor = "transfer amount exceeds balance" if have < transfer.raw else None
        survey = Survey(
            chain_id=self.chain.id,
            block=self.height,
            nonce=self.count(payer),
            balance=have,
            native=self.balance(payer, None),
            decimals=None if token.native else token.decimals,
            token_code=None if token.native else b"\x60\x80",
            recipient_code=b"",
            fee=FEE,
            rehearsal=Rehearsal(poor, b"" if token.native or poor else (1).to_bytes(32)),
        )
        return replace(survey, **self.says)

    async def sighting(self, hash_: Hash) -> Sighting:
        return (await self.sightings([hash_]))[1][hash_]

    async def sightings(self, hashes: Sequence[Hash]) -> tuple[Head, Mapping[Hash, Sighting]]:
        await self._ask("sightings")
        return await self.head(), {hash_: self._seen(hash_) for hash_ in hashes}

    async def heir(self, sender: Address, nonce: int, since_block: int) -> Sighting | None:
        await self._ask("heir")
        for block in self.blocks[since_block + 1 :]:
            for sent in block:
                if (sent.tx.sender, sent.nonce) == (sender, nonce):
                    seen = self._seen(sent.hash)
                    return seen if seen.receipt is not None else None
        return None

    async def _ask(self, what: str) -> None:
        await self.fuse.step(f"chain.{what}")
        if self.away:
            raise Unavailable("E502")

    def _seen(self, hash_: Hash) -> Sighting:
        known = {**self.pool, **{sent.hash: sent for block in self.blocks for sent in block}}
        orphan, receipt = self._stale.get(hash_, (None, None))
        sent, receipt = known.get(hash_, orphan), self.truth(hash_) or receipt
        if sent is None or hash_ in self._forgotten:
            return Sighting(hash_, None, None, None)
        if receipt is not None and hash_ in self.unplaced:
            receipt = replace(receipt, canonical=None)
        placed = None if hash_ in self.unmined else self._placed(receipt)
        return Sighting(hash_, sent.tx, sent.nonce, placed)

    def _placed(self, receipt: Receipt | None) -> Receipt | None:
        if receipt is None or receipt.canonical is None:
            return receipt
        return replace(receipt, canonical=receipt.block_hash == self._block_hash(receipt.block_number))

    def _receipt(self, number: int, sent: Sent) -> Receipt:
        logs = sent.logs
        if logs is None:
            effect = decode_transaction(sent.tx)
            moves = effect.token is not None and sent.status == 1
            logs = (transfer_log(effect.token, *_move(effect)),) if moves and effect.token else ()
        tx = sent.tx
        return Receipt(
            sent.hash, sent.status, number, self._block_hash(number), True, tx.sender, tx.to, tuple(logs)
        )

    def _block_hash(self, number: int) -> Hash:
        return Hash(f"0x{number:032x}{self._branch[number]:032x}")


def _move(effect: Any) -> tuple[Address, Address, int]:
    return effect.payer, effect.recipient, effect.raw

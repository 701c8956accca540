"""What the core needs from the world, as Protocols, and Deps, the record that carries them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver

from core.domain.card import Transaction, Transfer
from core.domain.message import Incoming, Reply
from core.domain.outbox import Letter, Place
from core.domain.principal import User, Wallet
from core.domain.receipt import Head, Sighting
from core.domain.survey import Holdings, Survey
from core.domain.task import State, Task
from core.domain.thread import Entry, Thread
from core.domain.turn import Turn
from core.domain.types import Address, Catalog, Hash, Token


class Clock(Protocol):
    """The one time: aware UTC, set against the database's."""

    def now(self) -> datetime: ...


class Chain(Protocol):
    """One configured chain. Every method raises Unavailable("E502") when no node answers in time."""

    async def chain_id(self) -> int: ...

    async def holdings(self, owner: Address, tokens: Sequence[Token]) -> Holdings:
        """Balances at one block, in one round trip after the head is known."""
        ...

    async def survey(self, transfer: Transfer, transaction: Transaction) -> Survey: ...

    async def head(self) -> Head: ...

    async def sighting(self, hash_: Hash) -> Sighting:
        """What the node knows of one hash now."""
        ...

    async def sightings(self, hashes: Sequence[Hash]) -> tuple[Head, Mapping[Hash, Sighting]]:
        """The same for many hashes in one batch, with a head that is not older than any receipt in it."""
        ...

    async def heir(self, sender: Address, nonce: int, since_block: int) -> Sighting | None:
        """The mined transaction that took this nonce, once it is used up; None while it is free or unfound."""
        ...


class Faucet(Protocol):
    """Test coins on a chain that this program started itself."""

    async def fund(self, owner: Address) -> None: ...


class Siwe(Protocol):
    """Sign-In with Ethereum (EIP-4361)."""

    def challenge(
        self, owner: Address, chain_id: int, nonce: str, issued: datetime, expires: datetime
    ) -> str: ...

    async def proves(self, message: str, signature: str, now: datetime) -> Address:
        """The account that signed. Raises Unauthorized("E403") for anything that does not fit."""
        ...


class Users(Protocol):
    async def link(self, owner: Address, now: datetime) -> tuple[User, bool]:
        """The user of this wallet, made now if there is none; True when it is new."""
        ...

    async def of_wallet(self, owner: Address) -> User | None: ...

    async def wallets(self, user_id: str) -> Sequence[Wallet]:
        """The default wallet first."""
        ...

    async def offer(self, nonce: str, message: str, expires: datetime) -> None: ...

    async def redeem(self, message: str, now: datetime) -> bool:
        """Use up the challenge with exactly these bytes; True for the first caller before it expires, once."""
        ...


class Turns(Protocol):
    async def claim(self, incoming: Incoming, digest: str, thread: str, now: datetime) -> tuple[Turn, bool]:
        """The turn of this message; True when this call made it. Keyed by channel, chat and message id."""
        ...

    async def get(self, turn_id: str) -> Turn | None: ...

    async def finish(self, turn_id: str, reply: Reply, now: datetime) -> None: ...

    async def unfinished(self, before: datetime, limit: int) -> Sequence[Turn]:
        """Accepted before that instant and not answered, oldest first."""
        ...

    async def count(self, user_id: str, after: datetime, until: datetime) -> int:
        """Turns of a user accepted in (after, until]: the minute window of the quota."""
        ...


class Threads(Protocol):
    async def open(self, thread: str, user_id: str, channel: str, title: str, now: datetime) -> None:
        """Begin it unless it is there. Raises NotFound when it is somebody else's or was cleared."""
        ...

    async def get(self, thread: str, user_id: str) -> Thread | None: ...

    async def of_user(self, user_id: str, limit: int) -> Sequence[Thread]: ...

    async def entries(self, thread: str, last: int | None = None) -> Sequence[Entry]:
        """In their order; only the `last` ones where that is given."""
        ...

    async def add(self, entry: Entry) -> None:
        """Append once: an entry whose source is already there is left as it is. A cleared thread takes nothing."""
        ...

    async def clear(self, thread: str, user_id: str, now: datetime) -> bool: ...

    async def draft(self, thread: str) -> dict[str, Any] | None:
        """The order that the last answer asked about."""
        ...

    async def set_draft(self, thread: str, draft: dict[str, Any] | None) -> None: ...


class Tasks(Protocol):
    async def create(self, task: Task, key_hash: bytes) -> Task:
        """Insert, or the task that this turn has already made. One audit line in the same transaction."""
        ...

    async def get(self, task_id: str, lock: bool = False) -> Task | None: ...

    async def of_key(self, key_hash: bytes) -> Task | None: ...

    async def of_turn(self, turn_id: str) -> Task | None: ...

    async def open_like(self, user_id: str, transfer: Transfer) -> Task | None:
        """The open task with the same payer, chain, recipient, token and amount: the human's duplicate guard."""
        ...

    async def of_user(self, user_id: str, states: Sequence[State]) -> Sequence[Task]: ...

    async def of_thread(self, thread: str) -> Sequence[Task]: ...

    async def move(
        self, task: Task, to: State, reason: str, now: datetime, tx_hash: Hash | None = None
    ) -> Task | None:
        """Compare-and-set from `task.state`, with audit, letters to every place and a wake-up, in this
        transaction. None for the loser of a race."""
        ...

    async def set_gate(self, task_id: str, interrupt_id: str) -> None: ...

    async def answer_gate(self, task_id: str) -> None: ...

    async def unanswered(self, limit: int) -> Sequence[Task]:
        """Tasks that left INTENT_CONFIRM while their graph still waits."""
        ...

    async def due(
        self, now: datetime, lease: timedelta, limit: int, reported: bool | None = None
    ) -> Sequence[Task]:
        """Claim with SKIP LOCKED: tasks whose next look is due; nobody else gets them before the lease is over.

        `reported` False: only confirmed ones without a hash, which are dear to look for; True: only the others.
        """
        ...

    async def look_again(self, task_id: str, at: datetime) -> None: ...

    async def add_hash(
        self, task: Task, hash_: Hash, sender: Address | None, nonce: int | None, now: datetime
    ) -> bool:
        """Record a hash; False when it counts for another task. The first one stops the card's time."""
        ...

    async def hashes(self, task_id: str) -> Sequence[tuple[Hash, int | None]]:
        """The hashes that count, oldest first, with the sender's nonce where it was seen."""
        ...

    async def of_hash(self, chain_id: int, hash_: Hash) -> Task | None:
        """The task that a hash counts for."""
        ...

    async def drop_hash(self, task: Task, hash_: Hash, reason: str, now: datetime) -> None:
        """It counts no more (a stranger's, or older than the card); kept in the audit."""
        ...


class Outbox(Protocol):
    async def show(self, task_id: str, place: Place, shown: State) -> None:
        """Remember where the card stands, and in which state it was shown; what happened meanwhile follows."""
        ...

    async def places(self, task_id: str) -> Sequence[Place]:
        """Every place where the card stands."""
        ...

    async def claim(
        self, channels: Sequence[str], now: datetime, lease: timedelta, limit: int
    ) -> Sequence[Letter]:
        """The next letters, oldest first, at most one a chat, claimed with SKIP LOCKED until the lease is over."""
        ...

    async def sent(self, letter_id: int, now: datetime) -> None: ...

    async def retry(self, letter_id: int, at: datetime, reason: str) -> None: ...


class Audit(Protocol):
    async def add(self, kind: str, subject: str, facts: Mapping[str, Any], now: datetime) -> None: ...


class Tx(Protocol):
    """Repositories bound to one connection in one transaction."""

    users: Users
    turns: Turns
    threads: Threads
    tasks: Tasks
    outbox: Outbox
    audit: Audit


class Store(Protocol):
    """PostgreSQL. Raises Unavailable("E501") when it does not answer."""

    def transaction(self) -> AbstractAsyncContextManager[Tx]: ...

    def thread_lock(self, name: str, wait: bool = True) -> AbstractAsyncContextManager[bool]:
        """An advisory lock across all processes. With wait=False yields False when somebody holds it."""
        ...

    def changes(self, topic: str) -> AbstractAsyncContextManager[AsyncIterator[str]]:
        """Wake-ups of a topic ("task", "outbox", "turn"): payloads from the moment of entering; "" after a
        lost connection or every few seconds: look yourself."""
        ...

    async def now(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Rules:
    """Settings that the use cases need: times, quotas, the secret that keys are derived from."""

    card_ttl: timedelta
    unknown_after: timedelta
    quota_per_minute: int
    secret: bytes


@dataclass(frozen=True, slots=True)
class Deps:
    catalog: Catalog
    store: Store
    chains: Mapping[int, Chain]
    saver: BaseCheckpointSaver[Any]
    siwe: Siwe
    faucet: Faucet | None
    clock: Clock
    rules: Rules

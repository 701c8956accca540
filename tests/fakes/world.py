"""A whole world of fakes around the real stories, and what people do in it."""

from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any

from core.adapters.catalog import load_catalog
from core.domain.card import Transaction, Transfer, transaction_in, transaction_of
from core.domain.message import Incoming, Reply
from core.domain.order import transfer_over
from core.domain.task import State, Task
from core.domain.turn import Turn
from core.domain.types import Address, Hash, Token, address
from core.graphs.plan import plan_graph
from core.ports import Deps, Rules
from core.understanding.lexicon import words_of
from core.usecases import confirm, converse, report, settle
from tests.fakes.chain import FakeChain
from tests.fakes.clock import FakeClock
from tests.fakes.fuse import Fuse
from tests.fakes.saver import FakeSaver
from tests.fakes.siwe import FakeFaucet, FakeSiwe
from tests.fakes.store import FakeStore

ALICE = address("0x" + "a1" * 20)
BOB = address("0x" + "b0" * 20)
CAROL = address("0x" + "ca" * 20)
MINUTE = timedelta(minutes=1)
CATALOG = load_catalog(None, "http://node")
_CHAIN = CATALOG.default_chain
USDC, ETH = CATALOG.tokens[0], _CHAIN.native
RULES = Rules(
    card_ttl=30 * MINUTE,
    unknown_after=60 * MINUTE,
    quota_per_minute=120,
    secret=b"a secret of 32 bytes, for tests",
)


class World:
    """`chain` has 1,000 USDC and 3 ETH for each of the three; two confirmations are needed, or `finality` by tag."""

    def __init__(self, finality: str | None = None, quota: int = 120) -> None:
        chain = replace(_CHAIN, finality=finality)
        catalog = replace(CATALOG, chains=(chain,))
        self.fuse = Fuse()
        self.clock = FakeClock()
        self.store = FakeStore(self.clock, self.fuse)
        self.saver = FakeSaver(self.fuse)
        self.chain = FakeChain(chain, self.fuse)
        self.faucet = FakeFaucet()
        self.deps = Deps(
            catalog=catalog,
            store=self.store,
            chains={chain.id: self.chain},
            saver=self.saver,
            siwe=FakeSiwe(),
            faucet=self.faucet,
            clock=self.clock,
            rules=replace(RULES, quota_per_minute=quota),
        )
        self.plan = plan_graph(self.deps)
        self.words = words_of(catalog)
        self._messages = count(1)
        for owner in (ALICE, BOB, CAROL):
            self.chain.given[owner, USDC.address] = 1_000 * 10**6
            self.chain.given[owner, None] = 3 * 10**18

    async def user(self, owner: Address = ALICE) -> str:
        async with self.store.transaction() as db:
            user, _ = await db.users.link(owner, self.clock.now())
        return user.id

    async def incoming(self, text: str, owner: Address = ALICE, **changes: Any) -> Incoming:
        user = await self.user(owner)
        plain = Incoming("web", user, f"message-{next(self._messages)}", user, text, "thread", "en")
        return replace(plain, **changes)

    async def accept(self, text: str, **changes: Any) -> Turn:
        turn, _ = await converse.accept(self.deps, await self.incoming(text, **changes))
        return turn

    async def run(self, turn: Turn) -> Reply:
        return await converse.run_turn(self.deps, self.plan, self.words, turn, lambda stage: None)

    async def says(self, text: str, **changes: Any) -> Reply:
        """One message of Alice (or of `owner`), answered."""
        return await self.run(await self.accept(text, **changes))

    async def card(self, amount: str = "50 USDC", to: Address = BOB, **changes: Any) -> Task:
        reply = await self.says(f"send {amount} to {to}", **changes)
        assert reply.task is not None, reply
        return await self.task(reply.task)

    async def task(self, of: Task | str) -> Task:
        async with self.store.transaction() as db:
            found = await db.tasks.get(of if isinstance(of, str) else of.id)
        assert found is not None
        return found

    async def tasks(self) -> list[Task]:
        async with self.store.transaction() as db:
            return [task for thread in ("thread", "other") for task in await db.tasks.of_thread(thread)]

    async def hashes(self, task: Task) -> list[Hash]:
        async with self.store.transaction() as db:
            return [hash_ for hash_, _ in await db.tasks.hashes(task.id)]

    async def confirm(self, task: Task, override: str | None = None) -> Task:
        return await confirm.confirm(self.deps, self.plan, task, override)

    async def reject(self, task: Task) -> Task:
        return await confirm.reject(self.deps, self.plan, task)

    async def again(self, task: Task) -> Task:
        return await confirm.again(self.deps, self.plan, task)

    async def report(self, task: Task, hash_: Hash | str) -> Task:
        return (await report.report_hash(self.deps, task, hash_))[0]

    async def confirmed(self, amount: str = "50 USDC", **changes: Any) -> Task:
        return await self.confirm(await self.card(amount, **changes))

    async def sent(self, amount: str = "50 USDC", **how: Any) -> tuple[Task, Hash]:
        """A confirmed card whose own transaction is in the pool and reported."""
        task = await self.confirmed(amount)
        hash_ = self.chain.send(signed_of(task), **how)
        return await self.report(task, hash_), hash_

    async def look(self, task: Task) -> Task:
        """The worker's next look, a second later."""
        self.clock.forward(seconds=1)
        await settle.settle_due(self.deps)
        return await self.task(task)

    async def state(self, task: Task) -> State:
        return (await self.task(task)).state

    def transfer(self, task: Task) -> Transfer:
        return transfer_over(self.deps.catalog, task.effect)


def signed_of(task: Task) -> Transaction:
    """What the wallet was asked to sign."""
    return transaction_in(task.card)


def other(task: Task, **changes: Any) -> Transaction:
    """The transaction of nearly the same order: another recipient or amount."""
    return transaction_of(replace(transfer_over(CATALOG, task.effect), **changes))


def cancellation(owner: Address = ALICE) -> Transaction:
    return Transaction(_CHAIN.id, owner, owner, 0, b"")


def token(symbol: str) -> Token:
    found = CATALOG.token(_CHAIN.id, symbol)
    assert found is not None
    return found

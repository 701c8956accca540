"""Records as the stories make them, with the few fields that a test cares about."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from core.domain.card import Decoded, Transfer
from core.domain.message import Incoming, Reply, Says
from core.domain.task import State, Task
from core.domain.types import MAX_UINT256, Address, Chain, Hash, Token
from core.ports import Store

NOW = datetime(2030, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
LATER = NOW + timedelta(minutes=10)
TTL = timedelta(minutes=30)
LEASE = timedelta(seconds=30)

ALICE = Address("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
BOB = Address("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC")
USDC = Address("0x5FbDB2315678afecb367f032d93F642f64180aa3")

_numbers = count(1)


def a_hash(number: int) -> Hash:
    return Hash(f"0x{number:064x}")


def an_incoming(**changes: Any) -> Incoming:
    plain: dict[str, Any] = {
        "channel": "web",
        "chat": "chat",
        "message_id": f"message-{next(_numbers)}",
        "user_id": "somebody",
        "text": "转 50 USDC 给 0x…",
        "thread": None,
        "language": "zh",
    }
    return Incoming(**{**plain, **changes})


def a_reply(thread: str, code: str = "hello") -> Reply:
    return Reply("answer", thread, "read", "chat", (Says(code, {"name": "é\u4e2d"}),), code=code)


def a_transfer(raw: int = 50_000_000, token: Address | None = USDC) -> Transfer:
    native = Token(31337, "ETH", "Ether", None, 18)
    chain = Chain(31337, "demo", "Demo", native, ("http://127.0.0.1:1",))
    paid = native if token is None else Token(31337, "USDC", "USD Coin", token, 6)
    return Transfer(chain, paid, ALICE, BOB, raw)


def a_task(user_id: str, **changes: Any) -> Task:
    """Every task is another order (by its amount) unless `raw` says so."""
    number = next(_numbers)
    raw = changes.pop("raw", MAX_UINT256 - number)
    effect = Decoded(31337, ALICE, changes.pop("token", USDC), BOB, raw)
    plain: dict[str, Any] = {
        "id": f"task-{number}",
        "turn_id": f"turn-{number}",
        "user_id": user_id,
        "thread": "thread",
        "channel": "web",
        "state": State.INTENT_CONFIRM,
        "reason": "asked",
        "card": {"amount": str(raw), "token": {"symbol": "USDC"}, "to": BOB, "note": "中文"},
        "digest": "d",
        "effect": effect,
        "language": "zh",
        "created_at": NOW,
        "created_block": 7,
        "nonce": 3,
        "expires_at": NOW + TTL,
    }
    return Task(**{**plain, **changes})


async def a_user(store: Store, owner: Address = ALICE) -> str:
    async with store.transaction() as db:
        user, _ = await db.users.link(owner, NOW)
        return user.id


async def create(store: Store, task: Task) -> Task:
    async with store.transaction() as db:
        return await db.tasks.create(task, task.id.encode())


async def a_created(store: Store, **changes: Any) -> Task:
    return await create(store, a_task(await a_user(store), **changes))


async def move(store: Store, task: Task, to: State, reason: str = "because", **more: Any) -> Task | None:
    async with store.transaction() as db:
        return await db.tasks.move(task, to, reason, LATER, **more)


async def moved(store: Store, task: Task, *states: State) -> Task:
    for state in states:
        following = await move(store, task, state)
        assert following is not None
        task = following
    return task


async def due_ids(store: Store, now: datetime) -> set[str]:
    async with store.transaction() as db:
        return {task.id for task in await db.tasks.due(now, LEASE, 100)}

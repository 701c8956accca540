"""`python -m evals.bench`: how long a message takes to its answer or card, alone and with 50 chats at once.

The baseline of the same run is one bare read of the same balances from the same node; "trips" counts HTTP requests
to the node a message.
"""

import asyncio
import statistics
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from eth_utils.address import to_checksum_address

from core.app.compose import App, compose
from core.app.run import children
from core.app.settings import Settings
from core.domain.message import Incoming, Reply
from core.domain.types import Address
from core.usecases.converse import accept

RUNS = 200
CHATS = 50
BOB = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

Once = Callable[[], Awaitable[object]]


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), quota_per_minute=0)
        async with children(settings) as (database, node), compose(settings, database, node) as app:
            await measure(app)


async def measure(app: App) -> None:
    """Print a line a road: p50 and p95 in milliseconds, the ratio of the p50 to the baseline's, trips."""
    owner = Address(to_checksum_address("0x" + uuid.uuid4().hex + "00000000"))
    assert app.deps.faucet is not None
    await app.deps.faucet.fund(owner)
    async with app.deps.store.transaction() as db:
        user, _ = await db.users.link(owner, app.deps.clock.now())
    chain = next(iter(app.deps.chains.values()))
    tokens = app.deps.catalog.tokens_of(app.deps.catalog.default_chain.id)
    amounts = iter(range(1, 10**6))

    async def balance() -> Reply:
        return await ask(app, user.id, "how much USDC do I have?")

    async def card() -> Reply:
        reply = await ask(app, user.id, f"send 0.{next(amounts):06d} USDC to {BOB}")
        assert reply.type == "intent_confirm", reply
        return reply

    base = statistics.median(await timed(lambda: chain.holdings(owner, tokens), RUNS))
    print(f"{'road':34} {'p50 ms':>8} {'p95 ms':>8} {'× base':>7} {'trips':>6}")
    print(f"{'baseline: bare read of balances':34} {base:8.1f} {'':8} {1:7.1f}")
    for name, once in (("message → answer", balance), ("message → card", card)):
        await once()
        before = app.round_trips()
        times = await timed(once, RUNS)
        show(name, times, base, (app.round_trips() - before) / RUNS)
        before = app.round_trips()
        times = [t for many in await asyncio.gather(*(timed(once, 4) for _ in range(CHATS))) for t in many]
        show(f"{name}, {CHATS} chats at once", times, base, (app.round_trips() - before) / len(times))


async def ask(app: App, user_id: str, text: str) -> Reply:
    incoming = Incoming("web", user_id, uuid.uuid4().hex, user_id, text)
    turn, _ = await accept(app.deps, incoming)
    return await app.answer(turn, lambda stage: None)


async def timed(once: Once, runs: int) -> list[float]:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        await once()
        times.append((time.perf_counter() - start) * 1000)
    return times


def show(name: str, times: Sequence[float], base: float, trips: float) -> None:
    ordered = sorted(times)
    p50, p95 = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(f"{name:34} {p50:8.1f} {p95:8.1f} {p50 / base:7.1f} {trips:6.1f}")


if __name__ == "__main__":
    asyncio.run(main())

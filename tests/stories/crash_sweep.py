"""Kill -9 of the whole program at random instants in each gap of the main road.

`python -m tests.stories.crash_sweep --seed 1 --each 20` goes on until each gap was hit so often, half of it on
the program's own chain, half on one that lives on meanwhile; prints a line a round and a table at the end.
`--seed N --rounds 1` repeats the round with that seed: the same orders, gaps and waits.
"""

import argparse
import asyncio
import random
import socket
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from tests.stories import ledger, processes
from tests.stories.own_chain import beside, fund, own_chain
from tests.stories.program import Person, Program
from tests.stories.road import GAPS, PATIENCE, Traveller, answered, until_killed, user_id

STARTS = {
    "asked": "asked",
    "shown": "shown",
    "confirmed": "confirmed",
    "posted": "confirmed",
    "mined": "confirmed",
}
"""Where a walk begins that the kill shall find in a gap: blocks do not wait for the others to arrive."""
LONGEST = {"asked": 0.2, "shown": 0.2, "confirmed": 0.25}
"""Seconds from the beginning of a walk in which the gap is likely to last; the last two go by the blocks."""
QUIET_WORDS = (
    "我还有多少 USDC",
    "send 900 ETH to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    "转 5 USDC",
    "pending",
)


@dataclass
class Ground:
    """A program that is killed and started again, on a chain with a block every so many seconds."""

    program: Program
    block: float
    session: aiohttp.ClientSession
    own: bool
    hits: Counter[str] = field(default_factory=Counter)
    restarts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    mined_while_down: int = 0

    async def person(self) -> Person:
        person = Person(self.session, self.program)
        if self.own:
            await fund(self.program.node, person.address)
        await person.sign_in()
        return person


@asynccontextmanager
async def ground(folder: Path, own: bool) -> AsyncIterator[Ground]:
    """`own`: the chain is the test's and lives on while the program is dead."""
    async with aiohttp.ClientSession() as session:
        if own:
            async with own_chain(free_port()) as rpc:
                program: Program = beside(folder / "beside", free_port(), rpc)
                async with _started(program):
                    yield Ground(program, 1, session, own)
        else:
            program = Program(folder / "whole", free_port())
            async with _started(program):
                yield Ground(program, 2, session, own)


@asynccontextmanager
async def _started(program: Program) -> AsyncIterator[None]:
    await program.start()
    try:
        yield
    finally:
        await program.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def one_round(on: Ground, seed: int) -> str:
    """A traveller in each gap, somebody who only asks, one kill; then all of them come to their end.

    Returns what it hit. Raises AssertionError with the seed's facts for anything that is not as it must be.
    """
    dice = random.Random(seed)
    waits = {gap: dice.uniform(*_window(gap, on.block)) for gap in GAPS}
    travellers = [Traveller(await on.person(), random.Random(dice.random())) for _ in GAPS]
    asker, words, key = await on.person(), dice.choice(QUIET_WORDS), uuid.uuid4().hex
    await asyncio.gather(*(t.go(STARTS[gap]) for gap, t in zip(GAPS, travellers, strict=True)))
    longest = max(waits.values())
    asks = dice.uniform(0, 0.3)
    walks = [
        asyncio.ensure_future(until_killed(_after(longest - waits[gap], traveller.go)))
        for gap, traveller in zip(GAPS, travellers, strict=True)
    ]
    walks.append(
        asyncio.ensure_future(until_killed(_after(longest - asks, lambda: answered(asker, words, key))))
    )
    await asyncio.sleep(longest)
    found = [traveller.gap for traveller in travellers]
    await on.program.kill()
    await asyncio.gather(*walks)
    assert not await processes.gone(on.program.data_dir), "processes are left"
    down = dice.uniform(0, 3 * on.block) if on.own else 0
    await asyncio.sleep(down)
    began = time.monotonic()
    await on.program.start()
    on.restarts.append(time.monotonic() - began)
    on.mined_while_down += await _mined_while_down(on, travellers, found)
    await asyncio.gather(*(t.go_again() for t in travellers), answered(asker, words, key))
    await _agree(on, travellers, asker)
    on.ends.append(time.monotonic() - began - on.restarts[-1])
    on.hits.update(found)
    return (
        " ".join(f"{gap}+{waits[gap]:.2f}→{hit}" for gap, hit in zip(GAPS, found, strict=True))
        + f" down {down:.1f}"
    )


def _window(gap: str, block: float) -> tuple[float, float]:
    return {"posted": (0.25, block), "mined": (block, 2.2 * block)}.get(gap, (0, LONGEST.get(gap, 0)))


async def _after(seconds: float, walk: Callable[[], Awaitable[object]]) -> None:
    await asyncio.sleep(seconds)
    await walk()


async def _mined_while_down(on: Ground, travellers: list[Traveller], found: list[str]) -> int:
    count = 0
    for traveller, gap in zip(travellers, found, strict=True):
        if on.own and traveller.signed and gap in ("confirmed", "posted"):
            count += await traveller.person.rpc("eth_getTransactionReceipt", traveller.signed[1]) is not None
    return count


async def _agree(on: Ground, travellers: list[Traveller], asker: Person) -> None:
    """Chain, database and what people are shown say the same, once the letters are out."""
    for traveller in travellers:
        assert await traveller.arrived() == traveller.raw_amount, (
            traveller.message,
            await traveller.arrived(),
        )
    users = [*(traveller.user_id for traveller in travellers), user_id(asker)]
    await ledger.at_rest(on.program.data_dir, users, PATIENCE)
    for traveller in travellers:
        roles = [message["role"] for message in await traveller.thread()]
        assert roles == ["user", "assistant", "status"], roles


async def sweep(seed: int, each: int, rounds: int | None) -> None:
    """Round after round until every gap was hit `each` times, or for so many rounds."""
    with tempfile.TemporaryDirectory(prefix="sweep-") as folder:
        for own in (False, True):
            async with ground(Path(folder), own) as on:
                number = 0
                while number < rounds if rounds else min(on.hits[gap] for gap in GAPS) < each / 2:
                    told = await one_round(on, seed + number)
                    print(f"{'own chain' if own else 'whole'} seed {seed + number}: {told}", flush=True)
                    number += 1
                _report(on)


def _report(on: Ground) -> None:
    print(
        f"\n{'chain lives on' if on.own else 'chain dies too'}: {len(on.restarts)} kills, all roads ended right"
    )
    print("gap        hits")
    for gap in (*GAPS, "final"):
        print(f"{gap:<10} {on.hits[gap]:>4}")
    for name, times in (("restart", on.restarts), ("restart → all at rest", on.ends)):
        print(f"{name}: median {sorted(times)[len(times) // 2]:.1f} s, longest {max(times):.1f} s")
    print(f"mined while the program was down: {on.mined_while_down}\n", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("crash_sweep")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--rounds", type=int)
    given = parser.parse_args()
    asyncio.run(sweep(given.seed, given.each, given.rounds))

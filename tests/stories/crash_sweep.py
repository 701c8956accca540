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

    async def killed(self, walks: Awaitable[object]) -> None:
        """Kill -9, until everybody noticed. No process may be left."""
        await self.program.kill()
        await walks
        left = await processes.gone(self.program.data_dir)
        assert not left, left

    async def start(self) -> None:
        began = time.monotonic()
        await self.program.start()
        self.restarts.append(time.monotonic() - began)

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


@dataclass
class Party:
    """Who is on the road in one round: a traveller for each gap, and somebody who only asks."""

    travellers: dict[str, Traveller]
    asker: Person
    words: str
    key: str

    async def ask(self) -> None:
        await answered(self.asker, self.words, self.key)

    async def walk(self, waits: dict[str, float], asks: float) -> None:
        """Everybody so long before the kill as their wait says; ends with the program."""
        longest = max(waits.values())
        walks = [(longest - waits[gap], traveller.go) for gap, traveller in self.travellers.items()]
        await asyncio.gather(
            *(until_killed(_after(seconds, walk)) for seconds, walk in [*walks, (longest - asks, self.ask)])
        )

    def again(self) -> list[Awaitable[None]]:
        """What each does after a restart."""
        return [*(traveller.go_again() for traveller in self.travellers.values()), self.ask()]


async def one_round(on: Ground, seed: int) -> str:
    """One kill on everybody, every third time a second one while they go on; then all come to their end.

    Returns what it hit. Raises AssertionError for anything that is not as it must be.
    """
    dice = random.Random(seed)
    waits = {gap: dice.uniform(*_window(gap, on.block)) for gap in GAPS}
    asks, down, twice = dice.uniform(0, 0.3), dice.uniform(0, 3 * on.block), dice.random() < 1 / 3
    travellers = {gap: Traveller(await on.person(), random.Random(dice.random())) for gap in GAPS}
    party = Party(travellers, await on.person(), dice.choice(QUIET_WORDS), uuid.uuid4().hex)
    await asyncio.gather(*(traveller.go(STARTS[gap]) for gap, traveller in travellers.items()))
    walks = asyncio.ensure_future(party.walk(waits, asks))
    await asyncio.sleep(max(waits.values()))
    found = {gap: traveller.gap for gap, traveller in travellers.items()}
    await on.killed(walks)
    if on.own:
        await asyncio.sleep(down)
    await on.start()
    on.mined_while_down += await _mined_while_down(on, travellers, found)
    if twice:
        again = asyncio.gather(*(until_killed(walk) for walk in party.again()))
        await asyncio.sleep(dice.uniform(0, 2))
        await on.killed(again)
        await on.start()
    began = time.monotonic()
    await asyncio.gather(*party.again())
    await _agree(on, list(travellers.values()), party.asker)
    on.ends.append(time.monotonic() - began)
    on.hits.update(found.values())
    hits = " ".join(f"{gap}+{waits[gap]:.2f}→{hit}" for gap, hit in found.items())
    return hits + (f" down {down:.1f}" if on.own else "") + (" twice" if twice else "")


def _window(gap: str, block: float) -> tuple[float, float]:
    return {"posted": (0.25, block), "mined": (block, 2.2 * block)}.get(gap, (0, LONGEST.get(gap, 0)))


async def _after(seconds: float, walk: Callable[[], Awaitable[object]]) -> None:
    await asyncio.sleep(seconds)
    await walk()


async def _mined_while_down(on: Ground, travellers: dict[str, Traveller], found: dict[str, str]) -> int:
    count = 0
    for gap, traveller in travellers.items():
        if on.own and traveller.signed and found[gap] in ("confirmed", "posted"):
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
        Path(folder).chmod(0o755)  # else root's database would lie elsewhere and stay
        for own in (False, True):
            async with ground(Path(folder), own) as on:
                number = 0
                while number < rounds if rounds else min(on.hits[gap] for gap in GAPS) < each / 2:
                    try:
                        told = await one_round(on, seed + number)
                    except BaseException as error:
                        error.add_note(f"{'own chain' if own else 'whole'} seed {seed + number}")
                        raise
                    print(f"{'own chain' if own else 'whole'} seed {seed + number}: {told}", flush=True)
                    number += 1
                _report(on)


def _report(on: Ground) -> None:
    chain = "chain lives on" if on.own else "chain dies too"
    print(f"\n{chain}: {len(on.ends)} rounds, {len(on.restarts)} kills, all roads ended right")
    print("gap        hits")
    for gap in (*GAPS, "final"):
        print(f"{gap:<10} {on.hits[gap]:>4}")
    for name, times in (("restart", on.restarts), ("from then till all is at rest", on.ends)):
        print(f"{name}: median {sorted(times)[len(times) // 2]:.1f} s, longest {max(times):.1f} s")
    print(f"mined while the program was down: {on.mined_while_down}\n", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("crash_sweep")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--rounds", type=int)
    given = parser.parse_args()
    asyncio.run(sweep(given.seed, given.each, given.rounds))

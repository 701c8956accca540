"""Killed, stopped, started again, anywhere: nothing is lost, nothing happens twice, nothing is left behind."""

import asyncio
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

import aiohttp
import pytest

from tests.stories import ledger, processes
from tests.stories.crash_sweep import Ground, free_port, ground, one_round
from tests.stories.program import Answer, Person, Program
from tests.stories.road import PATIENCE, Traveller, until_killed

pytestmark = pytest.mark.usefixtures("ageing")
"""The cards of test_too_late need a minute, which passes here."""
TAPSIGN = Path(sys.executable).with_name("tapsign")


@pytest.fixture(scope="module")
async def whole(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Ground]:
    """A program whose chain dies with it."""
    async with ground(tmp_path_factory.mktemp("whole"), own=False) as made:
        yield made


@pytest.fixture(scope="module")
async def beside(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Ground]:
    """A program whose chain lives on."""
    async with ground(tmp_path_factory.mktemp("beside"), own=True) as made:
        yield made


async def test_wherever_a_kill_hits_every_road_ends_right_and_all_agrees(
    whole: Ground, beside: Ground
) -> None:
    """Two kills in each gap; the full sweep is `python -m tests.stories.crash_sweep`."""
    seeds = [random.randrange(10**6) for _ in range(2)]
    print("seeds", seeds)
    await asyncio.gather(one_round(whole, seeds[0]), one_round(beside, seeds[1]))


async def test_forty_confirms_from_two_sessions_and_a_kill_between_move_the_state_once(whole: Ground) -> None:
    person = await whole.person()
    traveller = Traveller(person, random.Random())
    await traveller.go(until="shown")
    async with aiohttp.ClientSession() as other:
        elsewhere = Person(other, whole.program, person.account, person.token)

        def confirms() -> list[asyncio.Future[Answer | None]]:
            both = chain.from_iterable((person, elsewhere) for _ in range(10))
            return [asyncio.ensure_future(until_killed(who.confirm(traveller.task))) for who in both]

        first = confirms()
        await asyncio.sleep(random.uniform(0, 0.2))
        await whole.program.kill()
        before = await asyncio.gather(*first)
        await whole.program.start()
        after = await asyncio.gather(*confirms())
    assert {answer.status for answer in before if answer} <= {200}
    assert {answer.status for answer in after if answer} == {200} and None not in after
    states = [change["state"] for change in (await traveller.look())["history"]]
    assert states == ["INTENT_CONFIRM", "PREVIEW"]


async def _refused(data_dir: Path, port: int) -> str:
    """What a start says that can't succeed. It ends by itself, with code 1."""
    process = await asyncio.create_subprocess_exec(
        str(TAPSIGN),
        "up",
        env={"PATH": "/usr/bin:/bin", "DATA_DIR": str(data_dir), "PORT": str(port)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(60):
        said, _ = await process.communicate()
    assert process.returncode == 1
    return said.decode()


async def test_a_second_program_on_the_same_folder_or_port_says_so_in_one_line(
    whole: Ground, beside: Ground, tmp_path: Path
) -> None:
    """While two with folders and ports of their own run side by side."""
    folder, port = await asyncio.gather(
        _refused(whole.program.data_dir, free_port()), _refused(tmp_path / "other", whole.program.port)
    )
    assert folder.count("\n") == 1 and "E801" in folder and str(whole.program.data_dir) in folder, folder
    assert port.count("\n") == 1 and "E812" in port and str(whole.program.port) in port, port
    assert not processes.of_folder(tmp_path)
    for on in (whole, beside):
        async with on.session.get(on.program.url + "/healthz") as response:
            assert response.status == 200


async def test_no_process_is_left_after_a_stop_and_the_next_start_goes_on(
    whole: Ground, beside: Ground
) -> None:
    """By either signal, while a stream is open; then also when a start is cut short."""
    await asyncio.gather(
        _stopped_and_started(whole, signal.SIGTERM, signal.SIGKILL),
        _stopped_and_started(beside, signal.SIGINT, signal.SIGTERM),
    )


async def _stopped_and_started(on: Ground, running: signal.Signals, starting: signal.Signals) -> None:
    traveller = Traveller(await on.person(), random.Random())
    await traveller.go(until="confirmed")
    watching = asyncio.ensure_future(until_killed(_drained(traveller)))
    assert len(processes.of_folder(on.program.data_dir)) > 2
    await _ended(on.program, running)
    await watching
    cut_short = asyncio.ensure_future(on.program.start())
    await asyncio.sleep(random.uniform(0.2, 3))
    await _ended(on.program, starting)
    with suppress(RuntimeError):  # it may have been ready already
        await cut_short
    await on.program.start()
    await traveller.go_again()
    assert await traveller.arrived() == traveller.raw_amount
    await ledger.at_rest(on.program.data_dir, [traveller.user_id], PATIENCE)


async def _drained(traveller: Traveller) -> None:
    async for _ in traveller.person.events(traveller.task):
        pass


async def _ended(program: Program, number: signal.Signals) -> None:
    async with asyncio.timeout(5):
        await program.end(number)
    left = await processes.gone(program.data_dir)
    assert not left, left

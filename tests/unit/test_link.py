"""Sign-in: a challenge is used once, by the wallet it was made for, in time; a new wallet gets test coins."""

import asyncio
from typing import Any

import pytest

from core.domain.errors import Malformed, Unauthorized
from core.domain.types import Address
from core.usecases.link import LIFE, challenge, sign_in
from tests.fakes.fuse import Killed
from tests.fakes.siwe import signed
from tests.fakes.world import ALICE, BOB, CAROL, World

CHAIN = 31337


@pytest.fixture
def world() -> World:
    return World()


async def signs_in(world: World, owner: Address) -> str:
    _, message = await challenge(world.deps, owner, CHAIN)
    user, who = await sign_in(world.deps, message, signed(owner, message))
    assert who == owner
    return user.id


async def refused(work: Any, code: str) -> None:
    with pytest.raises(Unauthorized) as caught:
        await work
    assert caught.value.code == code


async def test_a_wallet_is_one_user_and_gets_coins_the_first_time(world: World) -> None:
    first = await signs_in(world, CAROL)
    assert await signs_in(world, CAROL) == first
    assert await signs_in(world, BOB) != first
    assert world.faucet.funded == [CAROL, BOB]


async def test_a_challenge_is_used_once(world: World) -> None:
    _, message = await challenge(world.deps, CAROL, CHAIN)
    signature = signed(CAROL, message)
    works = (sign_in(world.deps, message, signature) for _ in range(10))
    outcomes = await asyncio.gather(*works, return_exceptions=True)
    assert sum(isinstance(outcome, tuple) for outcome in outcomes) == 1
    assert {outcome.code for outcome in outcomes if isinstance(outcome, Unauthorized)} == {"E402"}
    await refused(sign_in(world.deps, message, signature), "E402")


async def test_a_wrong_signature_does_not_use_it_up(world: World) -> None:
    _, message = await challenge(world.deps, CAROL, CHAIN)
    await refused(sign_in(world.deps, message, signed(BOB, message)), "E403")
    await sign_in(world.deps, message, signed(CAROL, message))


async def test_a_message_that_is_not_ours_signs_nobody_in(world: World) -> None:
    ours = world.deps.siwe.challenge(CAROL, CHAIN, "nonce", world.clock.now(), world.clock.now() + LIFE)
    await refused(sign_in(world.deps, ours, signed(CAROL, ours)), "E402")
    assert world.faucet.funded == []


async def test_ten_minutes_are_enough_and_no_more(world: World) -> None:
    for seconds, good in ((599, True), (600, False)):
        _, message = await challenge(world.deps, CAROL, CHAIN)
        world.clock.forward(seconds=seconds)
        work = sign_in(world.deps, message, signed(CAROL, message))
        await (work if good else refused(work, "E402"))


@pytest.mark.parametrize(
    ("owner", "chain", "field"),
    [
        ("", CHAIN, "address"),
        ("0x12", CHAIN, "address"),
        (ALICE[:-1] + "g", CHAIN, "address"),
        (ALICE, 1, "chain_id"),
    ],
)
async def test_what_is_no_account_or_no_chain_of_ours_is_refused(
    world: World, owner: str, chain: int, field: str
) -> None:
    with pytest.raises(Malformed) as caught:
        await challenge(world.deps, owner, chain)
    assert (caught.value.code, caught.value.params["field"]) == ("E405", field)


async def test_a_faucet_that_is_away_keeps_nobody_out(world: World) -> None:
    world.faucet.away = True
    await signs_in(world, CAROL)
    world.faucet.away = False
    await signs_in(world, CAROL)
    assert world.faucet.funded == []


async def test_nobody_is_left_without_coins_by_a_crash(world: World) -> None:
    """A crash may fund a wallet twice up to the same amount, never a user without."""
    for step in range(1, 60):
        world = World()
        _, message = await challenge(world.deps, CAROL, CHAIN)
        world.fuse.breaks(step, Killed())
        try:
            await sign_in(world.deps, message, signed(CAROL, message))
        except Killed:
            world.fuse.off()
        else:
            break
        await signs_in(world, CAROL)
        assert set(world.faucet.funded) == {CAROL}
    else:
        raise AssertionError("fewer steps were expected")


async def test_sign_ins_of_one_wallet_at_once_are_one_user(world: World) -> None:
    users = await asyncio.gather(*(signs_in(world, CAROL) for _ in range(10)))
    assert len(set(users)) == 1

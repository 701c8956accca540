"""Users and challenges against a real PostgreSQL."""

import asyncio
from datetime import timedelta

import pytest

from core.ports import Store
from tests.contract.made import ALICE, BOB, NOW

pytestmark = pytest.mark.asyncio


class TestUsers:
    async def test_a_wallet_that_is_linked_twice_is_one_user(self, store: Store) -> None:
        async with store.transaction() as db:
            first, new = await db.users.link(ALICE, NOW)
            second, again = await db.users.link(ALICE, NOW)
            wallets = await db.users.wallets(first.id)
            assert await db.users.of_wallet(ALICE) == first
            assert await db.users.of_wallet(BOB) is None
        assert (first, new, again) == (second, True, False)
        assert [(wallet.address, wallet.user_id, wallet.default) for wallet in wallets] == [
            (ALICE, first.id, True)
        ]

    async def test_twenty_links_at_once_make_one_user(self, store: Store) -> None:
        async def link() -> tuple[str, bool]:
            async with store.transaction() as db:
                user, new = await db.users.link(BOB, NOW)
                return user.id, new

        links = await asyncio.gather(*(link() for _ in range(20)))
        assert len({user for user, _ in links}) == 1
        assert sum(new for _, new in links) == 1

    async def test_a_challenge_is_redeemed_once_by_exactly_its_bytes(self, store: Store) -> None:
        message = "example.com wants you\nNonce: a1\n"
        async with store.transaction() as db:
            await db.users.offer("a1", message, NOW)
        before = NOW - timedelta(seconds=1)
        async with store.transaction() as db:
            for other in (message + " ", message[:-1], "", "\0", "\ud800"):
                assert not await db.users.redeem(other, before)
            assert await db.users.redeem(message, before)
            assert not await db.users.redeem(message, before)

    async def test_a_challenge_is_worth_nothing_from_the_instant_it_expires(self, store: Store) -> None:
        async with store.transaction() as db:
            await db.users.offer("a2", "message", NOW)
            assert not await db.users.redeem("message", NOW)

    async def test_twenty_redeem_a_challenge_at_once_and_one_gets_it(self, store: Store) -> None:
        async with store.transaction() as db:
            await db.users.offer("a3", "message", NOW + timedelta(minutes=1))

        async def redeem() -> bool:
            async with store.transaction() as db:
                return await db.users.redeem("message", NOW)

        assert sum(await asyncio.gather(*(redeem() for _ in range(20)))) == 1

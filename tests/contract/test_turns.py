"""Turns against a real PostgreSQL."""

import asyncio
from datetime import timedelta

import pytest

from core.domain.message import Incoming
from core.domain.turn import Turn
from core.ports import Store
from tests.contract.made import LATER, NOW, a_reply, an_incoming

pytestmark = pytest.mark.asyncio


async def claim(
    store: Store, incoming: Incoming, thread: str = "thread", digest: str = "d"
) -> tuple[Turn, bool]:
    async with store.transaction() as db:
        return await db.turns.claim(incoming, digest, thread, NOW)


class TestTurns:
    async def test_a_message_is_claimed_once_and_comes_back_as_it_was(self, store: Store) -> None:
        incoming = an_incoming(text="两行\n𝟓𝟎 U “’\\u0000", language=None)
        turn, new = await claim(store, incoming, "t1")
        known, again = await claim(store, incoming, "t2", "other digest")
        assert (new, again) == (True, False)
        assert turn == known
        assert turn.thread == "t1"
        assert turn.digest == "d"
        assert turn.incoming.text == incoming.text
        assert turn.accepted_at == NOW
        async with store.transaction() as db:
            assert await db.turns.get(turn.id) == turn
            assert await db.turns.get("unknown") is None

    async def test_twenty_claims_of_one_message_make_one_turn(self, store: Store) -> None:
        incoming = an_incoming()
        claims = await asyncio.gather(*(claim(store, incoming) for _ in range(20)))
        assert sum(new for _, new in claims) == 1
        assert len({turn.id for turn, _ in claims}) == 1

    async def test_the_same_message_id_in_another_chat_or_channel_is_another_turn(self, store: Store) -> None:
        first = an_incoming(message_id="1", chat="a", channel="telegram")
        others = [
            an_incoming(message_id="1", chat="b", channel="telegram"),
            an_incoming(message_id="1", chat="a", channel="discord"),
        ]
        assert all([(await claim(store, incoming))[1] for incoming in (first, *others)])

    async def test_any_text_that_can_be_sent_can_be_kept(self, pg_store: Store) -> None:
        turn, _ = await claim(pg_store, an_incoming(text="a\0b\ud800c", message_id="\0"))
        assert turn.incoming.text == "a\ufffdb\ufffdc"
        async with pg_store.transaction() as db:
            assert await db.turns.get("\0") is None
            await db.turns.finish(turn.id, a_reply("thread", code="x\0\udfff"), LATER)
            done = await db.turns.get(turn.id)
        assert done is not None
        assert done.reply == a_reply("thread", code="x\ufffd\ufffd")

    async def test_the_first_reply_of_a_turn_stays(self, store: Store) -> None:
        turn, _ = await claim(store, an_incoming())
        async with store.transaction() as db:
            await db.turns.finish(turn.id, a_reply("thread", "first"), LATER)
            await db.turns.finish(turn.id, a_reply("thread", "second"), LATER)
            done = await db.turns.get(turn.id)
        assert done is not None
        assert done.reply == a_reply("thread", "first")

    async def test_unfinished_turns_come_oldest_first_and_answered_ones_never(self, store: Store) -> None:
        ids = []
        for minute in (3, 1, 2, 0):
            async with store.transaction() as db:
                at = NOW + timedelta(minutes=minute)
                turn, _ = await db.turns.claim(an_incoming(), "d", "thread", at)
                ids.append(turn.id)
        three, one, two, zero = ids
        async with store.transaction() as db:
            await db.turns.finish(zero, a_reply("thread"), LATER)
            found = await db.turns.unfinished(NOW + timedelta(minutes=3), 10)
            assert [turn.id for turn in found] == [one, two]
            found = await db.turns.unfinished(LATER, 2)
            assert [turn.id for turn in found] == [one, two]
        assert three not in (one, two)

    async def test_the_quota_counts_a_users_turns_after_and_until(self, store: Store) -> None:
        for second in (0, 1, 60, 61):
            async with store.transaction() as db:
                at = NOW + timedelta(seconds=second)
                await db.turns.claim(an_incoming(user_id="u"), "d", "thread", at)
        await claim(store, an_incoming(user_id="other"))
        async with store.transaction() as db:
            assert await db.turns.count("u", NOW, NOW + timedelta(seconds=60)) == 2

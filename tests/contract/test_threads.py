"""Threads against a real PostgreSQL."""

import asyncio
from datetime import timedelta

import pytest

from core.domain.errors import NotFound
from core.domain.thread import Entry
from core.ports import Store
from tests.contract.made import LATER, NOW

pytestmark = pytest.mark.asyncio


async def begin(store: Store, thread: str = "t", user: str = "u") -> None:
    async with store.transaction() as db:
        await db.threads.open(thread, user, "web", "title", NOW)


async def add(store: Store, entry: Entry) -> None:
    async with store.transaction() as db:
        await db.threads.add(entry)


def said(source: str, text: str = "hello", thread: str = "t") -> Entry:
    return Entry(thread, source, "user", LATER, "en", text=text)


class TestThreads:
    async def test_a_thread_is_opened_once_and_belongs_to_who_opened_it(self, store: Store) -> None:
        await begin(store)
        await begin(store)
        async with store.transaction() as db:
            thread = await db.threads.get("t", "u")
            assert thread is not None
            assert (thread.id, thread.user_id, thread.title, thread.updated_at) == ("t", "u", "title", NOW)
            assert await db.threads.get("t", "other") is None
        with pytest.raises(NotFound):
            await begin(store, user="other")

    async def test_an_entry_that_is_added_twice_stands_once_in_its_place(self, store: Store) -> None:
        await begin(store)
        answer = Entry("t", "2", "assistant", LATER, "zh", body={"says": [{"code": "é"}], "n": None})
        for entry in (said("1"), answer, said("1", "changed"), said("3")):
            await add(store, entry)
        async with store.transaction() as db:
            assert await db.threads.entries("t") == [said("1"), answer, said("3")]
            assert [thread.updated_at for thread in await db.threads.of_user("u", 5)] == [LATER]

    async def test_threads_are_listed_by_their_last_entry(self, store: Store) -> None:
        for thread in ("a", "b", "c"):
            await begin(store, thread)
        await begin(store, "x", "other")
        await add(store, said("1", thread="b"))
        async with store.transaction() as db:
            assert [thread.id for thread in await db.threads.of_user("u", 2)] == ["b", "a"]

    async def test_a_cleared_thread_is_gone_and_takes_nothing_back(self, store: Store) -> None:
        await begin(store)
        await add(store, said("1"))
        async with store.transaction() as db:
            await db.threads.set_draft("t", {"amount": "5"})
            assert not await db.threads.clear("t", "other", LATER)
            assert await db.threads.clear("t", "u", LATER)
            assert not await db.threads.clear("t", "u", LATER)
        await add(store, said("1"))
        await add(store, said("2"))
        async with store.transaction() as db:
            await db.threads.set_draft("t", {"amount": "5"})
            assert await db.threads.entries("t") == []
            assert await db.threads.draft("t") is None
            assert await db.threads.get("t", "u") is None
            assert await db.threads.of_user("u", 5) == []
        with pytest.raises(NotFound):
            await begin(store)

    async def test_an_entry_that_waits_for_a_clearing_is_not_added(self, store: Store) -> None:
        await begin(store)
        async with store.transaction() as db:
            await db.threads.clear("t", "u", LATER)
            adding = asyncio.ensure_future(add(store, said("1")))
            done, _ = await asyncio.wait([adding], timeout=0.3)
            assert not done
        await adding
        async with store.transaction() as db:
            assert await db.threads.entries("t") == []

    async def test_entries_stand_in_the_order_in_which_they_were_added(self, store: Store) -> None:
        await begin(store)
        for number in range(12):
            await add(store, said(str(number)))
        async with store.transaction() as db:
            entries = await db.threads.entries("t")
        assert [entry.source for entry in entries] == [str(number) for number in range(12)]

    async def test_a_draft_is_kept_until_it_is_replaced(self, store: Store) -> None:
        await begin(store)
        async with store.transaction() as db:
            assert await db.threads.draft("t") is None
            await db.threads.set_draft("t", {"amount": "5", "spans": {"amount": [1, 2]}, "recipient": None})
        async with store.transaction() as db:
            draft = {"amount": "5", "spans": {"amount": [1, 2]}, "recipient": None}
            assert await db.threads.draft("t") == draft
            await db.threads.set_draft("t", None)
            assert await db.threads.draft("t") is None

    async def test_a_thread_of_which_nobody_knows_has_nothing(self, store: Store) -> None:
        async with store.transaction() as db:
            assert await db.threads.entries("?") == []
            assert await db.threads.draft("?") is None
            assert not await db.threads.clear("?", "u", NOW + timedelta(1))

"""Letters: in the order of each chat, at least once, and a repeated one leaves no second line."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.notifier import LEASE, LONGEST, drain, notify
from bot.thread import deliver
from core.domain.errors import Unavailable
from core.domain.outbox import Letter, Place
from core.domain.task import State, Task
from core.domain.thread import Entry
from core.ports import Deps
from tests.fakes.fuse import Killed
from tests.fakes.world import World


class Chat:
    """A channel that notes what it was given, and fails as often as it is told to."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str]] = []
        self.fails: dict[str, int] = {}
        self.error: Callable[[], Exception] = ConnectionError

    async def deliver(self, deps: Deps, letter: Letter) -> None:
        chat = letter.place.chat
        if self.fails.get(chat, 0):
            self.fails[chat] -= 1
            raise self.error()
        self.got.append((chat, letter.body["state"]))


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def chat() -> Chat:
    return Chat()


async def shown(world: World, task: Task, *places: Place) -> None:
    for place in places:
        async with world.store.transaction() as db:
            await db.outbox.show(task.id, place, task.state)


async def all_of(world: World, chat: Chat) -> None:
    while await drain(world.deps, {"telegram": chat.deliver, "web": deliver}):
        pass


def place(chat: str, message: str = "1") -> Place:
    return Place("telegram", chat, message)


async def statuses(world: World) -> list[Entry]:
    async with world.store.transaction() as db:
        return [entry for entry in await db.threads.entries("thread") if entry.role == "status"]


async def test_a_chats_letters_come_in_the_order_of_what_happened(world: World, chat: Chat) -> None:
    first, second = await world.card("1 USDC"), await world.card("2 USDC")
    await shown(world, first, place("a", "1"))
    await shown(world, second, place("a", "2"))
    await world.reject(second)
    await world.confirm(first)
    await all_of(world, chat)
    assert chat.got == [("a", "REJECTED"), ("a", "PREVIEW")]


async def test_a_letter_that_fails_is_tried_again_later_and_later(world: World, chat: Chat) -> None:
    task = await world.card()
    await shown(world, task, place("a"))
    await world.confirm(task)
    chat.fails["a"] = 4
    waited = []
    since = world.clock.now()
    while not chat.got:
        before = chat.fails["a"]
        await all_of(world, chat)
        if chat.fails["a"] < before:
            waited.append(int((world.clock.now() - since).total_seconds()))
            since = world.clock.now()
        world.clock.forward(seconds=1)
    assert waited == [0, 2, 4, 8]


async def test_a_letter_that_fails_for_days_stops_nothing(world: World, chat: Chat) -> None:
    task = await world.card()
    await shown(world, task, place("a"))
    await world.confirm(task)
    chat.fails["a"] = 200
    for _ in range(200):
        await all_of(world, chat)
        world.clock.forward(LONGEST)
    assert chat.fails["a"] == 0
    await all_of(world, chat)
    assert chat.got == [("a", "PREVIEW")]


async def test_one_chat_does_not_wait_for_another(world: World, chat: Chat) -> None:
    task = await world.card()
    await shown(world, task, place("a"), place("b"))
    await world.confirm(task)
    chat.fails["a"] = 1
    await all_of(world, chat)
    assert chat.got == [("b", "PREVIEW")]
    world.clock.forward(seconds=2)
    await all_of(world, chat)
    assert chat.got == [("b", "PREVIEW"), ("a", "PREVIEW")]


@pytest.mark.parametrize("error", [partial(Unavailable, "E502"), KeyError, TimeoutError])
async def test_whatever_keeps_one_letter_back_keeps_no_other(
    world: World, chat: Chat, error: Callable[[], Exception]
) -> None:
    task = await world.card()
    await shown(world, task, place("a"), place("b"))
    await world.confirm(task)
    chat.error = error
    chat.fails["a"] = 1
    await all_of(world, chat)
    assert chat.got == [("b", "PREVIEW")]


async def test_what_changed_while_a_letter_waited_is_told_once_as_it_is(world: World, chat: Chat) -> None:
    task, _ = await world.sent()
    await shown(world, task, place("a"))
    chat.fails["a"] = 1
    task = await world.look(task)
    await all_of(world, chat)
    world.chain.mine(3)
    assert (await world.look(task)).state is State.SETTLED
    world.clock.forward(seconds=10)
    await all_of(world, chat)
    assert chat.got == [("a", "SETTLED")]


async def test_two_notifiers_at_once_deliver_each_letter_once(world: World, chat: Chat) -> None:
    task = await world.card()
    await shown(world, task, *(place(str(number)) for number in range(12)))
    await world.confirm(task)
    await asyncio.gather(*(all_of(world, chat) for _ in range(4)))
    assert sorted(chat.got) == sorted((str(number), "PREVIEW") for number in range(12))


async def test_the_thread_gets_the_last_word_only(world: World, chat: Chat) -> None:
    task, hash_ = await world.sent()
    task = await world.look(task)
    await all_of(world, chat)
    assert await statuses(world) == []
    world.chain.mine(3)
    await world.look(task)
    await all_of(world, chat)
    [entry] = await statuses(world)
    assert entry.body is not None
    assert (entry.body["task"], entry.body["code"]) == (task.id, "status-SETTLED")
    assert entry.body["params"]["hash"] == hash_


async def test_a_letter_that_comes_twice_leaves_one_line(world: World, chat: Chat) -> None:
    """Its sender died after the delivery: somebody else delivers it again when the lease is over."""
    task = await world.card()
    await world.reject(task)
    world.fuse.breaks("outbox.sent", Killed())
    with pytest.raises(Killed):
        await all_of(world, chat)
    assert len(await statuses(world)) == 1
    await all_of(world, chat)
    world.clock.forward(LEASE)
    assert await drain(world.deps, {"web": deliver}) == 1
    assert len(await statuses(world)) == 1
    assert await drain(world.deps, {"web": deliver}) == 0


async def test_a_letter_to_a_cleared_thread_is_not_kept(world: World, chat: Chat) -> None:
    task = await world.card()
    async with world.store.transaction() as db:
        await db.threads.clear("thread", task.user_id, world.clock.now())
    await world.reject(task)
    await all_of(world, chat)
    assert await statuses(world) == []
    assert await drain(world.deps, {"web": deliver}) == 0


async def test_the_most_exact_sentence_is_chosen(world: World, chat: Chat) -> None:
    task = await world.card()
    await world.reject(task)
    other = await world.card("2 USDC")
    async with world.store.transaction() as db:
        await db.tasks.move(other, State.REJECTED, "some new reason", world.clock.now())
    await all_of(world, chat)
    codes = {entry.body and entry.body["code"] for entry in await statuses(world)}
    assert codes == {"status-REJECTED-user", "status-REJECTED"}


async def test_the_notifier_wakes_by_itself_and_outlives_an_outage(world: World, chat: Chat) -> None:
    task = await world.card()
    await shown(world, task, place("a"))
    told = asyncio.Event()

    async def tell(deps: Deps, letter: Letter) -> None:
        await chat.deliver(deps, letter)
        told.set()

    running = asyncio.ensure_future(notify(world.deps, {"telegram": tell}))
    try:
        await world.confirm(task)
        await asyncio.wait_for(told.wait(), 5)
        told.clear()
        world.store.memory.away = True
        world.store.memory.wake("outbox", "")
        for _ in range(50):
            await asyncio.sleep(0)
        world.store.memory.away = False
        await world.reject(replace(task, state=State.PREVIEW))
        await asyncio.wait_for(told.wait(), 5)
    finally:
        running.cancel()
    assert chat.got == [("a", "PREVIEW"), ("a", "REJECTED")]
    assert timedelta(0) < LEASE

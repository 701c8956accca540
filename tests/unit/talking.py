"""What tests of conversations ask: codes, entries, drafts, and what the worker takes up."""

from typing import Any

from core.domain.message import Reply
from core.domain.thread import Entry
from core.domain.turn import Turn
from core.usecases.converse import recover
from tests.fakes.world import World


def codes(reply: Reply) -> list[str]:
    return [line.code for line in reply.says]


async def entries(world: World, thread: str = "thread") -> list[Entry]:
    async with world.store.transaction() as db:
        return list(await db.threads.entries(thread))


async def draft(world: World) -> Any:
    async with world.store.transaction() as db:
        return await db.threads.draft("thread")


async def recovered(world: World) -> int:
    """What the worker does every two seconds."""
    world.clock.forward(seconds=2)
    return await recover(world.deps, world.plan, world.words)


def reply_turn(world: World, reply: Reply) -> str:
    turns: dict[str, Turn] = world.store.memory.tables["turns"]
    return next(turn.id for turn in turns.values() if turn.reply == reply)

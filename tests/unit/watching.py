"""Time and blocks go by over a world of fakes: what a task's owner is told meanwhile."""

from datetime import timedelta

from core.domain.outbox import Letter
from core.domain.task import State, Task
from tests.fakes.world import World


async def looks(world: World, task: Task, blocks: int = 3) -> Task:
    """Blocks go by, with a look after each."""
    for _ in range(blocks):
        world.chain.mine()
        task = await world.look(task)
    return task


async def after(world: World, task: Task, wait: timedelta) -> Task:
    """The next look of a worker after a long time."""
    world.clock.forward(wait)
    return await world.look(task)


def told(task: Task) -> list[State]:
    return [change.state for change in task.history]


async def letters(world: World, task: Task) -> list[str]:
    """The states that the card's chat is told, one letter after the other."""
    said: list[str] = []
    while True:
        async with world.store.transaction() as db:
            claimed = await db.outbox.claim(["web"], world.clock.now(), timedelta(minutes=1), 10)
            for letter in claimed:
                await db.outbox.sent(letter.id, world.clock.now())
        if not claimed:
            return said
        said += [_state(letter) for letter in claimed if letter.task_id == task.id]


def _state(letter: Letter) -> str:
    state: str = letter.body["state"]
    return state

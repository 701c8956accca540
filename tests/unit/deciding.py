"""What tests of the owner's decisions ask: the code of a refusal, an expired card, a gate that waits."""

from typing import Any

import pytest

from core.domain.errors import Conflict, Refusal
from core.domain.task import State, Task
from core.usecases.confirm import close_gates
from tests.fakes.world import World


async def refused(work: Any, code: str, kind: type[Refusal] = Conflict) -> dict[str, str]:
    with pytest.raises(kind) as caught:
        await work
    assert caught.value.code == code
    return caught.value.params


def told(task: Task) -> list[State]:
    return [change.state for change in task.history]


async def expired(world: World) -> Task:
    """A card whose time ran out, its graph ended."""
    card = await world.card()
    world.clock.forward(minutes=31)
    card = await world.look(card)
    await close_gates(world.deps, world.plan)
    return await world.task(card)


async def waits(world: World, task: Task) -> bool:
    """Whether the graph of this task still waits at its gate."""
    snapshot = await world.plan.aget_state({"configurable": {"thread_id": task.turn_id}})
    return bool(snapshot.interrupts)

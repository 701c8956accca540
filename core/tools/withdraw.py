"""Take a card back for its owner, before its transaction is known; what was confirmed is looked for first."""

from core.domain.errors import Unavailable
from core.domain.task import Event, State, Task, advance
from core.ports import Deps
from core.tools.unreported import record_unreported


async def withdraw(deps: Deps, task: Task, event: Event) -> Task | None:
    """The withdrawn task; None where it can't be taken back any more: it is sent, or closed.

    A card that was confirmed may be signed already: the reason says so ("withdrawn"), and nobody claims that
    nothing was sent. With the chain away it is withdrawn all the same.
    """
    if task.confirmed_at is not None and task.hash_at is None:
        try:
            if await record_unreported(deps, task):
                return None
        except Unavailable:
            pass
    async with deps.store.transaction() as db:
        # Locked, so that a hash that is reported at this moment comes before or after, never unseen.
        now = await db.tasks.get(task.id, lock=True)
        assert now is not None
        to = advance(now.state, event)
        if to is None or now.hash_at is not None:
            return None
        reason = "user" if now.state is State.INTENT_CONFIRM else "withdrawn"
        return await db.tasks.move(now, to, reason, deps.clock.now())

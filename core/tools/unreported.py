"""The card's own transaction on the chain that nobody reported: the page was closed, or its answer was lost."""

from collections.abc import Sequence

from core.domain.card import transaction_in
from core.domain.receipt import Sighting
from core.domain.task import Task
from core.ports import Deps

FAR = 32
"""Nonces after the card's that are looked through at once; a wallet that sent more meanwhile reports by hash."""


async def unreported(deps: Deps, task: Task) -> Sequence[Sighting]:
    """Mined transactions with exactly the card's content, found by the payer's nonces since it was made.

    Raises Unavailable when the chain does not answer: unknown is not "nothing was sent".
    """
    wanted, chain = transaction_in(task.card), deps.chains[task.effect.chain_id]
    found = []
    for nonce in range(task.nonce, task.nonce + FAR):
        heir = await chain.heir(task.effect.payer, nonce, task.created_block)
        if heir is None:
            break
        if heir.transaction == wanted:
            found.append(heir)
    return found


async def record_unreported(deps: Deps, task: Task) -> bool:
    """Record the first of them that counts for no other task; True when there was one."""
    found = await unreported(deps, task)
    now = deps.clock.now()
    async with deps.store.transaction() as db:
        for sighting in found:
            if await db.tasks.add_hash(task, sighting.hash, task.effect.payer, sighting.nonce, now):
                return True
    return False

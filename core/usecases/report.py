"""A transaction hash from a wallet: recorded, never believed; the next receipt check judges it (R-116)."""

from core.domain.card import decode_transaction, transaction_in
from core.domain.errors import Conflict, Malformed, Unavailable
from core.domain.order import transfer_over
from core.domain.receipt import Sighting, Wanted, stranger
from core.domain.task import FINAL, State, Task
from core.domain.types import Hash, tx_hash
from core.ports import Deps, Tx


async def report_hash(deps: Deps, task: Task, text: str) -> tuple[Task, bool]:
    """Record what the wallet said it sent; the state stays. False where it is known not to count: a stranger's
    transaction, or one that is older than the card (E310).

    Raises Malformed E304, Conflict E305 before confirmation, E306 in a final state, E303 when the hash counts
    for another task or is exactly another open order's. The same hash again changes nothing.
    """
    try:
        hash_ = tx_hash(text)
    except ValueError as error:
        raise Malformed("E304") from error
    _takes_hash(task)
    seen = await _look_up(deps, task, hash_)
    async with deps.store.transaction() as db:
        locked = await db.tasks.get(task.id, lock=True)
        assert locked is not None
        _takes_hash(locked)
        counts = await _record(deps, db, locked, hash_, seen)
        now = await db.tasks.get(task.id)
        assert now is not None
        return now, counts


def _takes_hash(task: Task) -> None:
    if task.state is State.INTENT_CONFIRM or (
        task.state is State.EXPIRED_UNSENT and task.confirmed_at is None
    ):
        raise Conflict("E305")
    if task.state in FINAL:
        raise Conflict("E306", {"state": task.state.value})


async def _look_up(deps: Deps, task: Task, hash_: Hash) -> Sighting | None:
    """What a node knows of a hash that is new here; a chain that is away says nothing."""
    async with deps.store.transaction() as db:
        if hash_ in [known for known, _ in await db.tasks.hashes(task.id)]:
            return None
    try:
        return await deps.chains[task.effect.chain_id].sighting(hash_)
    except Unavailable:
        return None


async def _record(deps: Deps, db: Tx, task: Task, hash_: Hash, seen: Sighting | None) -> bool:
    now = deps.clock.now()
    sender = seen.transaction.sender if seen is not None and seen.transaction is not None else None
    holder = await db.tasks.of_hash(task.effect.chain_id, hash_)
    if holder is not None and holder.id != task.id:
        if sender is None or holder.effect.payer == sender:
            raise Conflict("E303")
        # Reported for somebody else's order before any node knew its sender.
        await db.tasks.drop_hash(holder, hash_, "other-sender", now)
    wanted = Wanted(transaction_in(task.card), task.effect, task.created_block, task.nonce)
    why = stranger(wanted, seen) if seen is not None else None
    if why is not None:
        # It must not stand in the way of the order whose transaction it is.
        await db.audit.add("hash-dropped", task.id, {"hash": hash_, "reason": why}, now)
        return False
    if seen is not None and seen.transaction is not None and seen.transaction != wanted.transaction:
        await _not_anothers(deps, db, task, seen)
    if not await db.tasks.add_hash(task, hash_, sender, seen.nonce if seen is not None else None, now):
        raise Conflict("E303")
    return True


async def _not_anothers(deps: Deps, db: Tx, task: Task, seen: Sighting) -> None:
    """The owner may have mixed up two cards: the one that was paid must be able to say so."""
    assert seen.transaction is not None
    try:
        transfer = transfer_over(deps.catalog, decode_transaction(seen.transaction))
    except (ValueError, KeyError):
        return
    twin = await db.tasks.open_like(task.user_id, transfer)
    if twin is not None and twin.id != task.id:
        raise Conflict("E303")

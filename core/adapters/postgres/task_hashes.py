"""The transactions that were reported for a task: recorded, never believed; the next receipt check judges."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from core.adapters.postgres.audit import PgAudit
from core.adapters.postgres.session import Session
from core.domain.task import Task
from core.domain.types import Address, Hash

WATCH = timedelta(hours=72)
"""How long an expired task with a counting hash is still looked at, from its expiry or its newest report."""


async def add_hash(
    session: Session, task: Task, hash_: Hash, sender: Address | None, nonce: int | None, now: datetime
) -> bool:
    """Two attempts: between the failed insert and the look at its owner that one may drop the hash."""
    for _ in range(2):
        added = await session.run(
            """
            INSERT INTO task_hashes (task_id, chain_id, hash, sender, nonce, added_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (chain_id, hash) WHERE dropped_at IS NULL DO NOTHING
            """,
            task.id,
            task.effect.chain_id,
            hash_,
            sender,
            nonce,
            now,
        )
        if added:
            facts = {"hash": hash_, "sender": sender, "nonce": None if nonce is None else str(nonce)}
            await PgAudit(session).add("hash", task.id, facts, now)
            await _look_now(session, task.id, now)
            return True
        owner = await _owner(session, task, hash_, sender, nonce)
        if owner is not None:
            if owner == task.id:
                await _look_now(session, task.id, now)
            return owner == task.id
    return False


async def _owner(
    session: Session, task: Task, hash_: Hash, sender: Address | None, nonce: int | None
) -> str | None:
    """Whose the hash is; what its first report could not see is filled in."""
    await session.run(
        """
        UPDATE task_hashes SET sender = coalesce(sender, $3), nonce = coalesce(nonce, $4)
        WHERE task_id = $1 AND hash = $2 AND dropped_at IS NULL
        """,
        task.id,
        hash_,
        sender,
        nonce,
    )
    owner: str | None = await session.value(
        "SELECT task_id FROM task_hashes WHERE chain_id = $1 AND hash = $2 AND dropped_at IS NULL",
        task.effect.chain_id,
        hash_,
    )
    return owner


async def hashes(session: Session, task_id: str) -> Sequence[tuple[Hash, int | None]]:
    rows = await session.rows(
        "SELECT hash, nonce FROM task_hashes WHERE task_id = $1 AND dropped_at IS NULL ORDER BY id", task_id
    )
    return [(Hash(row["hash"]), None if row["nonce"] is None else int(row["nonce"])) for row in rows]


async def drop_hash(session: Session, task: Task, hash_: Hash, reason: str, now: datetime) -> None:
    dropped = await session.run(
        "UPDATE task_hashes SET dropped_at = $3 WHERE task_id = $1 AND hash = $2 AND dropped_at IS NULL",
        task.id,
        hash_,
        now,
    )
    if not dropped:
        return
    await PgAudit(session).add("hash-dropped", task.id, {"hash": hash_, "reason": reason}, now)
    await session.run("UPDATE tasks SET tx_hash = NULL WHERE id = $1 AND tx_hash = $2", task.id, hash_)
    await _look_now(session, task.id, now)


async def _look_now(session: Session, task_id: str, now: datetime) -> None:
    """`hash_at` is when the first hash that counts was recorded; without one the card's time runs again."""
    await session.run(
        """
        WITH counting AS (
            SELECT min(added_at) AS since FROM task_hashes WHERE task_id = $1 AND dropped_at IS NULL
        )
        UPDATE tasks SET
            hash_at = since,
            next_check_at = CASE WHEN since IS NULL AND state = 'INTENT_CONFIRM' THEN expires_at
                                 ELSE $2 END,
            watch_until = CASE WHEN state IN ('EXPIRED_UNSENT', 'EXPIRED_UNKNOWN')
                               THEN $2::timestamptz + $3::interval ELSE watch_until END
        FROM counting WHERE id = $1
        """,
        task_id,
        now,
        WATCH,
    )
    await session.run("SELECT pg_notify('task', $1)", task_id)

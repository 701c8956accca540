"""Tasks: every change is a compare-and-set, with audit, letters and wake-up in the same transaction."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from core.adapters.postgres.audit import PgAudit
from core.adapters.postgres.outbox import write_letters
from core.adapters.postgres.session import Session
from core.adapters.postgres.task_hashes import WATCH, add_hash, drop_hash, hashes
from core.adapters.postgres.task_row import task_of
from core.domain.card import Decoded, Transfer
from core.domain.task import OPEN, State, Task
from core.domain.types import Address, Hash

_OPEN = [state.value for state in OPEN]


class PgTasks:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def create(self, task: Task, key_hash: bytes) -> Task:
        """Whoever comes second gets a task too: the one of this turn, else the open one with the same order.

        A second attempt is needed only when that open one closes between the insert and the look at it.
        """
        for _ in range(3):
            if await self._insert(task, key_hash):
                await PgAudit(self._session).add(
                    "state", task.id, {"state": task.state, "reason": task.reason}, task.created_at
                )
                await self._wake(task.id)
                return await self._known(task.id)
            made = await self.of_turn(task.turn_id) or await self._open_order(task.user_id, task.effect)
            if made is not None:
                return made
        raise RuntimeError(f"task {task.id}: its id or key is taken")

    async def _insert(self, task: Task, key_hash: bytes) -> bool:
        """NOT EXISTS sees also those that the unique index lets pass (`guards_order`)."""
        return await self._session.run(
            """
            INSERT INTO tasks (id, turn_id, user_id, thread, channel, language, key_hash, state, reason, card,
                digest, chain_id, payer, recipient, token, amount_raw, created_at, created_block, nonce,
                expires_at, next_check_at)
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
                   $20::timestamptz
            WHERE NOT EXISTS (
                SELECT FROM tasks WHERE user_id = $3 AND payer = $13 AND chain_id = $12 AND recipient = $14
                   AND coalesce(token, '') = coalesce($15, '') AND amount_raw = $16 AND state = ANY ($21)
            )
            ON CONFLICT DO NOTHING
            """,
            task.id,
            task.turn_id,
            task.user_id,
            task.thread,
            task.channel,
            task.language,
            key_hash,
            task.state,
            task.reason,
            task.card,
            task.digest,
            task.effect.chain_id,
            task.effect.payer,
            task.effect.recipient,
            task.effect.token,
            Decimal(task.effect.raw),
            task.created_at,
            task.created_block,
            task.nonce,
            task.expires_at,
            _OPEN,
        )

    async def get(self, task_id: str, lock: bool = False) -> Task | None:
        """Locked in a statement of its own: the one that waits would see the history from before the wait."""
        if lock:
            await self._session.run("SELECT FROM tasks WHERE id = $1 FOR UPDATE", task_id)
        row = await self._session.row("SELECT * FROM told_tasks WHERE id = $1", task_id)
        return None if row is None else task_of(row)

    async def of_key(self, key_hash: bytes) -> Task | None:
        row = await self._session.row("SELECT * FROM told_tasks WHERE key_hash = $1", key_hash)
        return None if row is None else task_of(row)

    async def of_hash(self, chain_id: int, hash_: Hash) -> Task | None:
        row = await self._session.row(
            """
            SELECT told_tasks.* FROM told_tasks JOIN task_hashes ON task_hashes.task_id = told_tasks.id
            WHERE task_hashes.chain_id = $1 AND hash = $2 AND dropped_at IS NULL
            """,
            chain_id,
            hash_,
        )
        return None if row is None else task_of(row)

    async def of_turn(self, turn_id: str) -> Task | None:
        row = await self._session.row("SELECT * FROM told_tasks WHERE turn_id = $1", turn_id)
        return None if row is None else task_of(row)

    async def open_like(self, user_id: str, transfer: Transfer) -> Task | None:
        order = Decoded(
            transfer.chain.id, transfer.payer, transfer.token.address, transfer.recipient, transfer.raw
        )
        return await self._open_order(user_id, order)

    async def _open_order(self, user_id: str, order: Decoded) -> Task | None:
        """The oldest, where one came back from EXPIRED_UNSENT beside a newer one: its money is on the way."""
        row = await self._session.row(
            """
            SELECT * FROM told_tasks
            WHERE user_id = $1 AND payer = $2 AND chain_id = $3 AND recipient = $4
              AND coalesce(token, '') = coalesce($5, '') AND amount_raw = $6 AND state = ANY ($7)
            ORDER BY created_at, id LIMIT 1
            """,
            user_id,
            order.payer,
            order.chain_id,
            order.recipient,
            order.token,
            Decimal(order.raw),
            _OPEN,
        )
        return None if row is None else task_of(row)

    async def of_user(self, user_id: str, states: Sequence[State]) -> Sequence[Task]:
        """Newest first."""
        rows = await self._session.rows(
            "SELECT * FROM told_tasks WHERE user_id = $1 AND state = ANY ($2) ORDER BY created_at DESC, id",
            user_id,
            [state.value for state in states],
        )
        return [task_of(row) for row in rows]

    async def of_thread(self, thread: str) -> Sequence[Task]:
        """Oldest first."""
        rows = await self._session.rows(
            "SELECT * FROM told_tasks WHERE thread = $1 ORDER BY created_at, id", thread
        )
        return [task_of(row) for row in rows]

    async def move(
        self, task: Task, to: State, reason: str, now: datetime, tx_hash: Hash | None = None
    ) -> Task | None:
        """EXPIRED_UNSENT is refused once a hash counts: a report that came in between wins."""
        moved = await self._session.run(
            """
            UPDATE tasks SET
                state = $3, reason = $4, tx_hash = coalesce($5, tx_hash), leased_until = NULL,
                confirmed_at = CASE WHEN $3 = 'PREVIEW' THEN $6 ELSE confirmed_at END,
                next_check_at = CASE
                    WHEN $3 IN ('SETTLED', 'FAILED', 'REJECTED') THEN NULL
                    ELSE $6 END,
                watch_until = CASE WHEN $3 IN ('EXPIRED_UNSENT', 'EXPIRED_UNKNOWN')
                                   THEN $6::timestamptz + $7::interval ELSE watch_until END,
                guards_order = guards_order AND state <> 'EXPIRED_UNSENT'
            WHERE id = $1 AND state = $2 AND NOT ($3 = 'EXPIRED_UNSENT' AND hash_at IS NOT NULL)
            """,
            task.id,
            task.state,
            to,
            reason,
            tx_hash,
            now,
            WATCH,
        )
        if not moved:
            return None
        await PgAudit(self._session).add("state", task.id, {"state": to, "reason": reason}, now)
        await write_letters(self._session, task.id, now)
        await self._wake(task.id)
        return await self._known(task.id)

    async def set_gate(self, task_id: str, interrupt_id: str) -> None:
        await self._session.run("UPDATE tasks SET interrupt_id = $2 WHERE id = $1", task_id, interrupt_id)

    async def answer_gate(self, task_id: str) -> None:
        await self._session.run("UPDATE tasks SET gate_answered = true WHERE id = $1", task_id)

    async def unanswered(self, limit: int) -> Sequence[Task]:
        rows = await self._session.rows(
            """
            SELECT * FROM told_tasks
            WHERE NOT gate_answered AND interrupt_id IS NOT NULL AND state <> 'INTENT_CONFIRM'
            ORDER BY created_at, id LIMIT $1
            """,
            limit,
        )
        return [task_of(row) for row in rows]

    async def due(
        self, now: datetime, lease: timedelta, limit: int, reported: bool | None = None
    ) -> Sequence[Task]:
        claimed = await self._session.rows(
            """
            WITH waiting AS (
                SELECT id FROM tasks
                WHERE next_check_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
                  AND (state IN ('INTENT_CONFIRM', 'PREVIEW', 'SUBMITTED')
                       OR state IN ('EXPIRED_UNSENT', 'EXPIRED_UNKNOWN')
                          AND (hash_at IS NOT NULL OR confirmed_at IS NOT NULL) AND watch_until > $1)
                  AND ($4::boolean IS NULL OR $4 = (hash_at IS NOT NULL OR confirmed_at IS NULL))
                ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED
            )
            UPDATE tasks SET leased_until = $2 FROM waiting WHERE tasks.id = waiting.id RETURNING tasks.id
            """,
            now,
            now + lease,
            limit,
            reported,
        )
        rows = await self._session.rows(
            "SELECT * FROM told_tasks WHERE id = ANY ($1) ORDER BY next_check_at, id",
            [row["id"] for row in claimed],
        )
        return [task_of(row) for row in rows]

    async def look_again(self, task_id: str, at: datetime) -> None:
        await self._session.run(
            """
            UPDATE tasks SET leased_until = NULL, next_check_at = $2
            WHERE id = $1 AND state NOT IN ('SETTLED', 'FAILED', 'REJECTED')
            """,
            task_id,
            at,
        )

    async def add_hash(
        self, task: Task, hash_: Hash, sender: Address | None, nonce: int | None, now: datetime
    ) -> bool:
        return await add_hash(self._session, task, hash_, sender, nonce, now)

    async def hashes(self, task_id: str) -> Sequence[tuple[Hash, int | None]]:
        return await hashes(self._session, task_id)

    async def drop_hash(self, task: Task, hash_: Hash, reason: str, now: datetime) -> None:
        await drop_hash(self._session, task, hash_, reason, now)

    async def _known(self, task_id: str) -> Task:
        """Of a row that this transaction has just written."""
        return task_of((await self._session.rows("SELECT * FROM told_tasks WHERE id = $1", task_id))[0])

    async def _wake(self, task_id: str) -> None:
        await self._session.run("SELECT pg_notify('task', $1)", task_id)

"""Outgoing mail: places where cards stand, and letters in the order of each chat.

A letter waits while it is neither sent nor superseded; it is in flight while its lease lasts. A newer letter
supersedes the waiting ones of the same task and place, so that edits coalesce and none goes backwards.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from core.adapters.postgres.session import Session
from core.domain.errors import NotFound
from core.domain.outbox import Letter, Place
from core.domain.task import State


class PgOutbox:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def show(self, task_id: str, place: Place, shown: State = State.INTENT_CONFIRM) -> None:
        """`shown` is the state that stands there. The lock on the task keeps a move from passing unnoticed:
        it comes before, and a letter follows here, or after, and finds the place."""
        task = await self._session.row(
            "SELECT state, now() AS now FROM tasks WHERE id = $1 FOR SHARE", task_id
        )
        if task is None:
            raise NotFound
        new = await self._session.run(
            """
            INSERT INTO places (task_id, channel, chat, message_id) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
            """,
            task_id,
            place.channel,
            place.chat,
            place.message_id,
        )
        if new and task["state"] != shown:
            await write_letters(self._session, task_id, task["now"], place)

    async def places(self, task_id: str) -> Sequence[Place]:
        rows = await self._session.rows(
            "SELECT channel, chat, message_id FROM places WHERE task_id = $1 ORDER BY 1, 2, 3", task_id
        )
        return [Place(*row) for row in rows]

    async def claim(
        self, channels: Sequence[str], now: datetime, lease: timedelta, limit: int
    ) -> Sequence[Letter]:
        """The conditions on `letter` are asked again by FOR UPDATE, so that a letter which somebody took or
        superseded meanwhile falls out; `first` is as old as the statement."""
        rows = await self._session.rows(
            """
            WITH first AS (
                SELECT DISTINCT ON (channel, chat) id FROM outbox
                WHERE sent_at IS NULL AND superseded_at IS NULL AND channel = ANY ($1)
                ORDER BY channel, chat, id
            ), taken AS (
                SELECT letter.id FROM outbox letter JOIN first USING (id)
                WHERE letter.sent_at IS NULL AND letter.superseded_at IS NULL AND letter.not_before <= $2
                  AND (letter.leased_until IS NULL OR letter.leased_until <= $2)
                  AND NOT EXISTS (
                      SELECT FROM outbox flying
                      WHERE flying.channel = letter.channel AND flying.chat = letter.chat
                        AND flying.sent_at IS NULL AND flying.leased_until > $2
                  )
                ORDER BY letter.id LIMIT $4 FOR UPDATE OF letter SKIP LOCKED
            )
            UPDATE outbox SET leased_until = $3, attempts = attempts + 1 FROM taken
            WHERE outbox.id = taken.id RETURNING outbox.*
            """,
            list(channels),
            now,
            now + lease,
            limit,
        )
        return sorted((_letter(row) for row in rows), key=lambda letter: letter.id)

    async def sent(self, letter_id: int, now: datetime) -> None:
        """A letter that arrives behind a newer one of its place (its lease was over) makes that one go again:
        what stands in the chat at the end is the newest."""
        sent = await self._session.row(
            """
            UPDATE outbox SET sent_at = $2, leased_until = NULL WHERE id = $1 AND sent_at IS NULL
            RETURNING task_id, channel, chat, message_id
            """,
            letter_id,
            now,
        )
        if sent is not None:
            await self._session.run(
                """
                UPDATE outbox SET sent_at = NULL, superseded_at = NULL, not_before = $6
                WHERE sent_at IS NOT NULL AND id > $1 AND id = (
                    SELECT max(id) FROM outbox
                    WHERE task_id = $2 AND channel = $3 AND chat = $4 AND message_id = $5
                )
                """,
                letter_id,
                *sent,
                now,
            )
        await _wake(self._session)

    async def retry(self, letter_id: int, at: datetime, reason: str) -> None:
        """The whole chat waits until then: its order stays, and a limit on sending holds for all of it."""
        failed = await self._session.row(
            """
            UPDATE outbox SET leased_until = NULL, trouble = $2 WHERE id = $1 AND sent_at IS NULL
            RETURNING channel, chat
            """,
            letter_id,
            reason,
        )
        if failed is not None:
            await self._session.run(
                """
                UPDATE outbox SET not_before = $3
                WHERE channel = $1 AND chat = $2 AND sent_at IS NULL AND superseded_at IS NULL
                  AND not_before < $3
                """,
                *failed,
                at,
            )


async def write_letters(session: Session, task_id: str, now: datetime, only: Place | None = None) -> None:
    """A letter with the task as it is now, to every place where it stands or to `only` one of them."""
    await session.run(
        """
        INSERT INTO outbox (task_id, channel, chat, message_id, user_id, language, body, created_at,
                            not_before)
        SELECT task.id, place.channel, place.chat, place.message_id, task.user_id, task.language,
               jsonb_build_object(
                   'task', task.id, 'state', task.state, 'reason', task.reason, 'tx_hash', task.tx_hash,
                   'amount', task.card -> 'amount', 'symbol', task.card #> '{token,symbol}',
                   'to', task.card -> 'to', 'chain_id', task.chain_id, 'explorer_url', NULL),
               $2, greatest($2, (SELECT max(not_before) FROM outbox waiting
                                 WHERE waiting.channel = place.channel AND waiting.chat = place.chat
                                   AND waiting.sent_at IS NULL AND waiting.superseded_at IS NULL))
        FROM tasks task JOIN places place ON place.task_id = task.id
        WHERE task.id = $1
          AND ($3::text IS NULL OR (place.channel, place.chat, place.message_id) = ($3, $4::text, $5::text))
        """,
        task_id,
        now,
        only and only.channel,
        only and only.chat,
        only and only.message_id,
    )
    await session.run(
        """
        UPDATE outbox old SET superseded_at = $2 FROM outbox new
        WHERE old.task_id = $1 AND old.sent_at IS NULL AND old.superseded_at IS NULL
          AND new.task_id = old.task_id AND new.channel = old.channel AND new.chat = old.chat
          AND new.message_id = old.message_id AND new.id > old.id
        """,
        task_id,
        now,
    )
    await _wake(session)


async def _wake(session: Session) -> None:
    await session.run("SELECT pg_notify('outbox', '')")


def _letter(row: asyncpg.Record) -> Letter:
    """`attempts` counts this one."""
    return Letter(
        id=row["id"],
        place=Place(row["channel"], row["chat"], row["message_id"]),
        task_id=row["task_id"],
        user_id=row["user_id"],
        language=row["language"],
        body=row["body"],
        created_at=row["created_at"],
        attempts=row["attempts"],
    )

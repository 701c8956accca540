"""Turns: one row for each accepted message, written before any graph runs."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from core.adapters.postgres.session import Session
from core.domain.message import Incoming, Reply, reply_from
from core.domain.turn import Turn


class PgTurns:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def claim(self, incoming: Incoming, digest: str, thread: str, now: datetime) -> tuple[Turn, bool]:
        made = await self._session.row(
            """
            INSERT INTO turns (id, channel, chat, message_id, user_id, thread, text, language, digest,
                               accepted_at)
            VALUES (gen_random_uuid()::text, $1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (channel, chat, message_id) DO NOTHING RETURNING *
            """,
            incoming.channel,
            incoming.chat,
            incoming.message_id,
            incoming.user_id,
            thread,
            incoming.text,
            incoming.language,
            digest,
            now,
        )
        if made is not None:
            return _turn(made), True
        known = await self._session.rows(
            "SELECT * FROM turns WHERE channel = $1 AND chat = $2 AND message_id = $3",
            incoming.channel,
            incoming.chat,
            incoming.message_id,
        )
        return _turn(known[0]), False

    async def get(self, turn_id: str) -> Turn | None:
        row = await self._session.row("SELECT * FROM turns WHERE id = $1", turn_id)
        return None if row is None else _turn(row)

    async def finish(self, turn_id: str, reply: Reply, now: datetime) -> None:
        """The first reply stays: a second run of the same turn changes nothing."""
        await self._session.run(
            """
            WITH done AS (
                UPDATE turns SET reply = $2, finished_at = $3 WHERE id = $1 AND finished_at IS NULL
                RETURNING id
            )
            SELECT pg_notify('turn', id) FROM done
            """,
            turn_id,
            reply.stored(),
            now,
        )

    async def unfinished(self, before: datetime, limit: int) -> Sequence[Turn]:
        rows = await self._session.rows(
            """
            SELECT * FROM turns WHERE finished_at IS NULL AND accepted_at < $1
            ORDER BY accepted_at, id LIMIT $2
            """,
            before,
            limit,
        )
        return [_turn(row) for row in rows]

    async def count(self, user_id: str, after: datetime, until: datetime) -> int:
        count: int = await self._session.value(
            "SELECT count(*) FROM turns WHERE user_id = $1 AND accepted_at > $2 AND accepted_at <= $3",
            user_id,
            after,
            until,
        )
        return count


def _turn(row: asyncpg.Record) -> Turn:
    incoming = Incoming(
        channel=row["channel"],
        chat=row["chat"],
        message_id=row["message_id"],
        user_id=row["user_id"],
        text=row["text"],
        thread=row["thread"],
        language=row["language"],
    )
    reply = None if row["reply"] is None else reply_from(row["reply"])
    return Turn(row["id"], incoming, row["digest"], row["accepted_at"], reply)

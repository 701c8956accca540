"""Threads and their entries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg

from core.adapters.postgres.session import Session
from core.domain.errors import NotFound
from core.domain.thread import Entry, Thread


class PgThreads:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def open(self, thread: str, user_id: str, channel: str, title: str, now: datetime) -> None:
        await self._session.run(
            """
            INSERT INTO threads (id, user_id, channel, title, created_at, updated_at)
            VALUES ($1, $2, $3, $4, $5, $5)
            ON CONFLICT (id) DO NOTHING
            """,
            thread,
            user_id,
            channel,
            title,
            now,
        )
        if await self.get(thread, user_id) is None:
            raise NotFound

    async def get(self, thread: str, user_id: str) -> Thread | None:
        row = await self._session.row(
            "SELECT * FROM threads WHERE id = $1 AND user_id = $2 AND cleared_at IS NULL", thread, user_id
        )
        return None if row is None else _thread(row)

    async def of_user(self, user_id: str, limit: int) -> Sequence[Thread]:
        rows = await self._session.rows(
            """
            SELECT * FROM threads WHERE user_id = $1 AND cleared_at IS NULL
            ORDER BY updated_at DESC, id LIMIT $2
            """,
            user_id,
            limit,
        )
        return [_thread(row) for row in rows]

    async def entries(self, thread: str, last: int | None = None) -> Sequence[Entry]:
        rows = await self._session.rows(
            "SELECT * FROM entries WHERE thread = $1 ORDER BY id DESC LIMIT $2", thread, last
        )
        return [_entry(row) for row in reversed(rows)]

    async def add(self, entry: Entry) -> None:
        """The thread's row is locked first, so that nothing slips in behind a clearing that is under way."""
        await self._session.run(
            """
            WITH open AS (
                UPDATE threads SET updated_at = greatest(updated_at, $4) WHERE id = $1 AND cleared_at IS NULL
                RETURNING id
            )
            INSERT INTO entries (thread, source, role, at, language, text, body)
            SELECT id, $2, $3, $4, $5, $6, $7 FROM open
            ON CONFLICT (thread, source) DO NOTHING
            """,
            entry.thread,
            entry.source,
            entry.role,
            entry.at,
            entry.language,
            entry.text,
            entry.body,
        )

    async def clear(self, thread: str, user_id: str, now: datetime) -> bool:
        """What was said is deleted; the row stays, so that the thread never comes back."""
        cleared = await self._session.run(
            """
            UPDATE threads SET cleared_at = $3, draft = NULL, title = ''
            WHERE id = $1 AND user_id = $2 AND cleared_at IS NULL
            """,
            thread,
            user_id,
            now,
        )
        if cleared:
            await self._session.run("DELETE FROM entries WHERE thread = $1", thread)
        return cleared

    async def draft(self, thread: str) -> dict[str, Any] | None:
        draft: dict[str, Any] | None = await self._session.value(
            "SELECT draft FROM threads WHERE id = $1", thread
        )
        return draft

    async def set_draft(self, thread: str, draft: dict[str, Any] | None) -> None:
        await self._session.run(
            "UPDATE threads SET draft = $2 WHERE id = $1 AND cleared_at IS NULL", thread, draft
        )


def _thread(row: asyncpg.Record) -> Thread:
    return Thread(row["id"], row["user_id"], row["title"], row["updated_at"])


def _entry(row: asyncpg.Record) -> Entry:
    return Entry(
        row["thread"], row["source"], row["role"], row["at"], row["language"], row["text"], row["body"]
    )

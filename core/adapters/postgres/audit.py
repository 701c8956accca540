"""What was decided and why; only ever added to."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from core.adapters.postgres.session import Session


class PgAudit:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def add(self, kind: str, subject: str, facts: Mapping[str, Any], now: datetime) -> None:
        await self._session.run(
            "INSERT INTO audit (kind, subject, facts, at) VALUES ($1, $2, $3, $4)",
            kind,
            subject,
            dict(facts),
            now,
        )

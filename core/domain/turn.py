"""A turn: one accepted message. Its row is written before any graph runs, and it always ends with a reply."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from core.domain.message import Incoming, Reply


@dataclass(frozen=True, slots=True)
class Turn:
    id: str
    incoming: Incoming
    """With `thread` filled in."""
    digest: str
    accepted_at: datetime
    reply: Reply | None

    @property
    def thread(self) -> str:
        assert self.incoming.thread is not None
        return self.incoming.thread


def content_digest(incoming: Incoming) -> str:
    """What makes two deliveries the same: who, where and what was said (R-038)."""
    parts = (incoming.user_id, incoming.thread or "", incoming.text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

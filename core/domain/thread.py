"""A conversation: entries in order; open cards are read from their tasks, never from here."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from core.domain.message import Language


@dataclass(frozen=True, slots=True)
class Thread:
    id: str
    user_id: str
    title: str
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a thread. `source` (turn or letter) makes appending it twice the same as once.

    role "user": `text` as it was typed; "assistant": `body` is Reply.stored(); "status": `body` is what
    Letter.body holds about a task.
    """

    thread: str
    source: str
    role: Literal["user", "assistant", "status"]
    at: datetime
    language: Language
    text: str = ""
    body: dict[str, Any] | None = None

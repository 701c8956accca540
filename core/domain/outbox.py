"""Outgoing mail: a letter for each place where a card stands, written in the transaction of the change."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card was shown: a message in a chat of a channel; on the web the chat is the thread."""

    channel: str
    chat: str
    message_id: str


@dataclass(frozen=True, slots=True)
class Letter:
    """`body`: {task, state, reason, tx_hash, amount, symbol, to, explorer_url}: the facts of one change."""

    id: int
    place: Place
    task_id: str
    user_id: str
    language: str
    body: dict[str, Any]
    created_at: datetime
    attempts: int

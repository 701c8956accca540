"""A task: money that its owner may move. Eight states; what leads from one to another stands in one table."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from core.domain.card import Decoded
from core.domain.types import Hash


class State(StrEnum):
    INTENT_CONFIRM = "INTENT_CONFIRM"
    PREVIEW = "PREVIEW"
    SUBMITTED = "SUBMITTED"
    SETTLED = "SETTLED"
    FAILED = "FAILED"
    REJECTED = "REJECTED"
    EXPIRED_UNSENT = "EXPIRED_UNSENT"
    EXPIRED_UNKNOWN = "EXPIRED_UNKNOWN"


class Event(StrEnum):
    """What can happen to a task: the first three come from its owner, the rest from clock and chain."""

    CONFIRM = "confirm"
    REJECT = "reject"
    VOID = "void"
    """The owner cancelled it in the chat or changed the order."""
    TIMEOUT_UNSENT = "timeout_unsent"
    """The card's time is over and no hash is recorded."""
    TIMEOUT_UNKNOWN = "timeout_unknown"
    """A recorded hash that no node has seen, or none knows any more, for too long."""
    SEEN = "seen"
    """The transaction is known to a node, or in a block that is not final yet."""
    SETTLE = "settle"
    FAIL = "fail"
    CANCELLED_ON_CHAIN = "cancelled_on_chain"
    """The owner's own empty transaction took the nonce."""


OPEN = frozenset({State.INTENT_CONFIRM, State.PREVIEW, State.SUBMITTED, State.EXPIRED_UNKNOWN})
"""States in which the same order answers with this task's card."""
FINAL = frozenset({State.SETTLED, State.FAILED, State.REJECTED})
"""States that nothing changes. The two expiries are left by later evidence only (R-111, R-112, R-118)."""
CONFIRMED = frozenset({State.PREVIEW, State.SUBMITTED})

_FROM_CHAIN = {
    Event.SEEN: State.SUBMITTED,
    Event.SETTLE: State.SETTLED,
    Event.FAIL: State.FAILED,
    Event.CANCELLED_ON_CHAIN: State.REJECTED,
}
TRANSITIONS: dict[State, dict[Event, State]] = {
    State.INTENT_CONFIRM: {
        Event.CONFIRM: State.PREVIEW,
        Event.REJECT: State.REJECTED,
        Event.VOID: State.REJECTED,
        Event.TIMEOUT_UNSENT: State.EXPIRED_UNSENT,
    },
    State.PREVIEW: {
        Event.REJECT: State.REJECTED,
        Event.VOID: State.REJECTED,
        Event.TIMEOUT_UNSENT: State.EXPIRED_UNSENT,
        Event.TIMEOUT_UNKNOWN: State.EXPIRED_UNKNOWN,
        **_FROM_CHAIN,
    },
    State.SUBMITTED: {
        Event.TIMEOUT_UNKNOWN: State.EXPIRED_UNKNOWN,
        Event.SETTLE: State.SETTLED,
        Event.FAIL: State.FAILED,
        Event.CANCELLED_ON_CHAIN: State.REJECTED,
    },
    State.EXPIRED_UNSENT: dict(_FROM_CHAIN),
    State.EXPIRED_UNKNOWN: dict(_FROM_CHAIN),
    State.SETTLED: {},
    State.FAILED: {},
    State.REJECTED: {},
}


def advance(state: State, event: Event) -> State | None:
    """The state after the event, or None where the event changes nothing. Total and pure."""
    return TRANSITIONS[state].get(event)


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a task's history: the state that was reached, when, and why (a code or a short word)."""

    state: State
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """The row that is the truth. `card` is what was shown (card.facts), `digest` its digest at that moment."""

    id: str
    turn_id: str
    user_id: str
    thread: str
    channel: str
    state: State
    reason: str
    card: dict[str, Any]
    digest: str
    effect: Decoded
    """What the card's transaction moves: compared with the receipt."""
    language: str
    created_at: datetime
    created_block: int
    """Head of the chain when the card was made: a transaction in an earlier block is not this card's."""
    nonce: int
    """The payer's next nonce at that block (transactions counted): an earlier nonce is not this card's."""
    expires_at: datetime
    confirmed_at: datetime | None = None
    tx_hash: Hash | None = None
    hash_at: datetime | None = None
    """When the first hash that still counts was recorded."""
    interrupt_id: str | None = None
    gate_answered: bool = False
    next_check_at: datetime | None = None
    history: tuple[Change, ...] = field(default=())


def said_state(task: Task) -> str:
    """The state as people are told it: once a hash counts, a confirmed card is on its way."""
    if task.hash_at is not None and task.state in (State.PREVIEW, State.EXPIRED_UNSENT):
        return State.SUBMITTED.value
    return task.state.value

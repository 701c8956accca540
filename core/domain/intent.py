"""What one message of the owner means: the closed set of intents, its slots, and why a slot is absent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

Language = Literal["en", "zh"]
Join = Literal["all", "any"]
Operator = Literal["gt", "ge", "lt", "le", "eq"]


class Kind(StrEnum):
    """The ten intents; closed (R-048, C-07)."""

    BALANCE = "balance"
    HISTORY = "history"
    STAKING = "staking"
    LOOKUP = "lookup"
    TRANSFER = "transfer"
    CONDITIONAL_TRANSFER = "conditional_transfer"
    GOAL = "goal"
    ACTION = "action"
    CHAT = "chat"
    OUT_OF_SCOPE = "out_of_scope"


class Command(StrEnum):
    """Words that steer the assistant itself; they come before the intents."""

    CANCEL = "cancel"
    PENDING = "pending"
    CONNECT = "connect"
    WALLETS = "wallets"
    CONTACT = "contact"
    LIMITS = "limits"
    LANGUAGE = "language"
    FORGET = "forget"
    HELP = "help"


@dataclass(frozen=True)
class Span:
    """Where a slot was read: `text[start:end]` of the owner's own message, as it was sent."""

    start: int
    end: int


@dataclass(frozen=True)
class Choice:
    """One button of a question. `message` is a complete order that can be sent as it is."""

    label: str
    message: str


@dataclass(frozen=True)
class Problem:
    """Why a slot is absent: a code with words in both languages, and what could be chosen instead."""

    slot: str
    code: str
    params: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Condition:
    """A comparison that must hold before anything is prepared. `subject` names whose balance: an address,
    or None for the payer's own."""

    token: str
    op: Operator
    value: str
    subject: str | None = None


@dataclass(frozen=True)
class Intent:
    """One message, understood.

    Slots are absent (None) when they were not said or are not valid; `problems` says which and why.
    `token` is a catalog symbol in upper case or an address. `tokens` holds every token that is meant when a
    read names several or uses a word of several. `amount` is a decimal string without exponent, or `all`,
    `half`, `N%`. `recipient` is a checksummed address; in a balance question it is whose balance is asked,
    when an address was named. `refusal` is a code when the owner says not to
    (E113) or asks for what is never given (E114).
    """

    kind: Kind
    language: Language
    command: Command | None = None
    token: str | None = None
    tokens: tuple[str, ...] = ()
    amount: str | None = None
    recipient: str | None = None
    chain: str | None = None
    conditions: tuple[Condition, ...] = ()
    join: Join = "all"
    action: str | None = None
    limit: int | None = None
    question: str | None = None
    spans: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))
    problems: tuple[Problem, ...] = ()
    refusal: str | None = None

    @property
    def refused(self) -> bool:
        """The owner said not to, or asked for what is never given: nothing is done."""
        return self.refusal is not None


@dataclass(frozen=True)
class Turn:
    """An earlier message of the same thread, oldest first."""

    role: Literal["user", "assistant"]
    content: str

"""What comes in from a chat and what goes back: facts and codes; words are put to them at the edge."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Language = Literal["en", "zh"]
ReplyType = Literal["answer", "ask", "intent_confirm"]


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message of one person, whatever the channel.

    `message_id` identifies it within the chat (an Idempotency-Key on the web); a second delivery with the
    same id and the same content is the same turn.
    """

    channel: str
    chat: str
    message_id: str
    user_id: str
    text: str
    thread: str | None = None
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class Says:
    """A sentence by its code; `params` are plain texts that fill its words."""

    code: str
    params: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of a question: taken by sending `message` in the same thread. Without a label it shows itself."""

    message: str
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A value of this turn that a figure in the answer comes from: the tool, where it looked, at which block."""

    tool: str
    chain: str
    block: int
    subject: str
    values: dict[str, str | None]
    """Symbol to decimal amount; None where it could not be read."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The one result of a turn. `task` names the card of an intent_confirm, `state` is its state at that moment."""

    type: ReplyType
    thread: str
    route: str
    intent: str
    says: tuple[Says, ...]
    code: str | None = None
    task: str | None = None
    state: str | None = None
    choices: tuple[Choice, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    draft: dict[str, Any] | None = None
    """The order that a question is about, so that a bare "50" or an address can complete it."""
    language: Language = "en"
    """In which the words are said: a bare address has none of its own and is answered in that of the question."""

    def stored(self) -> dict[str, Any]:
        return asdict(self)


def reply_from(stored: dict[str, Any]) -> Reply:
    """The reply that `Reply.stored` wrote."""
    return Reply(
        **{
            **stored,
            "says": tuple(Says(**item) for item in stored["says"]),
            "choices": tuple(Choice(**item) for item in stored["choices"]),
            "evidence": tuple(Evidence(**item) for item in stored["evidence"]),
        }
    )

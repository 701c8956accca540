"""The order that a question is about, as plain JSON between two messages of a thread."""

from dataclasses import asdict
from typing import Any

from core.domain.intent import Condition, Intent, Kind, Span


def draft_of(intent: Intent) -> dict[str, Any]:
    """What of an unfinished order is kept until the question is answered; problems and commands are not."""
    plain = {name: getattr(intent, name) for name in Intent.__dataclass_fields__}
    plain["spans"] = {slot: [span.start, span.end] for slot, span in intent.spans.items()}
    plain["conditions"] = [asdict(condition) for condition in intent.conditions]
    plain["tokens"] = list(intent.tokens)
    for dropped in ("problems", "command", "refusal"):
        del plain[dropped]
    return plain


def intent_of(draft: dict[str, Any]) -> Intent:
    """The intent that `draft_of` wrote."""
    return Intent(
        **{
            **draft,
            "kind": Kind(draft["kind"]),
            "tokens": tuple(draft["tokens"]),
            "spans": {slot: Span(*span) for slot, span in draft["spans"].items()},
            "conditions": tuple(Condition(**condition) for condition in draft["conditions"]),
        }
    )

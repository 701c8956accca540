"""The order that a question is about, as plain JSON between two messages of a thread."""

from dataclasses import asdict
from typing import Any

from core.domain.intent import Choice, Condition, Intent, Kind, Problem, Span


def draft_of(intent: Intent) -> dict[str, Any]:
    """What of an unfinished order is kept until the question is answered: also every doubt, so that the answer
    to one question does not settle another."""
    plain = {name: getattr(intent, name) for name in Intent.__dataclass_fields__}
    plain["spans"] = {slot: [span.start, span.end] for slot, span in intent.spans.items()}
    plain["conditions"] = [asdict(condition) for condition in intent.conditions]
    plain["tokens"] = list(intent.tokens)
    plain["problems"] = [
        {
            "slot": problem.slot,
            "code": problem.code,
            "params": dict(problem.params),
            "choices": [[choice.label, choice.message] for choice in problem.choices],
        }
        for problem in intent.problems
    ]
    for dropped in ("command", "refusal"):
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
            "problems": tuple(_problem(**problem) for problem in draft.get("problems", ())),
        }
    )


def _problem(slot: str, code: str, params: dict[str, str], choices: list[list[str]]) -> Problem:
    return Problem(slot, code, params, tuple(Choice(label, message) for label, message in choices))

"""From an intent to exactly one of four roads; total, pure, no judgement by confidence (R-049, R-054)."""

from enum import StrEnum

from core.domain.intent import Intent, Kind


class Route(StrEnum):
    """What happens next: read something, plan a write, ask, or refuse."""

    READ = "read"
    WRITE = "write"
    CLARIFY = "clarify"
    REJECT = "reject"


_REQUIRED: dict[Kind, tuple[str, ...]] = {
    Kind.TRANSFER: ("token", "amount", "recipient"),
    Kind.CONDITIONAL_TRANSFER: ("token", "amount", "recipient", "conditions"),
    Kind.GOAL: ("token", "amount", "recipient"),
    Kind.ACTION: ("action", "token", "amount"),
}


def missing(intent: Intent) -> tuple[str, ...]:
    """The slots that a write of this kind needs and that are absent, in the order they are asked for.
    Claiming rewards takes what there is: it needs neither token nor amount."""
    if intent.action == "claim" and intent.kind is Kind.ACTION:
        return ()
    return tuple(slot for slot in _REQUIRED.get(intent.kind, ()) if not getattr(intent, slot))


def route(intent: Intent) -> Route:
    """Which road a message takes. A complete write never asks (R-057); a write with anything absent or
    doubtful never writes."""
    if intent.refused or intent.kind is Kind.OUT_OF_SCOPE:
        return Route.REJECT
    if intent.command is not None:
        return Route.READ
    if intent.problems or missing(intent):
        return Route.CLARIFY
    return Route.WRITE if intent.kind in _REQUIRED else Route.READ

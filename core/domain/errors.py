"""Errors that reach people: a stable code and its parameters; the words live in core.wording."""

from collections.abc import Mapping


class Refusal(Exception):
    """The request can't be done; nothing was changed. `code` is stable (docs/codes.md), `params` fill its words."""

    def __init__(self, code: str, params: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{code} {dict(params or {})}")
        self.code = code
        self.params: dict[str, str] = dict(params or {})


class NotFound(Refusal):
    """Not there, or somebody else's: the two are not told apart (E404)."""

    def __init__(self) -> None:
        super().__init__("E404")


class Conflict(Refusal):
    """The state does not allow it (HTTP 409)."""


class Malformed(Refusal):
    """The input has not the promised form (HTTP 422)."""


class Unauthorized(Refusal):
    """No valid identity (HTTP 401)."""


class Unavailable(Refusal):
    """Something outside that is needed does not answer: unknown, never zero and never a pass."""

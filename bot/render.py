"""From a letter to the words' code and parameters; markup is each channel's own."""

from core.domain.outbox import Letter
from core.domain.task import FINAL, State
from core.wording import codes

LAST = FINAL | {State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN}
"""States that are also told by a message of their own: an edited card notifies nobody."""


def status_code(letter: Letter) -> str:
    """The most exact sentence that there is for this change."""
    general = f"status-{letter.body['state']}"
    exact = f"{general}-{letter.body['reason']}"
    return exact if exact in codes("en") else general


def status_params(letter: Letter) -> dict[str, str]:
    body = letter.body
    return {
        "amount": body["amount"],
        "symbol": body["symbol"],
        "recipient": body["to"],
        "hash": body["tx_hash"] or "–",
        "state": body["state"],
    }

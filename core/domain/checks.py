"""The seven checks before a card: one finding or more each, in a fixed order; what could not be read blocks.

A rehearsal is a source of warnings, never a permission: the other checks stand whatever it says.
"""

from collections.abc import Iterator, Sequence

from core.domain.card import Fee, Finding, Level, Transfer, matches, transaction_of
from core.domain.survey import Survey, Unread
from core.domain.types import ZERO, Address, Catalog, Token, to_decimal_string, usd_of, usd_string

CHECKS = ("parameters", "network", "allowlist", "precision", "limit", "balance", "rehearsal")

BURN = Address("0x000000000000000000000000000000000000dEaD")
PRECOMPILES = range(0x01, 0x12)
"""0x01 to 0x11: the precompiled contracts up to BLS12-381 (EIP-2537)."""
_DELEGATION = bytes.fromhex("ef0100")
_TRUE = (1).to_bytes(32)


def check(transfer: Transfer, survey: Survey, catalog: Catalog) -> tuple[Finding, ...]:
    """All findings, at least one for each of CHECKS. A card may be shown only if none of them blocks."""
    return tuple(
        finding
        for name, findings in (
            ("parameters", _parameters(transfer, survey, catalog)),
            ("network", _network(transfer, survey)),
            ("allowlist", _allowlist(transfer, survey, catalog)),
            ("precision", _precision(transfer, survey)),
            ("limit", _limit(transfer, catalog)),
            ("balance", _balance(transfer, survey)),
            ("rehearsal", _rehearsal(transfer, survey)),
        )
        for finding in _or_pass(name, tuple(findings))
    )


def blocking(findings: Sequence[Finding]) -> Finding | None:
    """The block to speak of, None if there is none: a known cause goes before what could not be read (a transfer
    that reverts has no fee estimate either, and its reason says more)."""
    blocks = [finding for finding in findings if finding.level is Level.BLOCK]
    return next((finding for finding in blocks if finding.code != "E209"), blocks[0] if blocks else None)


def is_delegation(code: bytes) -> bool:
    """Whether the code only delegates an ordinary account (EIP-7702): 23 bytes, 0xef0100 and an address."""
    return len(code) == 23 and code.startswith(_DELEGATION)


_Findings = Iterator[tuple[Level, str, dict[str, str]]]


def _or_pass(name: str, findings: tuple[tuple[Level, str, dict[str, str]], ...]) -> Iterator[Finding]:
    if not findings:
        yield Finding(name, Level.PASS)
    for level, code, params in findings:
        yield Finding(name, level, code, params or None)


def _unread(name: str, value: Unread) -> tuple[Level, str, dict[str, str]]:
    return Level.BLOCK, "E209", {"check": name, "reason": value.reason}


def _parameters(transfer: Transfer, survey: Survey, catalog: Catalog) -> _Findings:
    """The order itself: an amount, a recipient who can hold it, calldata that says the same when read back."""
    if transfer.raw <= 0:
        yield Level.BLOCK, "E209", {"check": "parameters", "reason": "amount"}
    reason = _unpayable(transfer, catalog)
    if reason is not None:
        yield Level.BLOCK, "E205", {"reason": reason, "address": transfer.recipient}
    if transfer.recipient == transfer.payer:
        yield Level.BLOCK, "E206", {}
    if transfer.raw > 0 and not _reads_back(transfer):
        yield Level.BLOCK, "E209", {"check": "parameters", "reason": "calldata"}
    code = survey.recipient_code
    if isinstance(code, Unread):
        yield _unread("parameters", code)
    elif code and not is_delegation(code):
        yield Level.WARN, "E212", {}


def _reads_back(transfer: Transfer) -> bool:
    try:
        return matches(transaction_of(transfer), transfer)
    except (ValueError, OverflowError):
        return False

"""The seven checks before a card: one finding or more each, in a fixed order; what could not be read blocks.

A rehearsal is a source of warnings, never a permission: the other checks stand whatever it says.
"""

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, Decimal, localcontext

from eth_abi.exceptions import EncodingError

from core.domain.card import Finding, Level, Transfer, matches, transaction_of
from core.domain.survey import Survey, Unread
from core.domain.types import ZERO, Address, Catalog, to_decimal_string, usd_of

CHECKS = ("parameters", "network", "allowlist", "precision", "limit", "balance", "rehearsal")

BURN = frozenset(
    {
        Address("0x000000000000000000000000000000000000dEaD"),
        Address("0xdEAD000000000000000042069420694206942069"),
        Address("0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF"),
    }
)
"""Addresses that coins are sent to in order to be lost."""
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
    """The block to speak of, None if there is none.

    A known cause goes before what could not be read: a transfer that reverts has no fee estimate either, and
    its reason says more.
    """
    blocks = [finding for finding in findings if finding.level is Level.BLOCK]
    return next((finding for finding in blocks if finding.code != "E209"), blocks[0] if blocks else None)


def is_delegation(code: bytes) -> bool:
    """Whether the code only delegates an ordinary account (EIP-7702): 23 bytes, 0xef0100 and an address."""
    return len(code) == 23 and code.startswith(_DELEGATION)


_Outcome = tuple[Level, str, dict[str, str]]


def _or_pass(name: str, outcomes: tuple[_Outcome, ...]) -> Iterator[Finding]:
    if not outcomes:
        yield Finding(name, Level.PASS)
    for level, code, params in outcomes:
        yield Finding(name, level, code, params or None)


def _block(code: str, **params: str) -> _Outcome:
    return Level.BLOCK, code, params


def _parameters(transfer: Transfer, survey: Survey, catalog: Catalog) -> Iterator[_Outcome]:
    """The order itself: an amount, a recipient who can hold it, calldata that reads back the same."""
    if transfer.raw <= 0:
        yield _block("E209", check="parameters", reason="amount")
    elif not _reads_back(transfer):
        yield _block("E209", check="parameters", reason="calldata")
    reason = _unpayable(transfer.recipient, catalog)
    if reason is not None:
        yield _block("E205", reason=reason, address=transfer.recipient)
    if transfer.recipient == transfer.payer:
        yield _block("E206")
    code = survey.recipient_code
    if isinstance(code, Unread):
        yield _block("E209", check="parameters", reason=code.reason)
    elif code and not is_delegation(code):
        yield Level.WARN, "E212", _override(transfer, catalog)


def _override(transfer: Transfer, catalog: Catalog) -> dict[str, str]:
    """Above this value a warning is only passed by typing the recipient's last four characters."""
    usd = usd_of(transfer.raw, transfer.token)
    return {"override": "true"} if usd is None or usd > catalog.limits.override_usd else {}


def _reads_back(transfer: Transfer) -> bool:
    try:
        return matches(transaction_of(transfer), transfer)
    except EncodingError:
        return False


def _unpayable(recipient: Address, catalog: Catalog) -> str | None:
    """Why nobody holds this address, or None."""
    if recipient == ZERO:
        return "zero"
    if recipient in BURN:
        return "burn"
    if int(recipient, 16) in PRECOMPILES:
        return "precompile"
    if any(token.address == recipient for token in catalog.tokens):
        return "token"
    return "token-contract" if any(vault.address == recipient for vault in catalog.vaults) else None


def _network(transfer: Transfer, survey: Survey) -> Iterator[_Outcome]:
    """The node that answered serves the chain of the order."""
    if isinstance(survey.chain_id, Unread):
        yield _block("E211", chain=transfer.chain.name)
    elif survey.chain_id != transfer.chain.id:
        yield _block("E213", expected=str(transfer.chain.id), got=str(survey.chain_id))


def _allowlist(transfer: Transfer, survey: Survey, catalog: Catalog) -> Iterator[_Outcome]:
    """The token is the listed one, by address, and a contract stands there: a call to an address without code
    succeeds and does nothing."""
    token, code = transfer.token, survey.token_code
    listed = transfer.chain in catalog.chains and token in catalog.tokens_of(transfer.chain.id)
    if not listed or (not token.native and code == b""):
        yield _block("E208", symbol=token.symbol)
    elif not token.native and not isinstance(code, bytes):
        yield _block("E209", check="allowlist", reason=_reason(code))


def _precision(transfer: Transfer, survey: Survey) -> Iterator[_Outcome]:
    """The contract counts in the decimals of the list: the raw amount was computed with those."""
    token, decimals = transfer.token, survey.decimals
    if token.native:
        return
    if not isinstance(decimals, int):
        yield _block("E209", check="precision", reason=_reason(decimals))
    elif decimals != token.decimals:
        yield _block("E210", symbol=token.symbol, chain_decimals=str(decimals), listed=str(token.decimals))


def _limit(transfer: Transfer, catalog: Catalog) -> Iterator[_Outcome]:
    """What one transfer may move at most, in dollars; without a price nothing moves."""
    usd = usd_of(transfer.raw, transfer.token)
    if usd is None:
        yield _block("E214", symbol=transfer.token.symbol)
    elif usd > catalog.limits.transfer_usd:
        yield _block("E204", usd=_cents_up(usd), limit=f"{catalog.limits.transfer_usd:f}")


def _cents_up(usd: Decimal) -> str:
    """Dollars rounded up: what exceeds a limit is never shown as equal to it."""
    with localcontext() as context:
        context.prec = 160
        return f"{usd.quantize(Decimal('0.01'), rounding=ROUND_CEILING):f}"


def _balance(transfer: Transfer, survey: Survey) -> Iterator[_Outcome]:
    """The payer holds the amount, and the coin for the dearest fee on top of it."""
    token, coin, raw = transfer.token, transfer.chain.native, transfer.raw
    have, native, fee = survey.balance, survey.native, survey.fee
    if isinstance(have, Unread):
        yield _block("E209", check="balance", reason=have.reason)
        return
    if have < raw:
        yield _block(
            "E202",
            symbol=token.symbol,
            have=to_decimal_string(have, token.decimals),
            need=to_decimal_string(raw, token.decimals),
        )
        if token.native:
            return
    if isinstance(native, Unread) or isinstance(fee, Unread):
        unread = native if isinstance(native, Unread) else fee
        yield _block("E209", check="balance", reason=_reason(unread))
        return
    need = fee.wei + (raw if token.native else 0)
    if native < need:
        yield _block(
            "E203",
            symbol=coin.symbol,
            have=to_decimal_string(native, coin.decimals),
            need=to_decimal_string(need, coin.decimals),
            missing=to_decimal_string(need - native, coin.decimals),
        )


def _rehearsal(transfer: Transfer, survey: Survey) -> Iterator[_Outcome]:
    """The transaction run as eth_call does not revert, and a token answers true or, like USDT, nothing."""
    rehearsal = survey.rehearsal
    if isinstance(rehearsal, Unread):
        yield _block("E209", check="rehearsal", reason=rehearsal.reason)
    elif rehearsal.reverted is not None:
        yield _block("E207", reason=rehearsal.reverted)
    elif not transfer.token.native and rehearsal.returned not in (b"", _TRUE):
        yield _block("E207", reason="returned-false" if not any(rehearsal.returned) else "bad-return")


def _reason(value: object) -> str:
    return value.reason if isinstance(value, Unread) else "no-answer"

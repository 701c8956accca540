"""The seven checks: all pass for a sound order, and any one broken or unread fact blocks the card."""

from collections.abc import Callable
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.card import Fee, Finding, Level, Transfer
from core.domain.checks import BURN, CHECKS, blocking, check, is_delegation
from core.domain.survey import Rehearsal, Survey, Unread
from core.domain.types import ZERO, Address, Token, address, usd_of
from tests.unit.orders import (
    ALICE,
    BOB,
    CATALOG,
    CHAIN,
    DAI,
    EOA_CODE,
    ETH,
    FREE,
    USDC,
    VAULT,
    addresses,
    healthy,
    tokens,
    transfers,
)

READ = ("chain_id", "balance", "native", "recipient_code", "fee", "rehearsal")
READ_OF_TOKENS = ("decimals", "token_code")


def found(transfer: Transfer, survey: Survey | None = None) -> tuple[Finding, ...]:
    return check(transfer, survey or healthy(transfer), CATALOG)


def codes(findings: tuple[Finding, ...], level: Level = Level.BLOCK) -> list[tuple[str, str]]:
    return [(finding.check, finding.code) for finding in findings if finding.level is level]


def order(token: Token = USDC, raw: int = 5_000_000, recipient: Address = BOB) -> Transfer:
    return Transfer(CHAIN, token, ALICE, recipient, raw)


@given(transfers())
def test_a_sound_order_passes_all_seven_checks_in_their_order(transfer: Transfer) -> None:
    findings = found(transfer)
    assert tuple(finding.check for finding in findings) == CHECKS
    assert {(finding.level, finding.code) for finding in findings} == {(Level.PASS, "ok")}
    assert blocking(findings) is None


@given(transfers(), st.sampled_from(READ + READ_OF_TOKENS), st.text(max_size=20))
def test_what_could_not_be_read_is_never_a_pass(transfer: Transfer, name: str, reason: str) -> None:
    if transfer.token.native and name in READ_OF_TOKENS:
        return
    unread: dict[str, Any] = {name: Unread(reason)}
    broken = replace(healthy(transfer), **unread)
    assert blocking(found(transfer, broken)) is not None


@given(transfers(), st.sets(st.sampled_from(READ), min_size=1))
def test_several_unread_values_block_as_one_does(transfer: Transfer, names: set[str]) -> None:
    unread: dict[str, Any] = dict.fromkeys(names, Unread("node-error"))
    broken = replace(healthy(transfer), **unread)
    assert blocking(found(transfer, broken)) is not None


def test_every_value_of_a_survey_that_a_check_needs_is_covered_here() -> None:
    assert {field.name for field in fields(Survey)} == {*READ, *READ_OF_TOKENS, "block", "nonce"}


BREAKS: dict[str, tuple[Callable[[Survey], Survey], str, str]] = {
    "another chain": (lambda s: replace(s, chain_id=1), "network", "E213"),
    "no chain": (lambda s: replace(s, chain_id=Unread("node-error")), "network", "E211"),
    "no contract": (lambda s: replace(s, token_code=b""), "allowlist", "E208"),
    "other decimals": (lambda s: replace(s, decimals=18), "precision", "E210"),
    "hostile decimals": (lambda s: replace(s, decimals=2**255), "precision", "E210"),
    "no decimals": (lambda s: replace(s, decimals=None), "precision", "E209"),
    "too little": (lambda s: replace(s, balance=4_999_999), "balance", "E202"),
    "nothing": (lambda s: replace(s, balance=0), "balance", "E202"),
    "no fee": (lambda s: replace(s, native=0), "balance", "E203"),
    "one wei less than the fee": (lambda s: replace(s, native=60_000 * 2 * 10**9 - 1), "balance", "E203"),
    "reverts": (lambda s: replace(s, rehearsal=Rehearsal("paused", b"")), "rehearsal", "E207"),
    "reverts in silence": (lambda s: replace(s, rehearsal=Rehearsal("", b"")), "rehearsal", "E207"),
    "returns false": (lambda s: replace(s, rehearsal=Rehearsal(None, bytes(32))), "rehearsal", "E207"),
    "returns two": (lambda s: replace(s, rehearsal=Rehearsal(None, (2).to_bytes(32))), "rehearsal", "E207"),
    "returns one byte": (lambda s: replace(s, rehearsal=Rehearsal(None, b"\x01")), "rehearsal", "E207"),
    "returns true twice": (
        lambda s: replace(s, rehearsal=Rehearsal(None, (1).to_bytes(32) * 2)),
        "rehearsal",
        "E207",
    ),
}


@pytest.mark.parametrize("name", BREAKS)
def test_one_broken_fact_blocks_with_its_code(name: str) -> None:
    change, check_name, code = BREAKS[name]
    assert codes(found(order(), change(healthy(order())))) == [(check_name, code)]


@pytest.mark.parametrize(
    ("recipient", "reason"),
    [
        (ZERO, "zero"),
        *((place, "burn") for place in sorted(BURN)),
        (address("0x" + "0" * 38 + "01"), "precompile"),
        (address("0x" + "0" * 38 + "11"), "precompile"),
        (USDC.address, "token"),
        (DAI.address, "token"),
        (VAULT.address, "token-contract"),
    ],
)
@pytest.mark.parametrize("token", [ETH, USDC])
def test_nobody_pays_an_address_that_nobody_holds(token: Token, recipient: Address, reason: str) -> None:
    findings = found(order(token, recipient=recipient))
    assert codes(findings) == [("parameters", "E205")]
    assert blocking(findings) == Finding(
        "parameters", Level.BLOCK, "E205", {"reason": reason, "address": recipient}
    )


def test_the_payer_pays_somebody_else() -> None:
    assert codes(found(order(recipient=ALICE))) == [("parameters", "E206")]


@pytest.mark.parametrize("raw", [0, -1, 2**256])
def test_an_amount_that_no_calldata_can_hold_blocks(raw: int) -> None:
    assert ("parameters", "E209") in codes(found(order(raw=raw), healthy(order())))


@given(transfers(), st.binary(min_size=1, max_size=64))
def test_a_contract_as_recipient_is_a_warning_and_a_delegated_account_is_not(
    transfer: Transfer, code: bytes
) -> None:
    findings = found(transfer, replace(healthy(transfer), recipient_code=code))
    warned = [] if is_delegation(code) else [("parameters", "E212")]
    assert codes(findings, Level.WARN) == warned
    assert blocking(findings) is None


def test_a_delegation_is_told_by_its_bytes() -> None:
    assert is_delegation(EOA_CODE)
    assert not is_delegation(EOA_CODE + b"\x00")
    assert not is_delegation(EOA_CODE[:-1])
    assert not is_delegation(b"\x60" + EOA_CODE[1:])


@pytest.mark.parametrize(
    "token",
    [
        replace(USDC, address=address("0x" + "99" * 20)),
        replace(USDC, decimals=18),
        replace(USDC, symbol="USDT"),
        replace(USDC, chain_id=1),
        replace(ETH, symbol="BTC"),
    ],
)
def test_only_the_listed_token_itself_may_move(token: Token) -> None:
    transfer = replace(order(), token=token)
    survey = replace(healthy(transfer), native=10**30)
    assert ("allowlist", "E208") in codes(found(transfer, survey))


def test_a_chain_that_is_not_in_the_catalog_blocks() -> None:
    transfer = replace(order(), chain=replace(CHAIN, id=5))
    assert ("allowlist", "E208") in codes(found(transfer))


def test_a_token_without_a_price_can_not_be_held_against_the_limit() -> None:
    assert codes(found(order(FREE, raw=1))) == [("limit", "E214")]


@given(st.integers(1, 10**30), tokens)
def test_the_limit_is_compared_exactly(raw: int, token: Token) -> None:
    transfer = order(token, raw)
    usd = usd_of(raw, transfer.token)
    assert usd is not None
    assert (("limit", "E204") in codes(found(transfer))) == (usd > Decimal("10000"))


def test_what_is_over_the_limit_never_looks_equal_to_it() -> None:
    finding = blocking(found(order(raw=10_000_000_001)))
    assert finding is not None
    assert finding.params == {"usd": "10000.01", "limit": "10000"}


def test_a_lacking_fee_says_how_much_is_missing() -> None:
    transfer = order(ETH, raw=10**18)
    survey = replace(healthy(transfer), balance=10**18, native=10**18)
    assert blocking(found(transfer, survey)) == Finding(
        "balance",
        Level.BLOCK,
        "E203",
        {"symbol": "ETH", "have": "1", "need": "1.00012", "missing": "0.00012"},
    )


def test_a_lacking_balance_of_the_coin_is_said_once() -> None:
    transfer = order(ETH, raw=10**18)
    survey = replace(healthy(transfer), balance=5 * 10**17, native=5 * 10**17)
    assert codes(found(transfer, survey)) == [("balance", "E202")]


def test_a_known_cause_is_spoken_of_before_what_could_not_be_read() -> None:
    survey = replace(healthy(order()), fee=Unread("reverted"), rehearsal=Rehearsal("paused", b""))
    finding = blocking(found(order(), survey))
    assert finding is not None
    assert (finding.code, finding.params) == ("E207", {"reason": "paused"})


numbers = st.integers(0, 2**256 - 1) | st.just(Unread("node-error"))
blobs = st.sampled_from([b"", b"\x60", EOA_CODE]) | st.just(Unread("node-error"))
surveys = st.builds(
    Survey,
    chain_id=st.sampled_from([31337, 1]) | st.just(Unread("node-error")),
    block=st.integers(0, 10**9),
    nonce=numbers,
    balance=numbers,
    native=numbers,
    decimals=st.sampled_from([6, 18, None]) | st.just(Unread("no-code")),
    token_code=blobs | st.none(),
    recipient_code=blobs,
    fee=st.builds(Fee, gas=st.integers(1, 10**7), max_fee=st.integers(0, 2**80), priority=st.just(1))
    | st.just(Unread("node-error")),
    rehearsal=st.builds(
        Rehearsal,
        reverted=st.none() | st.text(max_size=5),
        returned=st.sampled_from([b"", bytes(32), (1).to_bytes(32)]) | st.binary(max_size=33),
    )
    | st.just(Unread("node-error")),
)


@given(st.builds(Transfer, st.just(CHAIN), tokens, addresses, addresses, st.integers(-1, 2**256)), surveys)
def test_whatever_passes_is_sound(transfer: Transfer, survey: Survey) -> None:
    findings = found(transfer, survey)
    assert {finding.check for finding in findings} == set(CHECKS)
    if blocking(findings) is not None:
        return
    assert 0 < transfer.raw < 2**256
    assert transfer.payer != transfer.recipient
    assert survey.chain_id == 31337
    assert isinstance(survey.balance, int)
    assert isinstance(survey.native, int)
    assert isinstance(survey.fee, Fee)
    assert isinstance(survey.rehearsal, Rehearsal)
    assert isinstance(survey.recipient_code, bytes)
    assert survey.rehearsal.reverted is None
    assert survey.balance >= transfer.raw
    if transfer.token.native:
        assert survey.native >= transfer.raw + survey.fee.wei
    else:
        assert survey.native >= survey.fee.wei
        assert survey.decimals == transfer.token.decimals
        assert survey.token_code
        assert survey.rehearsal.returned in (b"", (1).to_bytes(32))

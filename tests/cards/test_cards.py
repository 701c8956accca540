"""Every word that people read about their money, as text beside the test: a change of wording is a diff.

After a wanted change: `pytest tests/cards --snapshot-update`, and read the diff.
"""

import json
from datetime import timedelta
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.render import status_code, status_params
from core.domain.card import Card, Level, Transfer, facts, transaction_of
from core.domain.checks import check
from core.domain.message import Language
from core.domain.outbox import Letter, Place
from core.domain.survey import Rehearsal, Survey
from core.domain.task import State
from core.wording import LANGUAGES, codes, say
from tests.fakes.chain import FEE
from tests.fakes.clock import START
from tests.fakes.world import ALICE, BOB, CATALOG, token

CHAIN = CATALOG.default_chain
HASH = "0x" + "ab" * 32
CARDS = {"ETH": 15 * 10**17, "USDC": 1_234_567_800, "USDT": 1}
REASONS: dict[State, tuple[str, ...]] = {
    State.INTENT_CONFIRM: ("asked",),
    State.PREVIEW: ("confirmed",),
    State.SUBMITTED: ("pending", "included", "unreadable"),
    State.SETTLED: ("settled",),
    State.FAILED: (
        "reverted",
        "nothing-moved",
        "other-recipient",
        "other-amount",
        "moved-less",
        "replaced",
        "paid-otherwise",
        "mismatch",
    ),
    State.REJECTED: ("user", "withdrawn", "cancelled-on-chain"),
    State.EXPIRED_UNSENT: ("expired",),
    State.EXPIRED_UNKNOWN: ("expired",),
}


def transfer(symbol: str) -> Transfer:
    return Transfer(CHAIN, token(symbol), ALICE, BOB, CARDS[symbol])


def survey(of: Transfer, code: bytes = b"") -> Survey:
    native = of.token.native
    return Survey(
        chain_id=CHAIN.id,
        block=100,
        nonce=7,
        balance=10**21,
        native=10**21,
        decimals=None if native else of.token.decimals,
        token_code=None if native else b"\x60",
        recipient_code=code,
        fee=FEE,
        rehearsal=Rehearsal(None, b""),
    )


def card(symbol: str, code: bytes = b"") -> dict[str, Any]:
    of = transfer(symbol)
    findings = check(of, survey(of, code), CATALOG)
    return facts(Card("task", of, transaction_of(of), FEE, findings, START + timedelta(minutes=30)))


@pytest.mark.parametrize("symbol", CARDS)
def test_the_facts_of_a_card(symbol: str, snapshot: SnapshotAssertion) -> None:
    assert json.dumps(card(symbol), indent=2) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("symbol", CARDS)
def test_the_words_of_a_card(symbol: str, language: Language, snapshot: SnapshotAssertion) -> None:
    shown = card(symbol, code=b"\x60")
    lines = [
        say("card-title", {"amount": shown["amount"], "symbol": shown["token"]["symbol"]}, language),
        say("card-usd", {"usd": shown["usd"]}, language),
        f"{say('card-pays', {}, language)}: {shown['from']}",
        f"{say('card-to', {}, language)}: {shown['to']}",
        f"{say('card-chain', {}, language)}: {shown['chain']['name']}",
        f"{say('card-fee', {}, language)}: {say('card-fee-value', shown['fee'], language)}",
        say("card-expires", {"time": shown["expires_at"]}, language),
        say("card-nothing-moves", {}, language),
        *(_finding(found, language) for found in shown["findings"]),
        f"[{say('card-sign', {}, language)}] [{say('card-cancel', {}, language)}]",
    ]
    assert "\n".join(lines) == snapshot


def _finding(found: dict[str, Any], language: Language) -> str:
    words = "check-passed" if found["level"] == Level.PASS else found["code"]
    return f"{say('check-' + found['check'], {}, language)}: {say(words, found['params'], language)}"


def letter(state: State, reason: str) -> Letter:
    shown = card("USDC")
    body = {
        "task": "task",
        "state": state.value,
        "reason": reason,
        "tx_hash": None if state in (State.INTENT_CONFIRM, State.PREVIEW, State.EXPIRED_UNSENT) else HASH,
        "amount": shown["amount"],
        "symbol": "USDC",
        "to": BOB,
    }
    return Letter(1, Place("web", "thread", "1"), "task", "user", "en", body, START, 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", State)
def test_what_is_said_of_a_state(state: State, language: Language, snapshot: SnapshotAssertion) -> None:
    lines = [say(f"task-{state.value}", {}, language)]
    for reason in REASONS[state]:
        told = letter(state, reason)
        lines.append(f"{reason}: {say(status_code(told), status_params(told), language)}")
    assert "\n".join(lines) == snapshot


def test_every_sentence_about_a_state_is_shown_above() -> None:
    shown = {status_code(letter(state, reason)) for state, reasons in REASONS.items() for reason in reasons}
    general = {f"status-{state.value}" for state in State}
    pages = {"status-included-waiting"}  # said by the page, with confirmations
    assert {code for code in codes("en") if code.startswith("status-")} - pages <= shown | general

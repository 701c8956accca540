"""A doubt stays until a plain order settles it; short answers confirm nothing."""

import json
import time

import pytest

from core.domain.draft import draft_of, intent_of
from core.domain.intent import Command, Intent
from core.domain.router import Route, route
from core.understanding.grammar import understand
from tests.unit.words import ALICE, WORDS


def _order(intent: Intent) -> tuple[str | None, str | None, str | None]:
    return intent.token, intent.amount, intent.recipient


@pytest.mark.parametrize(
    ("first", "answers"),
    [
        ("send 50 USDC tomorrow", [ALICE]),
        ("I sent 50 USDC", [ALICE]),
        ('he said "send 50 USDC"', [ALICE, "USDC", "50"]),
        ("send 50 USDC would be stupid", [ALICE]),
        ("周五转 50 USDC", [ALICE]),
    ],
)
def test_a_doubt_outlives_the_answers_to_other_questions(first: str, answers: list[str]) -> None:
    intent = understand(first, WORDS)
    for answer in answers:
        kept = intent_of(json.loads(json.dumps(draft_of(intent))))
        assert kept.problems == intent.problems
        intent = understand(answer, WORDS, (), kept)
        assert route(intent) is Route.CLARIFY
    assert [problem.code for problem in intent.problems] == ["E120"]
    button = intent.problems[0].choices[0]
    assert _order(understand(button.message, WORDS)) == ("USDC", "50", ALICE)


@pytest.mark.parametrize("word", ["yes", "ok", "confirm", "是", "好的", "确认"])
def test_a_yes_confirms_nothing(word: str) -> None:
    assert [problem.code for problem in understand(word, WORDS).problems] == ["E124"]
    asked = understand(f"send 5 USDC/USDT to {ALICE}", WORDS)
    assert understand(word, WORDS, (), asked) == asked


@pytest.mark.parametrize("word", ["no", "don't", "不", "不用"])
def test_a_no_drops_the_question_and_else_cancels(word: str) -> None:
    asked = understand(f"send 5 USDC/USDT to {ALICE}", WORDS)
    assert understand(word, WORDS).command is Command.CANCEL
    refused = understand(word, WORDS, (), asked)
    assert refused.refusal == "E113" and refused.command is None


def test_a_choice_can_be_named_by_its_place() -> None:
    asked = understand(f"send 5 USDC/USDT to {ALICE}", WORDS)
    assert _order(understand("the second one", WORDS, (), asked)) == ("USDT", "5", ALICE)
    assert _order(understand("第一个", WORDS, (), asked)) == ("USDC", "5", ALICE)


@pytest.mark.parametrize("piece", [", ", "no, ", "for a ", "to a ", "点", "memo ", "wait "])
def test_no_message_is_understood_slowly(piece: str) -> None:
    message = piece * (3900 // len(piece)) + f"send 50 USDC to {ALICE}"
    start = time.perf_counter()
    understand(message, WORDS)
    assert time.perf_counter() - start < 2

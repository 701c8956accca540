"""Slips in ordinary words are read as meant; no slip reaches a slot, and a doubtful denial is never an order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.intent import Command
from core.domain.router import Route, route
from core.domain.script import fold
from core.understanding.elements import sketched
from core.understanding.grammar import understand
from core.understanding.shorthand import SHORT
from core.understanding.spelling import meant, spelled
from core.understanding.spelling_words import GUARDS, MEANT, ORDINARY
from tests.unit.words import ALICE, WORDS

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _slips(word: str) -> set[str]:
    cut = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    swapped = {a + b[1] + b[0] + b[2:] for a, b in cut if len(b) > 1}
    lost = {a + b[1:] for a, b in cut if b}
    added = {a + letter + b for a, b in cut for letter in _LETTERS}
    return (swapped | lost | added | {a + letter + b[1:] for a, b in cut if b for letter in _LETTERS}) - {
        word
    }


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("sned", "send"),
        ("tranfer", "transfer"),
        ("balnce", "balance"),
        ("recieve", "receive"),
        ("bal", "balance"),
    ]
    + [
        ("waht's", "what's"),
        ("spend", "spend"),
        ("lend", "lend"),
        ("usdcc", "usdcc"),
        ("transaciton", "transaction"),
    ]
    + [
        (word, None)
        for word in ("do'nt", "dnt", "nto", "neevr", "tommorow", "unles", "evry", "polygn", "wil")
    ],
)
def test_a_slip_is_read_as_the_only_word_near_it(word: str, right: str | None) -> None:
    assert meant(word) == right


def test_words_that_mean_themselves_are_never_changed() -> None:
    assert [word for word in ORDINARY | MEANT if meant(word) != word and word not in SHORT] == []


@pytest.mark.parametrize(
    "denial", ["dont", "don't", "do not", "never", "stop", "cannot", "别", "不要", "請勿"]
)
def test_no_slip_turns_a_denial_into_an_order(denial: str) -> None:
    verb = "send" if denial.isascii() else "转"
    for slip in _slips(denial) if denial.isascii() else {denial}:
        if slip.strip() and len(slip) > 3 and slip.replace("'", "") not in ORDINARY | MEANT:
            known = understand(f"{slip} {verb} 5 USDC to {ALICE}", WORDS)
            assert route(known) is not Route.WRITE or " " in slip, slip


@given(st.sampled_from(["USDC", "ETH", "DAI", "USDT"]), st.data())
def test_a_misspelt_token_is_asked_about(symbol: str, data: st.DataObject) -> None:
    slip = data.draw(st.sampled_from(sorted(_slips(symbol.lower()))))
    intent = understand(f"sned 5 {slip} to {ALICE}", WORDS)
    if route(intent) is Route.WRITE:
        assert (intent.token or "").lower() == slip


@given(st.text(alphabet="abcdenost '’-", max_size=40))
def test_every_letter_of_a_mended_sketch_knows_its_place(text: str) -> None:
    sketch = spelled(sketched(fold(text), WORDS))
    places = [(piece.start, piece.end) for piece in sketch.pieces]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(sketch.folded.text) for start, end in places)


@pytest.mark.parametrize(
    ("message", "command"), [("cancle", "cancel"), ("hlep", "help"), ("pendign", "pending")]
)
def test_a_misspelt_command_works_and_one_that_deletes_must_be_right(
    message: str, command: str | None
) -> None:
    assert understand(message, WORDS).command == (Command(command) if command else None)
    assert understand("forgte me", WORDS).command is None


def test_every_guard_and_every_word_is_lower_case() -> None:
    assert all(word == word.lower() and word.isalpha() for word in GUARDS | MEANT | ORDINARY)

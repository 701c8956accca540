"""Every message has words in both languages, takes the same variables, and puts them in as plain text."""

import pytest

from core.domain.intent import Command, Kind, Language
from core.wording import LANGUAGES, codes, grouped, plain, say, variables


def test_every_message_exists_in_both_languages() -> None:
    assert codes("en") == codes("zh")


@pytest.mark.parametrize("code", sorted(codes("en")))
def test_a_message_takes_the_same_variables_in_both_languages(code: str) -> None:
    assert variables(code, "en") == variables(code, "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_said(language: Language) -> None:
    for code in codes(language):
        words = say(code, dict.fromkeys(variables(code, language), "7"), language)
        assert words.strip() and "{" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_built_yet_is_named_for_every_intent_and_command(language: Language) -> None:
    named = [
        kind.value for kind in Kind if kind not in {Kind.BALANCE, Kind.TRANSFER, Kind.CHAT, Kind.OUT_OF_SCOPE}
    ]
    named += [command.value for command in set(Command) - {Command.CANCEL, Command.PENDING, Command.HELP}]
    unnamed = say("E112", {"intent": "-"}, language)
    assert all(say("E112", {"intent": name}, language) != unnamed for name in named)


def test_a_missing_variable_is_shown_as_unknown_and_never_raises() -> None:
    assert say("E202", {"symbol": "USDC"}, "en") == "There is not enough USDC: you have ?, this needs ?."


def test_plain_figures_are_grouped_in_both_languages() -> None:
    for language in LANGUAGES:
        assert "1,234,567.5 USDC" in say("card-title", {"amount": "1234567.5", "symbol": "USDC"}, language)


def test_foreign_text_cannot_turn_or_hide_words() -> None:
    assert plain("a\u202eb\u200bc\nd\U000e0041") == "abc d"
    assert "\u202e" not in say("E104", {"text": "x\u202ey", "known": "ETH"}, "en")


@pytest.mark.parametrize(
    ("figure", "words"),
    [("0", "0"), ("1000", "1,000"), ("-1234.50", "-1,234.50"), ("0.0001234", "0.0001234"), ("12", "12")],
)
def test_figures_are_grouped_by_comma(figure: str, words: str) -> None:
    assert grouped(figure) == words


def test_an_unknown_code_is_an_error() -> None:
    with pytest.raises(LookupError):
        say("E999", {}, "en")

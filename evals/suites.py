"""The suites that need no chain and no documents: amounts and intents, on the embedded grammar."""

import re
from collections.abc import Callable
from typing import Any

from core.domain.intent import Condition, Intent, Turn
from core.domain.router import Route, route
from core.understanding.elements import amount_of
from core.understanding.grammar import understand
from core.understanding.lexicon import ChainWord, TokenWord, Words
from evals.case import Case
from evals.report import Outcome, Report, share

# The catalog of interfaces.md: "Tokens known to the suites without a catalog" (U = USDT and USDC).
WORDS = Words(
    tokens=(
        TokenWord("ETH", "Ether", None, "demo", 18),
        TokenWord("WETH", "Wrapped Ether", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", "demo", 18),
        TokenWord(
            "USDC", "USD Coin", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "demo", 6, ("U",), usd=True
        ),
        TokenWord(
            "USDT", "Tether USD", "0xdAC17F958D2ee523a2206206994597C13D831ec7", "demo", 6, ("U",), usd=True
        ),
        TokenWord(
            "DAI", "Dai Stablecoin", "0x6B175474E89094C44Da98b954EedeAC495271d0F", "demo", 18, usd=True
        ),
    ),
    chains=(ChainWord("demo", "Demo chain", ("local", "演示链"), default=True),),
)


def amounts(cases: list[Case]) -> Report:
    """Amount words → a value or a question. `silent_misreadings` are values given where another was meant."""
    outcomes = []
    for case in cases:
        got = amount_of(case.text, WORDS) or "ask"
        outcomes.append(Outcome(case.id, got == case.expect, got, case.expect))
    wrong = sum(one.got not in {"ask", one.want} for one in outcomes)
    needless = sum(one.got == "ask" and one.want != "ask" for one in outcomes)
    metrics = {**_languages(cases, outcomes), "silent_misreadings": wrong, "needless_questions": needless}
    return Report("amounts", tuple(outcomes), metrics)


def intents(cases: list[Case]) -> Report:
    """Messages → route, intent and slots, against a conversation so far."""
    outcomes = []
    for case in cases:
        got = _shown(_after(case.history, case.text), case.expect)
        outcomes.append(Outcome(case.id, _same(got, case.expect), got, case.expect))
    routes = sum(one.got["route"] == one.want["route"] for one in outcomes)
    wrong = sum(one.got["route"] == "write" and not one.passed for one in outcomes)
    needless = sum(one.got["route"] == "clarify" and one.want["route"] == "write" for one in outcomes)
    metrics = {
        **_languages(cases, outcomes),
        "route": share(routes, len(outcomes)),
        "wrong_writes": wrong,
        "needless_questions": needless,
    }
    return Report("intents", tuple(outcomes), metrics)


SUITES: dict[str, Callable[[list[Case]], Report]] = {"amounts": amounts, "intents": intents}


def _after(history: tuple[Turn, ...], message: str) -> Intent:
    """The conversation as the assistant leads it: an order it asked about stays open for the next message."""
    draft: Intent | None = None
    for turn in history:
        if turn.role == "user":
            intent = understand(turn.content, WORDS, draft=draft)
            draft = intent if route(intent) is Route.CLARIFY else None
    return understand(message, WORDS, history, draft)


def _shown(intent: Intent, expect: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {
        "route": route(intent).value,
        "intent": intent.kind.value,
        "conditions": [_condition(condition) for condition in intent.conditions] or None,
        **{
            slot: getattr(intent, slot)
            for slot in ("token", "amount", "recipient", "chain", "join", "action", "limit", "question")
        },
    }
    return {key: values[key] for key in expect}


def _condition(condition: Condition) -> dict[str, Any]:
    return {
        "token": condition.token,
        "op": condition.op,
        "value": condition.value,
        "subject": condition.subject,
    }


def _same(got: dict[str, Any], want: dict[str, Any]) -> bool:
    return all(
        _conditions_match(got[key], value) if key == "conditions" else got[key] == value
        for key, value in want.items()
    )


def _conditions_match(got: Any, want: Any) -> bool:
    """Compared by the keys that the case gives."""
    if not want or not got:
        return bool(want) == bool(got)
    pairs = zip(got, want, strict=False)
    return len(got) == len(want) and all(
        one.get(key) == value for one, given in pairs for key, value in given.items()
    )


def _languages(cases: list[Case], outcomes: list[Outcome]) -> dict[str, float | int]:
    """Shares passed by language: Chinese when Chinese characters stand in the text."""
    chinese = [
        one.passed
        for case, one in zip(cases, outcomes, strict=True)
        if re.search("[\u3400-\u9fff]", case.text)
    ]
    other = [
        one.passed
        for case, one in zip(cases, outcomes, strict=True)
        if not re.search("[\u3400-\u9fff]", case.text)
    ]
    return {"zh": share(sum(chinese), len(chinese)), "other": share(sum(other), len(other))}

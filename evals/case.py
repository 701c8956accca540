"""Evaluation cases: JSON lines, one case each, checked before anything runs."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.intent import Turn

ROUTES = ("read", "write", "clarify", "reject")
SLOTS = ("token", "amount", "recipient", "chain", "conditions", "join", "action", "limit", "question")
INTENTS = "balance history staking lookup transfer conditional_transfer goal action chat out_of_scope".split()


class BadCase(Exception):
    """A case file that cannot be used: file, line and reason."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")


@dataclass(frozen=True)
class Case:
    """One case: what is said, what was said before, what must come out."""

    id: str
    text: str
    expect: Any
    history: tuple[Turn, ...] = ()


def load(path: Path, suite: str) -> list[Case]:
    """The cases of one suite. Lines of a mixed file that name another suite are left out. Raises BadCase."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadCase(path, 0, str(error)) from error
    cases: list[Case] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        case = _read(path, number, line, suite)
        if case is not None:
            cases.append(case)
    if not cases:
        raise BadCase(path, len(lines), f"no case of the suite {suite}")
    _unique(path, cases)
    return cases


def _unique(path: Path, cases: list[Case]) -> None:
    seen: set[str] = set()
    for number, case in enumerate(cases, 1):
        if case.id in seen:
            raise BadCase(path, number, f"the id {case.id!r} stands twice")
        seen.add(case.id)


def _read(path: Path, number: int, line: str, suite: str) -> Case | None:
    try:
        entry = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadCase(path, number, f"not JSON: {error.msg}") from error
    if not isinstance(entry, dict):
        raise BadCase(path, number, "not an object")
    if entry.get("suite", suite) != suite:
        return None
    said = entry.get("text" if suite == "amounts" else "message")
    if not isinstance(entry.get("id"), str) or not isinstance(said, str):
        raise BadCase(path, number, f"needs id and {'text' if suite == 'amounts' else 'message'} as strings")
    if "expect" not in entry:
        raise BadCase(path, number, "needs expect")
    wrong = _wrong_amount(entry["expect"]) if suite == "amounts" else _wrong_intent(entry["expect"])
    if wrong:
        raise BadCase(path, number, wrong)
    return Case(entry["id"], said, entry["expect"], _history(path, number, entry.get("history", [])))


def _history(path: Path, number: int, turns: Any) -> tuple[Turn, ...]:
    try:
        read = tuple(Turn(turn["role"], turn["content"]) for turn in turns)
    except (TypeError, KeyError) as error:
        raise BadCase(path, number, "history is a list of {role, content}") from error
    if any(turn.role not in {"user", "assistant"} or not isinstance(turn.content, str) for turn in read):
        raise BadCase(path, number, "history has roles user and assistant, and text")
    return read


def _wrong_amount(expect: Any) -> str | None:
    return None if isinstance(expect, str) and expect else "expect is a decimal string, all, half, N% or ask"


def _wrong_intent(expect: Any) -> str | None:
    if not isinstance(expect, dict) or expect.get("route") not in ROUTES:
        return f"expect.route is one of {', '.join(ROUTES)}"
    if expect.get("intent", "chat") not in INTENTS:
        return f"unknown intent {expect['intent']!r}"
    strange = set(expect) - {"route", "intent", *SLOTS}
    return f"unknown slot {min(strange)!r}" if strange else None

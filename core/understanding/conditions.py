"""Comparisons of a balance with an amount ("if my ETH is above 2", 余额不低于 100), and goals made of them."""

import re
from dataclasses import dataclass

from core.domain.intent import Condition, Join, Operator
from core.understanding.manners import APOLOGY
from core.understanding.phrases import CONDITION, CONDITION_OK
from core.understanding.sketch import Element, Sketch

_OPERATORS: tuple[tuple[Operator, str], ...] = (
    (
        "ge",
        r"(?:at least|>=|≥|(?:no|not) (?:less|lower|fewer) than|not (?:below|under)|at or above|(?:reaches"
        r"|reach|hits|hit)|大于等于|大于或等于|不少于|不低于|不小于|至少(?:有|是)?|达到|有|够)",
    ),
    (
        "le",
        r"(?:at most|<=|≤|(?:no|not) (?:more|greater|higher) than|not (?:above|over|exceeding)|at or below"
        r"|小于等于|小于或等于|不超过|不高于|不大于|不多于|最多)",
    ),
    (
        "gt",
        r"(?:(?:more|greater|higher|bigger|larger) than|above|over|exceed(?:s|ing)?|beyond|>|大于|高于|超过"
        r"|多于|超出|高过|多过)",
    ),
    ("lt", r"(?:(?:less|lower|fewer|smaller) than|below|under|<|小于|低于|少于|不足|不到|低过|少过)"),
    (
        "eq",
        r"(?:(?:is |are )?(?:exactly )?equal(?:s)?(?: to)?|(?:is|are) exactly|==?|等于|正好是?|恰好是?"
        r"|刚好是?)",
    ),
)
_OP = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _OPERATORS)
_VERB = r"(?:is|are|goes|go|gets|get|falls?|drops?|rises?|climbs?|becomes?|stays?|remains?|has|have|holds?|was|ever|still|currently|now|to|at|balance|holdings?|amount|的|余额|数量|持仓|还|剩|剩余|有|是|已经?|了|变得?|跌到?|涨到?|降到?|升到?|账户|钱包|里|中|在|一旦|如果|\s){0,14}"
_COMPARED = re.compile(
    rf"(?:(?<![a-z])(?:my|the|his|their|our|我的?|我账户"
    rf"|我钱包)\s*)?(?P<subject>A(?:'s)?\s*)?(?P<token>T)?\s*{_VERB}(?:{_OP})\s*(?P<value>N)\s*(?:个|枚"
    rf"|颗)?\s*(?P<after>T)?"
    rf"(?P<bound>\s*(?:以上|或以上|或更多|以下|或以下|及以上|or more|or less|or above|or below))?"
)
_BOUND = re.compile(
    rf"(?:(?<![a-z])(?:my|i|we"
    rf"|我的?)\s*)?(?P<subject>A(?:'s)?\s*)?(?P<token>T)?\s*{_VERB}(?P<value>N)\s*(?:个|枚"
    rf"|颗)?\s*(?P<after>T)?\s*(?P<bound>以上|或以上|或更多|以下|或以下|及以上|or more|or less|or above"
    rf"|or below)"
)


_PRICED = re.compile(
    r"(?<![a-z])(?:prices?|priced|worth|market|rate|trades?|trading|gas|costs?|moons?|pumps?"
    r"|dumps?)(?![a-z])|价|涨|跌|行情|汇率|值(?:多少|N)|gas|手续费"
)
"""A price or a fee is compared, not a balance: not to be read as one."""


@dataclass(frozen=True)
class Conditions:
    """The comparisons of a message, how they are joined, and the sketch without them (V for each)."""

    conditions: tuple[Condition, ...]
    join: Join
    rest: Sketch
    complete: bool


def is_conditional(text: str) -> bool:
    """The message makes something depend on something else (politeness aside)."""
    return CONDITION.search(CONDITION_OK.sub(" ", APOLOGY.sub(" ", text))) is not None


def read_conditions(sketch: Sketch, default_token: str | None) -> Conditions:
    """All comparisons. `complete` is false when one could not be read exactly or none stands there."""
    text = sketch.text
    found: list[tuple[int, int, Element]] = []
    conditions: list[Condition] = []
    complete = _PRICED.search(text) is None
    for match in sorted((*_COMPARED.finditer(text), *_BOUND.finditer(text)), key=lambda one: one.start()):
        if found and match.start() < found[-1][1]:
            continue
        condition = _condition(sketch, match, default_token)
        complete = complete and condition is not None
        if condition is not None:
            conditions.append(condition)
        found.append((match.start(), match.end(), Element("V", *sketch.original(match.start(), match.end()))))
    rest = sketch.with_elements(found)
    join: Join = (
        "any"
        if re.search(
            r"V[^V]*(?<![a-z])or(?![a-z])[^V]*V|V[^V]*(?:或|要么)[^V]*V|any of|either|任一|任何一个",
            rest.text,
        )
        else "all"
    )
    return Conditions(tuple(conditions), join, rest, complete and bool(conditions))


def _condition(sketch: Sketch, match: re.Match[str], default_token: str | None) -> Condition | None:
    value, groups = sketch.behind(match.start("value")), match.groupdict()
    amount = value.amount if value is not None else None
    exact = amount.value if amount is not None and amount.code is None and amount.fiat is None else None
    if exact is None or exact in {"all", "half"} or exact.endswith("%"):
        return None
    token = _token(sketch, match, default_token)
    operator = next((name for name, _ in _OPERATORS if groups.get(name)), None)
    bound = (groups.get("bound") or "").strip()
    if bound:
        operator = "le" if bound in {"以下", "或以下", "or less", "or below"} else "ge"
    subject = sketch.behind(match.start("subject")) if groups.get("subject") else None
    if token is None or operator is None or (subject is not None and subject.code):
        return None
    return Condition(token, operator, exact, subject.value if subject else None)


def _token(sketch: Sketch, match: re.Match[str], default_token: str | None) -> str | None:
    named = [sketch.behind(match.start(name)) for name in ("token", "after") if match.groupdict().get(name)]
    symbols = {token.symbol for element in named if element is not None for token in element.tokens}
    if not named:
        return default_token
    return symbols.pop() if len(symbols) == 1 else None


GOAL = re.compile(
    r"(?<![a-z])(?:keep|maintain|make sure|ensure|guarantee|hold|top(?:ped)? up|never let|don't let"
    r"|do not let|always have|always has|replenish|refill)(?![a-z])"
    r"|保持|维持|确保|保证|别让|不要让|不让|始终|一直有|补到|补足|补充到|补满|随时有|自动补|常备"
)


def is_goal(text: str) -> bool:
    """Keep an address at or above an amount."""
    if not GOAL.search(text) or not re.search(r"[NT]", text):
        return False
    bound = re.search(
        r"at least|at or above|above|no less than|not less than|minimum|(?:drops?|falls?|goes|dips?|gets?"
        r"|below|under)|topped|top up|always|balance|不低于|不少于|至少|以上|大于|高于|低于|少于|保持在"
        r"|维持在|补到|补足|补充到|补满|够|余额|有",
        text,
    )
    return bound is not None

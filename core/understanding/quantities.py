"""The amount of an order, and what of amount and token must fit together."""

import re
from collections.abc import Mapping
from dataclasses import replace

from core.domain import amounts
from core.domain.amount import ASK, NOT_POSITIVE, Amount
from core.domain.intent import Choice
from core.understanding.doubts import ABOUT, MULTIPLE, REMAINDER
from core.understanding.lexicon import Words
from core.understanding.sketch import Element
from core.understanding.slots import MOST_CHOICES, Slots, order_text

BESIDE = r"\s*(?:个|枚|颗|只|of\s+my|of\s+the|of|的|worth\s+of|in\s+my|in)?\s*(?:我的\s*)?"
"""What may stand between an amount and its token."""

_PURPOSE = re.compile(r"(?:(?<![a-z])(?:for|buy|buying|bought)|买|订|点|吃|喝)\s*(?:了|the\s|those\s)?\s*$")


def read_amount(slots: Slots) -> Element | None:
    """The one amount; two different ones, a doubt, a bound or nothing at all is a question."""
    text = slots.sketch.text
    found = [(place, element) for place, element in slots.sketch.places("N") if not _meant_for(text, place)]
    strong = [(place, element) for place, element in found if element.amount and not element.amount.weak]
    distinct = [element for place, element in _unrepeated(text, strong or found)]
    if changed := _changed(text, distinct):
        slots.miss("amount", ASK, {"text": slots.sketch.said(*changed.span()).strip()})
        return None
    if not distinct:
        slots.miss("amount", "E106")
        return None
    if len(distinct) > 1:
        said = _said(slots, distinct)
        slots.miss("amount", _several(slots), {"text": said, "list": said})
        return None
    element = distinct[0]
    amount = element.amount
    strange = _STRANGE_UNIT.match(text, text_place(slots, element)) is not None
    if amount is None or element.code or amount.compared or strange:
        slots.miss("amount", element.code or ASK, {"text": slots.said(element)}, _readings(slots, element))
        return element
    slots.amount = element.value
    slots.place("amount", element)
    return element


def _said(slots: Slots, elements: list[Element]) -> str:
    """Amounts as they were sent; those with only a sign between them ("1·5", "5²") are one."""
    first, last = elements[0], elements[-1]
    if last.start - first.end <= 1 and len(elements) == 2:
        return slots.sketch.folded.said(first.start, last.end)
    return ", ".join(slots.said(element) for element in elements)


_STRANGE_UNIT = re.compile(
    r"N\s?(?![个枚颗只单币的给到至往向转打发汇付送寄过去吧啊呢了出就请谢也都全用从在和我,，。])[\u4e00-\u9fff]"
)
"""A measure that is none of a coin (五折, 50 斤) takes away what the number means."""


def _changed(text: str, amounts_: list[Element]) -> re.Match[str] | None:
    """Words that make of a number another amount than it says: all but 10, double, 100 出头."""
    shares = {"all", "half"}
    counted = any(one.value is None or one.value not in shares for one in amounts_)
    remainder = REMAINDER.search(text) if counted else None
    return remainder or MULTIPLE.search(text) or ABOUT.search(text)


def _meant_for(text: str, place: int) -> bool:
    """A number of things that the money is for ("… for 2 pizzas", 买两个披萨), after the amount and its token."""
    paid = re.search(rf"N{BESIDE}T", text[:place])
    things = re.match(rf"{BESIDE}T|\s*$", text[place + 1 :])
    return paid is not None and things is None and _PURPOSE.search(text[:place]) is not None


def text_place(slots: Slots, element: Element) -> int:
    """Where an element's letter stands in the sketched text."""
    return next(place for place, one in slots.sketch.places(element.mark) if one is element)


def _unrepeated(text: str, found: list[tuple[int, Element]]) -> list[tuple[int, Element]]:
    """ "50 (fifty) USDC" says one amount twice; anywhere else a second amount counts, even of the same value."""
    kept: list[tuple[int, Element]] = []
    for place, element in found:
        if (
            kept
            and element.value == kept[-1][1].value
            and re.fullmatch(r"\s*T?\s*\(\s*", text[kept[-1][0] + 1 : place])
        ):
            continue
        kept.append((place, element))
    return kept


def _several(slots: Slots) -> str:
    """Several amounts each with a token of its own are several orders; otherwise one doubtful amount."""
    pairs = re.findall(rf"N{BESIDE}T", slots.sketch.text)
    return "E123" if len(pairs) > 1 else ASK


def _readings(slots: Slots, element: Element) -> tuple[Choice, ...]:
    amount = element.amount
    if amount is None or element.code == NOT_POSITIVE:
        return ()
    readings = amount.readings or ((amount.value,) if amount.value else ())
    spoken = {"half": "half of my" if slots.language == "en" else "一半的"}
    return tuple(
        slots.instead(element, spoken.get(reading, reading), reading)
        for reading in readings[:MOST_CHOICES]
        if amounts.readable(reading)
    )


def fit(slots: Slots, amount: Element | None) -> None:
    """Amount and token together: decimals, money of a state, wei of a token that has none."""
    read = amount.amount if amount is not None else None
    if amount is None or read is None or slots.amount is None:
        return
    if not suits(read, slots.token, slots.words):
        refuse_amount(slots, ASK, {"text": slots.said(amount)})
    elif slots.decimals is not None and places(slots.amount) > slots.decimals:
        params = {"amount": slots.amount, "symbol": slots.token or "", "decimals": str(slots.decimals)}
        refuse_amount(slots, "E108", params)


def suits(amount: Amount, symbol: str | None, words: Words) -> bool:
    """Dollars fit a token of one dollar, wei and gwei the native coin, other money nothing."""
    meant = [token for token in words.tokens if token.symbol == symbol]
    if amount.fiat is not None:
        return amount.fiat == "usd" and bool(meant) and all(token.usd for token in meant)
    return amount.unit is None or not meant or any(token.address is None for token in meant)


def refuse_amount(slots: Slots, code: str, params: Mapping[str, str]) -> None:
    slots.amount = None
    slots.spans.pop("amount", None)
    slots.miss("amount", code, params)


def places(amount: str) -> int:
    """Decimal places of a plain amount; 0 for all, half and shares."""
    _, _, fraction = amount.partition(".")
    return 0 if amount.endswith("%") else len(fraction)


def put_plainly(slots: Slots, element: Element | None) -> None:
    """With the token known each reading is put as a plain order, without the words that made it doubtful."""
    _tokens_plainly(slots)
    _missing_token_plainly(slots, element)
    if element is None or slots.token is None or slots.sketch.elements("V"):
        return
    for place, problem in enumerate(slots.problems):
        if problem.slot == "amount" and problem.choices:
            plain = (
                order_text(choice.label, slots.token, slots.recipient, slots.chain, slots.language)
                for choice in problem.choices
            )
            choices = tuple(Choice(old.label, text) for old, text in zip(problem.choices, plain, strict=True))
            slots.problems[place] = replace(problem, choices=choices)


def _missing_token_plainly(slots: Slots, element: Element | None) -> None:
    """Each token that the amount fits, as a plain order."""
    problem = next((one for one in slots.problems if one.code == "E121" and one.choices), None)
    read = element.amount if element is not None else None
    if problem is None or element is None or read is None or element.value is None:
        return
    choices = tuple(
        Choice(
            old.label,
            order_text(element.value, old.label, slots.recipient, slots.chain, slots.language),
        )
        for old in problem.choices
        if suits(read, old.label, slots.words)
    )
    slots.problems[slots.problems.index(problem)] = replace(problem, choices=choices)


_EITHER = re.compile(r"T\s*(?:or|/|或者?|还是|、|,)\s*T|T\s*T")


def _tokens_plainly(slots: Slots) -> None:
    """Of two tokens each is put as a plain order; where one is the value of the other, only the one beside it."""
    problem = next((one for one in slots.problems if one.code == "E105" and not one.choices), None)
    if problem is None or slots.amount is None:
        return
    named = [token for element in slots.sketch.elements("T") for token in element.tokens]
    symbols = list(dict.fromkeys(token.symbol for token in named))
    if _EITHER.search(slots.sketch.text) is None:
        beside = re.search(rf"N{BESIDE}T", slots.sketch.text)
        element = slots.sketch.behind(beside.end() - 1) if beside else None
        symbols = [token.symbol for token in element.tokens] if element else []
    choices = tuple(
        Choice(symbol, order_text(slots.amount, symbol, slots.recipient, slots.chain, slots.language))
        for symbol in symbols[:MOST_CHOICES]
    )
    slots.problems[slots.problems.index(problem)] = replace(problem, choices=choices)

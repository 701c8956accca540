"""Orders: a transfer with or without a condition, a goal, a registered action, with every slot they need."""

import re
from dataclasses import replace

from core.domain.intent import Intent, Kind, Language, Problem
from core.understanding import phrases as say
from core.understanding.actions import ACTION_ASKED, ACTION_DENIED, ACTION_POLITE, ACTION_TOLD, SWAP_FIRST
from core.understanding.assured import assured, doubted
from core.understanding.conditions import is_conditional, read_conditions
from core.understanding.lexicon import Words
from core.understanding.meant import read_chain, read_token
from core.understanding.quantities import fit, put_plainly, read_amount
from core.understanding.recipients import read_recipient
from core.understanding.sketch import Element, Sketch
from core.understanding.slots import Slots


def read_slots(sketch: Sketch, words: Words, language: Language, recipient: bool = True) -> Slots:
    """Every slot of an order."""
    slots = Slots(sketch, words, language)
    read_chain(slots)
    amount = read_amount(slots)
    read_token(slots, amount)
    fit(slots, amount)
    if recipient:
        read_recipient(slots)
        put_plainly(slots, amount)
    return slots


def is_plain_transfer(text: str) -> bool:
    """One amount, its token and an address: the transfer is what is meant, the rest is what it is for."""
    pairs = re.findall(r"N\s*(?:个|枚|颗|of)?\s*[TX]", text)
    single = len(pairs) == 1 and text.count("A") == 1 and len(re.findall("[TX]", text)) == 1
    return single and SWAP_FIRST.match(text) is None


def transfer_order(sketch: Sketch, words: Words, language: Language) -> Intent:
    """A transfer, with or without a condition, that is to be made now."""
    text = sketch.text
    if is_conditional(text):
        return _conditional(sketch, words, language)
    pointing_back = say.FOLLOWING.search(text) is not None and not is_plain_transfer(text)
    if _at_another_time(sketch) or _repeated(sketch) or pointing_back:
        return doubted(_transfer(Kind.TRANSFER, read_slots(sketch, words, language)))
    second = say.SECOND_REQUEST.search(text)
    if second is not None:
        said = (
            f"{sketch.said(0, second.start()).strip()} / {sketch.said(second.start('it'), len(text)).strip()}"
        )
        return Intent(Kind.TRANSFER, language, problems=(Problem("intent", "E123", {"list": said}),))
    slots = read_slots(sketch, words, language)
    named = next((one.params["text"] for one in slots.problems if one.code == "E117"), None)
    return assured(_transfer(Kind.TRANSFER, slots), sketch, named)


def told_order(sketch: Sketch, words: Words, language: Language) -> Intent:
    """What speaks of moving something without ordering it: the slots stay, the doubt comes first."""
    return doubted(_transfer(Kind.TRANSFER, read_slots(sketch, words, language)))


def _repeated(sketch: Sketch) -> bool:
    """It is to be done more than once; a number of people or things that it is for does not count."""
    for place, element in sketch.places("K"):
        meant_for = re.search(r"for\s*$", sketch.text[:place]) or re.match(r"\s?的", sketch.text[place + 1 :])
        if element.value not in {"1", "ordinal"} and not meant_for:
            return True
    return False


def _transfer(kind: Kind, slots: Slots) -> Intent:
    return Intent(
        kind,
        slots.language,
        token=slots.token,
        amount=slots.amount,
        recipient=slots.recipient,
        chain=slots.chain,
        spans=slots.spans,
        problems=tuple(slots.problems),
    )


def _at_another_time(sketch: Sketch) -> bool:
    """A day or an hour that is not just what the money is for ("for tomorrow's dinner", 明天的饭钱)."""
    for place, element in sketch.places("D"):
        before, after = sketch.text[max(0, place - 14) : place], sketch.text[place + 1 : place + 12]
        meant_for = (
            re.search(r"(?:for|of|from|about|since)\s+(?:the\s+)?$", before) and element.value != "future"
        )
        owed = re.search(r"(?:for|from)\s+[^,.;A-Z]{1,24}$", sketch.text[:place]) and element.value == "past"
        earlier = element.value == "past" and re.match(r"[^,A-Z转打汇发付]{0,8}的", after)
        if not meant_for and not owed and not earlier and not re.match(r"'s|’s|\s?的", after):
            return True
    return False


def _conditional(sketch: Sketch, words: Words, language: Language) -> Intent:
    """A transfer that depends on comparisons; one that cannot be read exactly is a question."""
    first = read_conditions(sketch, None)
    slots = read_slots(first.rest, words, language)
    read = read_conditions(sketch, slots.token)
    if (
        slots.token is None
        and len({condition.token for condition in read.conditions}) == 1
        and not first.rest.elements("TX")
    ):
        _token_of_condition(slots, read.conditions[0].token, words, first.rest)
    conditions = read.conditions if read.complete else ()
    if not conditions:
        slots.miss("conditions", "E120")
    return replace(_transfer(Kind.CONDITIONAL_TRANSFER, slots), conditions=conditions, join=read.join)


def _token_of_condition(slots: Slots, symbol: str, words: Words, rest: Sketch) -> None:
    """A token that the order leaves out is the one of its single condition (interfaces.md)."""
    slots.problems = [problem for problem in slots.problems if problem.slot != "token"]
    slots.token = symbol
    slots.decimals = next((token.decimals for token in words.tokens if token.symbol == symbol), None)
    amounts = [element for element in rest.elements("N") if element.value == slots.amount]
    fit(slots, amounts[0] if amounts else None)


def goal_order(sketch: Sketch, words: Words, language: Language) -> Intent:
    """Keep an address at or above an amount."""
    slots = Slots(sketch, words, language)
    read_chain(slots)
    amount = read_amount(slots)
    _bound_is_the_amount(slots, amount)
    read_token(slots, amount)
    fit(slots, amount)
    read_recipient(slots)
    return Intent(
        Kind.GOAL,
        language,
        token=slots.token,
        amount=slots.amount,
        recipient=slots.recipient,
        chain=slots.chain,
        spans=slots.spans,
        problems=tuple(slots.problems),
    )


def _bound_is_the_amount(slots: Slots, amount: Element | None) -> None:
    """In a goal "at least 50" is the amount itself."""
    if (
        amount is not None
        and amount.amount is not None
        and amount.amount.compared
        and amount.value is not None
    ):
        slots.problems = [problem for problem in slots.problems if problem.slot != "amount"]
        slots.amount = amount.value
        slots.place("amount", amount)


def action_order(sketch: Sketch, words: Words, language: Language, action: str) -> Intent:
    """A registered operation, unless it is forbidden, only asked about, or told."""
    text = sketch.text
    if ACTION_DENIED.search(text):
        return Intent(Kind.ACTION, language, action=action, refusal="E113")
    if ACTION_ASKED.search(text) and not ACTION_POLITE.search(text):
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    if ACTION_TOLD.search(text):
        return Intent(Kind.ACTION, language, action=action, problems=(Problem("intent", "E120"),))
    slots = read_slots(sketch, words, language, recipient=False)
    needless = {"amount", "token"} if action == "claim" else set()
    return Intent(
        Kind.ACTION,
        language,
        token=slots.token,
        amount=slots.amount,
        chain=slots.chain,
        action=action,
        spans=slots.spans,
        problems=tuple(problem for problem in slots.problems if problem.slot not in needless),
    )

"""The answer to our own question: a message that says only the open slot fills the order it was asked for."""

import re
from dataclasses import replace

from core.domain.amount import ASK
from core.domain.intent import Intent, Problem, Span
from core.domain.router import missing
from core.understanding.assured import with_button
from core.understanding.lexicon import Words
from core.understanding.names import chain_alone
from core.understanding.orders import read_slots
from core.understanding.quantities import places, suits
from core.understanding.sketch import Element, Sketch
from core.understanding.slots import MOST_CHOICES, Slots

_ASKED_AGAIN = {"recipient": "E101", "amount": "E106", "token": "E121"}
_FRAGMENT = re.compile(
    r"[ANTXCE\s.,!?:;'\"()。，！？：；、“”`…~-]"
    r"|(?<![a-z])(?:to|it|its|it's|is|the|address|recipient|send|transfer|please|pls|of|in|on|use|using"
    r"|make|that|this|ok|okay|yes|i|mean|meant|want|amount|token|coin|chain|network"
    r"|here|sorry|my|with|go|for|and|one|thanks|just|should|be|let's|say|a|an|then|let|me|would|like|pay"
    r"|them|him|her|via|under|by)(?![a-z])"
    r"|转给?|发给?|打给?|汇给?|给|到|往|是|地址|收款人?|收款地址|用|就|选|要|的|吧|个|枚|颗|它|这个?|那个?"
    r"|我|币|代币|数量|金额|链|网络|上|在|好|对|嗯|哦|呢|啊|了|请|谢谢|他|她|转账|单位|金额为|为|人|块|说"
    r"|意思|改为|填"
)


def fill(sketch: Sketch, words: Words, draft: Intent) -> Intent | None:
    """The draft with its open slots filled from this message, or None when the message is something else."""
    if any(problem.slot == "message" for problem in draft.problems):
        return None
    sketch = _with_bare_chain(sketch, words)
    if not sketch.elements("ANTXCE") or _FRAGMENT.sub("", sketch.text):
        return None
    slots = read_slots(sketch, words, draft.language)
    # A question about a complete order was one about its network.
    open_slots = ({problem.slot for problem in draft.problems} | set(missing(draft))) or {"chain"}
    said = {
        slot
        for marks, slot in (("AE", "recipient"), ("N", "amount"), ("TX", "token"), ("C", "chain"))
        if sketch.elements(marks)
    }
    if not said & open_slots:
        return None
    if any(getattr(draft, slot) not in (None, getattr(slots, slot)) for slot in said - open_slots):
        return None
    return _merged(slots, draft, said & open_slots, words)


def _with_bare_chain(sketch: Sketch, words: Words) -> Sketch:
    """A chain's name alone is an answer too ("demo")."""
    text = sketch.text.strip(" .!。！")
    chain = chain_alone(text, words) if text else None
    if chain is None:
        return sketch
    start = sketch.text.index(text)
    place = sketch.original(start, start + len(text))
    return sketch.with_elements([(start, start + len(text), Element("C", *place, chain=chain))])


def _merged(slots: Slots, draft: Intent, filled: set[str], words: Words) -> Intent:
    problems = [problem for problem in draft.problems if problem.slot not in filled]
    values: dict[str, str | None] = {
        slot: getattr(draft, slot) for slot in ("token", "amount", "recipient", "chain")
    }
    spans: dict[str, Span] = dict(draft.spans)
    for slot in sorted(filled):
        value = getattr(slots, slot)
        if value is None:
            problems += [problem for problem in slots.problems if problem.slot == slot]
        else:
            values[slot] = value
            if slot in slots.spans:
                spans[slot] = slots.spans[slot]
    if "chain" not in filled:
        problems += [problem for problem in slots.problems if problem.slot == "chain"]
    merged = replace(
        draft,
        token=values["token"],
        amount=values["amount"],
        recipient=values["recipient"],
        chain=values["chain"] or slots.chain,
        spans=spans,
    )
    if "chain" in filled:
        problems = [problem for problem in problems if problem.code != "E119"]
    return with_button(_checked(replace(merged, problems=tuple(problems)), words, slots))


def _checked(merged: Intent, words: Words, slots: Slots) -> Intent:
    """The slots of two messages must fit each other: a token on its chain, an amount in its decimals."""
    problems = list(merged.problems)
    known = [
        token
        for token in words.tokens
        if token.symbol == merged.token and merged.chain in (None, token.chain)
    ]
    if merged.token is not None and not known and not any(problem.slot == "token" for problem in problems):
        listed = ", ".join(
            dict.fromkeys(token.symbol for token in words.tokens if merged.chain in (None, token.chain))
        )
        problems.append(Problem("token", "E104", {"text": merged.token, "known": listed}))
        merged = replace(merged, token=None)
    doubt = _amount_problem(merged, known[0].decimals if known else None, slots)
    if doubt is not None:
        problems.append(doubt)
        merged = replace(merged, amount=None)
    asked = {problem.slot for problem in problems}
    problems += [
        Problem(slot, _ASKED_AGAIN[slot], _options(slot, words))
        for slot in missing(merged)
        if slot not in asked and slot in _ASKED_AGAIN
    ]
    return replace(merged, problems=tuple(problems))


def _options(slot: str, words: Words) -> dict[str, str]:
    symbols = dict.fromkeys(token.symbol for token in words.tokens)
    return {"options": ", ".join(list(symbols)[:MOST_CHOICES])} if slot == "token" else {}


def _amount_problem(merged: Intent, decimals: int | None, slots: Slots) -> Problem | None:
    if merged.amount is None:
        return None
    element = next(iter(slots.sketch.elements("N")), None)
    if (
        element is not None
        and element.amount is not None
        and not suits(element.amount, merged.token, slots.words)
    ):
        return Problem("amount", ASK, {"text": slots.said(element)})
    if decimals is not None and places(merged.amount) > decimals:
        params = {"amount": merged.amount, "symbol": merged.token or "", "decimals": str(decimals)}
        return Problem("amount", "E108", params)
    return None

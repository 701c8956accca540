"""A message in Chinese or English becomes an `Intent`, without any model and without guessing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.domain.intent import Command, Intent, Kind, Language, Problem, Turn
from core.domain.script import Folded, fold, turned
from core.understanding import reads
from core.understanding import slots as reading
from core.understanding.commands import command_of
from core.understanding.conditions import is_conditional, is_goal, read_conditions
from core.understanding.drafts import fill
from core.understanding.elements import sketched
from core.understanding.foreign import is_pasted, own_words
from core.understanding.judgement import Verdict, judge
from core.understanding.lexicon import Words
from core.understanding.sketch import Element, Sketch

LONGEST = 4096

_MOVING = re.compile(r"[ATNXEH]|(?<![a-z])(?:transfer|payment|money|crypto|tokens?|coins?|funds|transaction|send|pay)(?![a-z])|转账|汇款|打款|付款|支付|钱|币|转|汇")
_FOLLOWING = re.compile(r"再转|再打|再来|再发|同样|一样|跟(?:刚才|上次)|照旧|老样子|同上|改成|改为|again|same (?:again|as|amount)|as usual|repeat|make it|instead|另外再")


def understand(message: str, words: Words, history: Sequence[Turn] = (), draft: Intent | None = None) -> Intent:
    """What the owner's message means. Never raises; a write is complete only when every slot stands in this
    message, or in the one that our open question (`draft`) was about. `history` is not read yet: what points
    back ("再转一次给他") is a question."""
    folded = fold(message)
    if len(message) > LONGEST or not folded.text.strip():
        language = draft.language if draft is not None else language_of(folded)
        return Intent(Kind.CHAT, language, problems=(Problem("message", "E115", {"length": str(len(message))}),))
    command = command_of(folded.text)
    sketch = sketched(folded, words)
    language = _language(sketch, draft)
    if command is not None:
        return Intent(Kind.CHAT, language, command=command)
    if draft is not None:
        filled = fill(sketch, words, draft)
        if filled is not None:
            return _without_turning(filled, message)
    return _without_turning(_meant(sketch, words, language), message)


def language_of(folded: Folded) -> Language:
    """Chinese when Chinese characters stand in it, English otherwise."""
    return "zh" if re.search(r"[\u3400-\u9fff]", folded.text) else "en"


def _language(sketch: Sketch, draft: Intent | None) -> Language:
    """By the words around the known things; an answer without words keeps the language of its question."""
    chinese = len(re.findall(r"[\u3400-\u9fff]", sketch.text))
    english = len(re.findall(r"[a-z]{2,}", sketch.text))
    if chinese == english == 0:
        return draft.language if draft is not None else language_of(sketch.folded)
    return "zh" if chinese >= english else "en"


def _without_turning(intent: Intent, message: str) -> Intent:
    """A message with direction marks may show other figures than it holds: no write from it (A17)."""
    if turned(message) and intent.kind in {Kind.TRANSFER, Kind.CONDITIONAL_TRANSFER, Kind.GOAL, Kind.ACTION}:
        doubt = Problem("message", "E118", {"text": message[:80]})
        return replace(intent, amount=None, recipient=None, spans={}, problems=(doubt,))
    return intent


_DROPPING = re.compile(r"(?<![a-z])(?:cancel|abort|undo|call off|revoke)(?![a-z])|取消|撤销|撤回|作废")


def _meant(sketch: Sketch, words: Words, language: Language) -> Intent:
    """The kinds in order of danger: keys, what others wrote, orders, questions, small talk, the rest."""
    if reads.asks_for_keys(sketch.text) or _is_key(sketch):
        return Intent(Kind.CHAT, language, refusal="E114")
    own = own_words(sketch)
    text = own.text
    verdict = judge(text)
    if is_pasted(text) and (verdict is Verdict.ORDER or _MOVING.search(text)) and verdict is not Verdict.NONE:
        return _doubtful(language)
    if is_goal(text) and verdict is not Verdict.QUESTION and not reads.ASKING.search(text):
        return _goal(own, words, language)
    if verdict is Verdict.DENIED and _MOVING.search(text):
        drops = not own.elements("AN") or _DROPPING.search(text) is not None
        return Intent(Kind.TRANSFER, language, command=Command.CANCEL if drops else None, refusal="E113")
    action = _action_named(text)
    if action is not None and (verdict is not Verdict.ORDER or not own.elements("AE")):
        return _action(own, words, language, action)
    if reads.SWAP.search(text) and verdict is not Verdict.QUESTION and not _complete_shape(text):
        return _swap(own, language)
    if verdict is Verdict.ORDER and _MOVING.search(text):
        return _order(own, words, language)
    return _asked(own, words, language, verdict)


def _is_key(sketch: Sketch) -> bool:
    """64 hexadecimal digits without 0x, with nothing that speaks of a transaction: a pasted private key."""
    hashes = sketch.elements("H")
    bare = any(not (one.value or "").startswith("0x") for one in hashes)
    return bare and not re.search(r"hash|tx|transaction|交易|哈希", sketch.text)


def _complete_shape(text: str) -> bool:
    """One amount, its token and an address: the transfer is what is meant, the rest is what it is for."""
    pairs = re.findall(r"N\s*(?:个|枚|颗|of)?\s*[TX]", text)
    return len(pairs) == 1 and len(re.findall("A", text)) == 1 and not re.match(r"\s*(?:please |can you |帮我|请)*(?:swap|exchange|convert|buy|sell|bridge|trade|兑换|换|买|卖|跨链)", text)


def _doubtful(language: Language) -> Intent:
    """It speaks of moving something, but it is not clear that it should be done now."""
    return Intent(Kind.TRANSFER, language, problems=(Problem("intent", "E120"),))


def _swap(sketch: Sketch, language: Language) -> Intent:
    asking = re.search(r"(?<![a-z])(?:how|what|why|can i|is it|does|fee|cost)(?![a-z])|怎么|如何|什么|为什么|手续费", sketch.text)
    if asking and not re.search(r"[N]", sketch.text):
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    return Intent(Kind.OUT_OF_SCOPE, language, problems=(Problem("intent", "E111"),))


def _action_named(text: str) -> str | None:
    return next((name for name, pattern in reads.ACTIONS if pattern.search(text)), None)


def _action(sketch: Sketch, words: Words, language: Language, action: str) -> Intent:
    """A registered operation, unless it is only asked or told about."""
    text = sketch.text
    kind = reads.read_kind(text)
    told = re.match(r"(?:\W|please |pls |can you |could you |i want to |帮我|请)*(?:claim|harvest|collect|withdraw|unstake|stake|redeem|领|提取|赎回|解)", text)
    if kind is Kind.STAKING and told is None:
        return _read(sketch, language, kind)
    denied = re.search(
        r"(?:don't|do not|dont|never|stop|not)\s+(?:\w+\s+){0,2}(?:un)?(?:stake|staking|restake|redeem|claim)|(?:不要|别|不想|先别|不用|不)(?:再)?(?:给我|帮我)?(?:质押|赎回|解押|领取)", text
    )
    if denied:
        return Intent(Kind.ACTION, language, action=action, refusal="E113")
    polite = re.search(r"(?<![a-z])(?:(?:can|could|would|will) you|please|pls)(?![a-z])|帮我|请|麻烦", text)
    if re.search(r"(?<![a-z])(?:how|what|why|when|is|are|does|should|which|did|explain)(?![a-z])|怎么|如何|什么|为什么|多久|吗|能不能|可以|收益|年化|安全|风险|哪|多少", text) and not polite:
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    if re.search(r"(?<![a-z])(?:if|staked|yesterday|already|i (?:might|will|may))(?![a-z])|质押了|质押过|昨天|如果|已经|打算|考虑", text):
        return Intent(Kind.ACTION, language, action=action, problems=(Problem("intent", "E120"),))
    slots = reading.read(sketch, words, language, recipient=False)
    problems = tuple(problem for problem in slots.problems if action != "claim" or problem.slot not in {"amount", "token"})
    return Intent(
        Kind.ACTION, language, token=slots.token, amount=slots.amount, chain=slots.chain, action=action, spans=slots.spans, problems=problems
    )


def _goal(sketch: Sketch, words: Words, language: Language) -> Intent:
    """Keep an address at or above an amount."""
    slots = reading.Slots(sketch, words, language)
    reading.read_chain(slots)
    amount = reading.read_amount(slots)
    _bound_is_the_amount(slots, amount)
    reading.read_token(slots, amount)
    reading.fit(slots, amount)
    reading.read_recipient(slots)
    return Intent(
        Kind.GOAL, language, token=slots.token, amount=slots.amount, recipient=slots.recipient, chain=slots.chain, spans=slots.spans, problems=tuple(slots.problems)
    )


def _bound_is_the_amount(slots: reading.Slots, amount: Element | None) -> None:
    """In a goal "at least 50" is the amount itself."""
    if amount is not None and amount.amount is not None and amount.amount.compared and amount.value is not None:
        slots.problems = [problem for problem in slots.problems if problem.slot != "amount"]
        slots.amount = amount.value
        slots.place("amount", amount)


def _order(sketch: Sketch, words: Words, language: Language) -> Intent:
    """A transfer, with or without a condition, that is to be made now."""
    text = sketch.text
    if is_conditional(text):
        return _conditional(sketch, words, language)
    if _at_another_time(sketch) or _FOLLOWING.search(text) and not _complete_shape(text):
        return _doubtful(language)
    if _repeated(sketch):
        return _doubtful(language)
    second = _SECOND_REQUEST.search(text)
    if second is not None:
        said = f"{sketch.said(0, second.start()).strip()} / {sketch.said(second.start('it'), len(text)).strip()}"
        return Intent(Kind.TRANSFER, language, problems=(Problem("intent", "E123", {"list": said}),))
    slots = reading.read(sketch, words, language)
    return _transfer(Kind.TRANSFER, slots)


_SECOND_REQUEST = re.compile(
    r"(?:(?<![a-z])(?:and|then|also|plus|after that)|,|;|\.|并且?|然后|再|接着|顺便|另外|同时)\s*(?:please |then |also |can you |帮我|请)*"
    r"(?P<it>(?:check|show|tell me|give me|list|what(?:'s| is)|查|看|告诉我|报)[^.]*(?:balance|history|wallet|transactions|left|余额|记录|还剩|还有多少|钱包))"
)


def _repeated(sketch: Sketch) -> bool:
    """It is to be done more than once; a number of people or things that it is for does not count."""
    for place, element in sketch.places("K"):
        meant_for = re.search(r"for\s*$", sketch.text[:place]) or re.match(r"\s?的", sketch.text[place + 1 :])
        if element.value not in {"1", "ordinal"} and not meant_for:
            return True
    return False


def _transfer(kind: Kind, slots: reading.Slots) -> Intent:
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
        meant_for = re.search(r"(?:for|of|from|about|since)\s+(?:the\s+)?$", before) and element.value != "future"
        earlier = element.value == "past" and re.match(r"[^,A-Z转打汇发付]{0,8}的", after)
        if not meant_for and not earlier and not re.match(r"'s|’s|\s?的", after):
            return True
    return False


def _conditional(sketch: Sketch, words: Words, language: Language) -> Intent:
    """A transfer that depends on comparisons; one that cannot be read exactly is a question."""
    first = read_conditions(sketch, None)
    slots = reading.read(first.rest, words, language)
    read = read_conditions(sketch, slots.token)
    if slots.token is None and len({condition.token for condition in read.conditions}) == 1 and not first.rest.elements("TX"):
        _token_of_condition(slots, read.conditions[0].token, words, first.rest)
    conditions = read.conditions if read.complete else ()
    if not conditions:
        slots.miss("conditions", "E120")
    return replace(_transfer(Kind.CONDITIONAL_TRANSFER, slots), conditions=conditions, join=read.join)


def _token_of_condition(slots: reading.Slots, symbol: str, words: Words, rest: Sketch) -> None:
    """A token that the order leaves out is the one of its single condition (interfaces.md)."""
    slots.problems = [problem for problem in slots.problems if problem.slot != "token"]
    slots.token = symbol
    slots.decimals = next((token.decimals for token in words.tokens if token.symbol == symbol), None)
    amounts = [element for element in rest.elements("N") if element.value == slots.amount]
    reading.fit(slots, amounts[0] if amounts else None)


def _asked(sketch: Sketch, words: Words, language: Language, verdict: Verdict) -> Intent:
    """What is not an order: questions, small talk, what is out of scope, what was not understood."""
    text = sketch.text
    kind = reads.read_kind(_counting(sketch))
    if kind is not None:
        return _read(sketch, language, kind)
    if verdict is Verdict.UNSURE and _MOVING.search(text):
        return _doubtful(language)
    asking = reads.ASKING.search(text) is not None
    if reads.OFF_TOPIC.search(text) and verdict is Verdict.NONE:
        return Intent(Kind.OUT_OF_SCOPE, language, problems=(Problem("intent", "E111"),))
    if (asking and reads.TOPIC.search(text)) or verdict is Verdict.QUESTION:
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    if sketch.elements("Q") or _FOLLOWING.search(text):
        return _doubtful(language)
    if asking and not sketch.elements("ANXT"):
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    return Intent(Kind.CHAT, language, problems=(Problem("intent", "E122"),))


def _counting(sketch: Sketch) -> str:
    """The sketched text in which 几个 asks how many again instead of being an amount."""
    letters = list(sketch.text)
    for place, element in sketch.places("N"):
        if element.value is None and sketch.said(place, place + 1).startswith("几"):
            letters[place] = "几"
    return "".join(letters)


def _read(sketch: Sketch, language: Language, kind: Kind) -> Intent:
    """A read with whatever it names; an ambiguous word means every token it can mean."""
    if kind in {Kind.CHAT, Kind.LOOKUP}:
        question = sketch.folded.raw.strip() if kind is Kind.LOOKUP else None
        return Intent(kind, language, question=question)
    elements = sketch.elements("T")
    symbols = tuple(dict.fromkeys(token.symbol for element in elements for token in element.tokens))
    unknown = sketch.elements("X")
    problems = []
    if unknown and not symbols:
        problems.append(Problem("token", "E104", {"text": sketch.folded.said(unknown[0].start, unknown[0].end), "known": ""}))
    chain = next((element for element in sketch.elements("C")), None)
    if chain is not None and chain.code:
        problems.append(Problem("chain", chain.code, {"text": sketch.folded.said(chain.start, chain.end), "known": ""}))
    asked = [element for element in sketch.elements("A")] if kind is Kind.BALANCE else []
    problems += [Problem("recipient", one.code, {"text": sketch.folded.said(one.start, one.end)}) for one in asked if one.code]
    return Intent(
        kind,
        language,
        token=symbols[0] if len(symbols) == 1 else None,
        tokens=symbols,
        recipient=asked[0].value if len(asked) == 1 else None,
        chain=chain.chain.slug if chain is not None and chain.chain else None,
        limit=_limit(sketch) if kind is Kind.HISTORY else None,
        problems=tuple(problems),
    )


def _limit(sketch: Sketch) -> int | None:
    counts = [element.value for element in sketch.elements("K") if element.value and element.value.isdigit()]
    return int(counts[0]) if counts else None

"""A message in Chinese or English becomes an `Intent`, without any model and without guessing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.domain.intent import Command, Intent, Kind, Language, Problem, Turn
from core.domain.script import Folded, fold, turned
from core.understanding import reads
from core.understanding.commands import command_of
from core.understanding.conditions import is_goal
from core.understanding.drafts import fill
from core.understanding.elements import sketched
from core.understanding.foreign import is_pasted, own_words
from core.understanding.judgement import Verdict, judge
from core.understanding.lexicon import Words
from core.understanding.orders import action_order, doubtful, goal_order, is_plain_transfer, transfer_order
from core.understanding.phrases import ACTION_NOW, FOLLOWING
from core.understanding.sketch import Sketch

LONGEST = 4096

_MOVING = re.compile(
    r"[ATNXEH]|(?<![a-z])(?:transfer|payment|money|crypto|tokens?|coins?|funds|transaction|send"
    r"|pay)(?![a-z])|转账|汇款|打款|付款|支付|钱|币|转|汇"
)
_DROPPING = re.compile(r"(?<![a-z])(?:cancel|abort|undo|call off|revoke)(?![a-z])|取消|撤销|撤回|作废")


def understand(
    message: str, words: Words, history: Sequence[Turn] = (), draft: Intent | None = None
) -> Intent:
    """What the owner's message means. Never raises; a write is complete only when every slot stands in this
    message, or in the one that our open question (`draft`) was about. `history` is not read yet: what points
    back ("再转一次给他") is a question."""
    folded = fold(message)
    if len(message) > LONGEST or not folded.text.strip():
        language = draft.language if draft is not None else language_of(folded)
        return Intent(
            Kind.CHAT, language, problems=(Problem("message", "E115", {"length": str(len(message))}),)
        )
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


def _meant(sketch: Sketch, words: Words, language: Language) -> Intent:
    """The kinds in order of danger: keys, what others wrote, orders, questions, small talk, the rest."""
    if reads.asks_for_keys(sketch.text) or _is_key(sketch):
        return Intent(Kind.CHAT, language, refusal="E114")
    own = own_words(sketch)
    text = own.text
    verdict = judge(text)
    if is_pasted(text) and (verdict is Verdict.ORDER or _MOVING.search(text)) and verdict is not Verdict.NONE:
        return doubtful(language)
    if is_goal(text) and verdict is not Verdict.QUESTION and not reads.ASKING.search(text):
        return goal_order(own, words, language)
    if verdict is Verdict.DENIED and _MOVING.search(text):
        drops = not own.elements("AN") or _DROPPING.search(text) is not None
        return Intent(Kind.TRANSFER, language, command=Command.CANCEL if drops else None, refusal="E113")
    action = _action_named(text)
    if action is not None and (verdict is not Verdict.ORDER or not own.elements("AE")):
        if reads.read_kind(text) is Kind.STAKING and ACTION_NOW.match(text) is None:
            return _read(own, language, Kind.STAKING)
        return action_order(own, words, language, action)
    if reads.SWAP.search(text) and verdict is not Verdict.QUESTION and not is_plain_transfer(text):
        return _swap(own, language)
    if verdict is Verdict.ORDER and _MOVING.search(text):
        return transfer_order(own, words, language)
    return _asked(own, words, language, verdict)


def _is_key(sketch: Sketch) -> bool:
    """64 hexadecimal digits without 0x, with nothing that speaks of a transaction: a pasted private key."""
    hashes = sketch.elements("H")
    bare = any(not (one.value or "").startswith("0x") for one in hashes)
    return bare and not re.search(r"hash|tx|transaction|交易|哈希", sketch.text)


def _swap(sketch: Sketch, language: Language) -> Intent:
    asking = re.search(
        r"(?<![a-z])(?:how|what|why|can i|is it|does|fee|cost)(?![a-z])|怎么|如何|什么|为什么|手续费",
        sketch.text,
    )
    if asking and not re.search(r"[N]", sketch.text):
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    return Intent(Kind.OUT_OF_SCOPE, language, problems=(Problem("intent", "E111"),))


def _action_named(text: str) -> str | None:
    return next((name for name, pattern in reads.ACTIONS if pattern.search(text)), None)


def _asked(sketch: Sketch, words: Words, language: Language, verdict: Verdict) -> Intent:
    """What is not an order: questions, small talk, what is out of scope, what was not understood."""
    text = sketch.text
    kind = reads.read_kind(_counting(sketch))
    told = verdict is Verdict.UNSURE and len({element.mark for element in sketch.elements("AN")}) == 2
    if kind is not None and not (told and kind is Kind.BALANCE):
        return _read(sketch, language, kind)
    if verdict is Verdict.UNSURE and _MOVING.search(text):
        return doubtful(language)
    asking = reads.ASKING.search(text) is not None
    if reads.OFF_TOPIC.search(text) and verdict is Verdict.NONE:
        return Intent(Kind.OUT_OF_SCOPE, language, problems=(Problem("intent", "E111"),))
    if (asking and reads.TOPIC.search(text)) or verdict is Verdict.QUESTION:
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    if sketch.elements("Q") or FOLLOWING.search(text):
        return doubtful(language)
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
        problems.append(
            Problem(
                "token", "E104", {"text": sketch.folded.said(unknown[0].start, unknown[0].end), "known": ""}
            )
        )
    chain = next((element for element in sketch.elements("C")), None)
    if chain is not None and chain.code:
        problems.append(
            Problem("chain", chain.code, {"text": sketch.folded.said(chain.start, chain.end), "known": ""})
        )
    asked = [element for element in sketch.elements("A")] if kind is Kind.BALANCE else []
    problems += [
        Problem("recipient", one.code, {"text": sketch.folded.said(one.start, one.end)})
        for one in asked
        if one.code
    ]
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

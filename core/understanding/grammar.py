"""A message in Chinese or English becomes an `Intent`, without any model and without guessing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.domain.intent import Choice, Command, Intent, Kind, Language, Problem, Turn
from core.domain.router import Route, route
from core.domain.script import Folded, fold, mixed, turned
from core.understanding import reads
from core.understanding.actions import ACTION_NOW
from core.understanding.answers import answered
from core.understanding.asked import ENOUGH
from core.understanding.assured import doubtful
from core.understanding.commands import command_of
from core.understanding.conditions import is_goal
from core.understanding.drafts import fill
from core.understanding.elements import sketched
from core.understanding.foreign import is_pasted, own_words
from core.understanding.judgement import Verdict, judge
from core.understanding.lexicon import Words
from core.understanding.orders import action_order, goal_order, is_plain_transfer, told_order, transfer_order
from core.understanding.phrases import FOLLOWING
from core.understanding.reading import counting, read_intent
from core.understanding.sketch import Sketch
from core.understanding.slots import order_text
from core.understanding.spelling import spelled

LONGEST = 4096
_HARMLESS = {Command.CANCEL, Command.PENDING, Command.HELP, Command.LIMITS, Command.WALLETS}

_MOVING = re.compile(
    r"[ATNXEH]|(?<![a-z])(?:transfer|payment|money|crypto|tokens?|coins?|funds|transaction|send"
    r"|pay)(?![a-z])|转账|汇款|打款|付款|支付|钱|币|转|汇"
)
_DROPPING = re.compile(r"(?<![a-z])(?:cancel|abort|undo|call off|revoke)(?![a-z])|取消|撤销|撤回|作废")


def understand(
    message: str, words: Words, history: Sequence[Turn] = (), draft: Intent | None = None
) -> Intent:
    """What the owner's message means. Never raises; a write is complete only when every slot stands in this
    message, or in the one that our open question (`draft`) was about. What points back into `history`
    ("再转一次给他") is a question with that order as a button, never an order."""
    folded = fold(message)
    if len(message) > LONGEST or not folded.text.strip():
        language = draft.language if draft is not None else language_of(folded)
        return Intent(
            Kind.CHAT, language, problems=(Problem("message", "E115", {"length": str(len(message))}),)
        )
    command = command_of(folded.text)
    sketch = spelled(sketched(folded, words))
    command = command or _misspelt_command(sketch)
    language = _language(sketch, draft)
    if command is not None:
        return Intent(Kind.CHAT, language, command=command)
    taken = answered(folded.text, draft, language)
    if isinstance(taken, str):
        return understand(taken, words)
    if taken is not None:
        return taken
    intent = _meant(sketch, words, language)
    if draft is not None and route(intent) is not Route.WRITE:
        filled = fill(sketch, words, draft)
        if filled is not None:
            return _without_turning(filled, message)
        if intent.kind is Kind.CHAT and intent.problems and sketch.elements("ANTXC") and len(message) < 120:
            return draft
    if sketch.elements("W") and (route(intent) is Route.WRITE or _about_one(intent, sketch)):
        return doubtful(language)
    asked = _without_turning(_with_earlier(intent, sketch, words, history), message)
    return _with_useful_choices(asked, message, words)


def _with_useful_choices(intent: Intent, message: str, words: Words) -> Intent:
    """A button has to lead on: it is an order of its own, or at least asks about less than this message."""

    def leads_on(choice: Choice) -> bool:
        if choice.message.strip() == message.strip():
            return False
        then = _meant(spelled(sketched(fold(choice.message), words)), words, intent.language)
        fewer = len(then.problems) < len(intent.problems)
        return route(then) is Route.WRITE or (route(then) is Route.CLARIFY and fewer)

    if not any(problem.choices for problem in intent.problems):
        return intent
    kept = (
        replace(problem, choices=tuple(choice for choice in problem.choices if leads_on(choice)))
        for problem in intent.problems
    )
    return replace(intent, problems=tuple(kept))


def _about_one(intent: Intent, sketch: Sketch) -> bool:
    """A question about how things work that names an address and an amount may be a misspelt denial."""
    return intent.kind is Kind.LOOKUP and bool(sketch.elements("A") and sketch.elements("N"))


def _misspelt_command(sketch: Sketch) -> Command | None:
    """A command with a slip in it; one that deletes or changes something must be spelled right."""
    if sketch.elements("AENTXCHU"):
        return None
    said = "".join(
        (piece.element.value or piece.letter) if piece.element and piece.letter == "W" else piece.letter
        for piece in sketch.pieces
    )
    command = command_of(said)
    return command if command in _HARMLESS else None


def _with_earlier(intent: Intent, sketch: Sketch, words: Words, history: Sequence[Turn]) -> Intent:
    """To the question about "again" the last complete order of the thread is offered as a button."""
    first = intent.problems[:1]
    if (
        [problem.code for problem in first] != ["E120"]
        or first[0].choices
        or not FOLLOWING.search(sketch.text)
    ):
        return intent
    earlier = (understand(turn.content, words) for turn in reversed(history) if turn.role == "user")
    last = next((one for one in earlier if one.kind is Kind.TRANSFER and route(one) is Route.WRITE), None)
    if last is None:
        return intent
    label = f"{last.amount} {last.token}"
    again = Choice(label, order_text(last.amount, last.token, last.recipient, last.chain, intent.language))
    return replace(intent, problems=(replace(first[0], choices=(again,)), *intent.problems[1:]))


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
    """A message with direction marks may show other figures than it holds (A17), one with look-alikes other
    words (A18, A23): no write from it."""
    strange = message[:80] if turned(message) else mixed(fold(message))
    if strange is not None and intent.kind in {
        Kind.TRANSFER,
        Kind.CONDITIONAL_TRANSFER,
        Kind.GOAL,
        Kind.ACTION,
    }:
        doubt = Problem("message", "E118", {"text": strange[:80]})
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
            return read_intent(own, words, language, Kind.STAKING)
        return action_order(own, words, language, action)
    swaps = reads.SWAP.search(text) and not ENOUGH.search(text)
    if swaps and verdict is not Verdict.QUESTION and not is_plain_transfer(text):
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
    kind = reads.read_kind(counting(sketch))
    told = verdict is Verdict.UNSURE and len({element.mark for element in sketch.elements("AN")}) == 2
    if kind is Kind.BALANCE and (sketch.elements("D") or reads.OTHER_QUANTITY.search(text)):
        return Intent(Kind.LOOKUP, language, question=sketch.folded.raw.strip())
    if kind is not None and not (told and kind is Kind.BALANCE and not ENOUGH.search(text)):
        return read_intent(sketch, words, language, kind)
    if verdict is Verdict.UNSURE and _MOVING.search(text):
        return told_order(sketch, words, language)
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

"""Is a sentence an order to move something now? Denials, questions, reports and ideas are not."""

import re
from enum import StrEnum

from core.understanding import manners
from core.understanding import phrases as say


class Verdict(StrEnum):
    """What a message does with moving money; NONE when it does not speak of it."""

    ORDER = "order"
    DENIED = "denied"
    QUESTION = "question"
    UNSURE = "unsure"
    NONE = "none"


_SENTENCE = re.compile(r"[^.!?。！？;；\n]+[.!?。！？;；\n]*")
_HANGING = re.compile(
    r"(?:please|pls|plz|just|now|then|also|kindly|quickly|immediately|asap|ahead|and|go|directly|straight"
    r"|simply|first|at once|instead"
    r"|right away|urgently|hereby|again|,|:|-|\"|'|\s)+$"
)
_ASKED = re.compile(
    r"(?:(?:can|could|would|will|should)\s+(?:you|u|ya|someone|the bot|we)|(?:i|we)(?:'d| would| do| really"
    r"| just|\s)*"
    r"(?:want|like|love|need|have|wish|prefer|got|must|wanna|gotta|shall)(?:\s+(?:you|u"
    r"|the bot))?(?:\s+to)?|you to|help me|help|let's|let us|let me"
    r"|go and|may i ask you to|ask you to|nice to|kind to|kind enough to|time to|want to|wanna|need to"
    r"|have to|got to|like to|love to|glad if you(?: could)?"
    r"|great if you(?: could)?|appreciate if you(?: could)?|appreciate it if you(?: could)?|you (?:can"
    r"|could|may|must)|requesting you to|request to|order to|instructed to"
    r"|(?:do|make|start|initiate|execute|create|prepare|set up|run|perform)\s+(?:a|the|an|one|another"
    r"|my)(?:\s+(?:quick|new|small|simple|token))?|a quick|job:|task:|todo:|action:|order:|command:"
    r"|instruction:"
    r"|(?:my|the|this|first|next) (?:order|task|instruction|request)(?: is)?(?: to)?|would you mind to)$"
)
_LATEST = re.compile(r"^.*,(?=\s)", re.DOTALL)
"""What stands before the last comma is another clause."""
_OWNED = re.compile(
    r"(?<![a-z'])(?:i|we|he|she|they|it|you|u|who|which|that|someone|somebody|anyone|everybody|people|not"
    r"|n't|never|to|of|how|when|whenever|why"
    r"|did|does|do|should|shall|may|might|cannot|can't|will|would|could|can|must|gonna|is|are|was|were|am"
    r"|been|being|has|have|had|in|about|by|with|without|than|a|an|the|my|your"
    r"|his|her|their|our|its|this|these|those|no|any|each|every|per|gas|fee|friend|boss|bob|alice|user|bank"
    r"|wallet|bot|lets?)$"
)
_WHY = re.compile(
    r"^(?:\W|but |so |and )*(?:why|how come|what if|what happens|is|are|does|did|should|can"
    r"|could i)(?![a-z])|为什么|为啥|为何|吗\s*[?？。]?$|怎么"
)
_LEFT = re.compile(
    r"[A-Z\s\d.,!?:;'\"()\[\]{}<>=\-–—→➡️*_~#。，！？：；、“”「」…|/]"
    r"|(?<![a-z])(?:please|pls|plz|thanks|thank you|thx|now|right now|asap|on|the|chain|network|address"
    r"|addr|amount|recipient|receiver|payee|beneficiary|token|coin|just|ok|okay|for|me|of|my"
    r"|to|at|sum|total|transfer|payment|send|worth|in|asset|currency|wallet|account|destination|over|should"
    r"|must|get|gets|receives?|have|has|let|needs?|be|sent|paid|transferred|wired|moved|delivered"
    r"|from|hi|hey|hello|yo|a|an|is|and|new|order|via|using|out|bot|tapsign|dear|assistant|mate|bro|buddy|i"
    r"|want|like|'d|see|need|would|please)(?![a-z])"
    r"|[给到收款人地址数量金额币种代转账谢请麻烦帮我的是为个枚颗一笔下吧让得拿往向在上用链网络方钱包元块：和了要]|安排一下|唔该"
)


def judge(text: str) -> Verdict:
    """The verdict over all sentences of a sketched text; anything doubtful in one of them is a doubt for all."""
    verdicts = [
        verdict
        for sentence in _SENTENCE.findall(text)
        if (verdict := _sentence(sentence)) is not Verdict.NONE
    ]
    for decisive in (Verdict.DENIED, Verdict.UNSURE, Verdict.QUESTION, Verdict.ORDER):
        if decisive in verdicts:
            return _whole(text, decisive)
    flat = re.sub(r"[\n;；]+", " ", text)
    if manners.FORM.fullmatch(flat):
        return Verdict.ORDER
    asked = re.search(r"[?？]\s*$", flat) is not None and say.REQUEST_EN.search(flat) is None
    if say.SHAPE.search(flat) and not asked and not _LEFT.sub("", flat) and not _reported(flat):
        return _whole(text, Verdict.ORDER)
    return Verdict.UNSURE if say.SHAPE.search(flat) else Verdict.NONE


def _whole(text: str, verdict: Verdict) -> Verdict:
    """An order beside words about words ("translate …", "例如 …") is no order."""
    doubt = say.PURPOSELY_NOT.search(text) or say.TWICE.search(text) or say.SCHEDULE_WORDS.search(text)
    return Verdict.UNSURE if verdict is Verdict.ORDER and doubt else verdict


def _sentence(sentence: str) -> Verdict:
    sentence = manners.APOLOGY.sub(" ", sentence)
    sentence = say.CONDITION_OK.sub(" ", say.NOT_FORGET.sub(" ", say.NOUNS.sub(" ", sentence))).strip()
    sentence = manners.REASON.sub(" ", sentence)
    polite = say.TAG.search(sentence) is not None
    body = say.TAG.sub("", sentence)
    if manners.UNABLE.search(body):
        return Verdict.UNSURE
    if any(pattern.search(body) for pattern in (say.NEGATED_EN, say.NEGATED_ZH, say.NEGATED_MIXED)):
        return Verdict.QUESTION if _WHY.search(body) else Verdict.DENIED
    english, chinese = _english(body), say.SEND_ZH.search(body) is not None
    if not english and not chinese:
        return _without_verb(body)
    if _asks(body, polite):
        return Verdict.QUESTION
    if (
        say.DENYING.search(say.DENYING_OK.sub(" ", body))
        or _reported(body)
        or (english and not chinese and english is not Verdict.ORDER)
    ):
        return Verdict.UNSURE
    return Verdict.ORDER


def _without_verb(body: str) -> Verdict:
    """No verb of sending: a passive request, a report of sending, or nothing of the kind."""
    if say.PASSIVE.search(body) and not _asks(body, say.REQUEST_EN.search(body) is not None):
        return Verdict.ORDER
    if (
        re.search(r"[ANT]", body)
        and (say.PAST_EN.search(body) or say.IDEA_EN.search(body))
        and re.search(
            r"(?<![a-z])(?:sent|sends|paid|pays|transferr|transfers|wired|gave|gives|forwarded|sending"
            r"|paying|giving|wiring)",
            body,
        )
    ):
        return Verdict.QUESTION if _asks(body, False) else Verdict.UNSURE
    if say.SHAPE.search(body) and _LEFT.sub("", body):
        return Verdict.QUESTION if _asks(body, False) else Verdict.UNSURE
    return Verdict.NONE


def _asks(body: str, polite: bool) -> bool:
    """A question about sending, not a polite way to order it."""
    request = polite or say.REQUEST_EN.search(body) or say.REQUEST_ZH.search(body)
    if say.QUESTION_EN.search(body) or say.SELF_ZH.search(body):
        return True
    if say.QUESTION_ZH.search(say.SOFT_ZH.sub(" ", body)):
        return True
    return request is None if say.SOFT_ZH.search(body) else False


def _reported(body: str) -> bool:
    """Somebody did, will, might or is told to: not the owner ordering it now."""
    body = say.IDEA_OK_EN.sub(" ", body)
    passive = say.PASSIVE.search(body) or re.search(
        r"N\s*(?:of\s+)?T\s+(?:to be\s+)?(?:sent|transferred|paid)", body
    )
    past = say.PAST_EN.search(body) is not None and not passive
    return bool(
        past
        or say.PAST_ZH.search(body)
        or say.IDEA_EN.search(body)
        or say.IDEA_ZH.search(body)
        or say.TOWARDS_ME.search(body)
    )


def _english(body: str) -> Verdict | None:
    """ORDER when a verb of sending stands where an order has it; UNSURE when one has another subject."""
    found = None
    for verb in sorted(
        (*say.SEND_EN.finditer(body), *say.MAKE_EN.finditer(body)), key=lambda one: one.start()
    ):
        before = _HANGING.sub("", _LATEST.sub("", body[: verb.start()]))
        clause = re.split(r"[:;](?=\s)|\s(?:and|so|then|but)$", before)[-1].strip() if before else ""
        if not clause or _ASKED.search(clause) or not _OWNED.search(clause):
            return Verdict.ORDER
        found = Verdict.UNSURE
    return found

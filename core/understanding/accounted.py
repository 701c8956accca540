"""Every word of a complete order has to be accounted for: a slot, a verb, politeness, whom or what it is for.

A word that is none of these may take the order away, put it off or change its amount, in ways that no list of
dangers is long enough for. So it makes a question, with the whole order as a button.
"""

import re

from core.understanding.accounted_words import (
    COURTESY,
    DANGEROUS,
    HARMLESS_ZH,
    NOUNS_ZH,
    PURPOSE,
    PURPOSE_ZH,
    VERBS,
)
from core.understanding.phrases import CONDITION_OK, NOT_FORGET
from core.understanding.sketch import Sketch

_KNOWN = VERBS | COURTESY
_WORD = re.compile(r"[a-z]+(?:['’-][a-z]+)*")
_CLAUSE = re.compile(r"[.!?;\n。！？；]")
_LONGEST = 160
"""What a purpose may take; more is a text of its own."""
_SIGNED = re.compile(
    r"(?:(?<![a-z])(?:thanks|thank you|cheers|regards|love|best|sincerely|thx)[\s,!.-]{1,3}[a-z]{2,12}"
    r"|^\W*(?:hi|hey|hello|dear|yo|ok|okay)[\s,]{1,2}[a-z]{2,12}\s?[,!:.])(?=\W*(?:$|\n|[a-z]))"
)
_SOMEBODY = r"(?!(?:[a-z'’-]+\s+){0,3}(?:of|who\w*)\s)[a-z][a-z'’-]{0,24}(?:\s+[a-z][a-z'’-]{0,24}){0,3}"
_NAMED = re.compile(
    rf"(?<![a-z])(?:to|for|pay|send|give|tip)\s+(?P<it>{_SOMEBODY})\s*(?:[(:,-]\s*)?(?:at\s+|@\s*|address\s*:?\s*)?(?=A)"
    rf"|(?<![a-z])(?:send|pay|give|tip|transfer|wire|forward|shoot)\s+(?P<whom>{_SOMEBODY})\s+(?=N\s?T)"
)
"""Whom it is for, in front of the address or of the amount."""
_SAID = re.compile(
    r"(?<![a-z])(?:never mind|don't (?:worry|bother|mind)|no (?:need|rush|hurry|worries|problem|confirmation|card))"
    r"(?:\s(?:about|for|to|the|a|any|needed|required|necessary|confirm|confirmation|ask|asking|check|fee|fees|gas|cost|costs|price|me|us|card|again|it|reply|wait))*"
    r"(?=\s*[,.;:!]|\s*$)"
    r"|(?<![a-z])as (?:soon|fast|quickly) as (?:possible|you can)|(?<![a-z])(?:ok |okay )?let's do (?:it|this)(?=\s*[:,.!])|(?<![a-z])without (?:any |a |the |further )*(?:confirmation|asking|confirming|delay|questions?|card|review|fail)(?![a-z])"
    r"|(?<![a-z])skip (?:the |any )*(?:card|confirmation|review|check|checks)(?![a-z])|(?<![a-z])(?:admin|god|developer|debug) mode(?: on)?(?![a-z])"
)
"""What is left alone, and skips no check either."""
_FINE_ZH = re.compile(
    rf"{PURPOSE_ZH}[^,.;。!?A-Z]{{0,4}}(?:{NOUNS_ZH})(?:吧|的|了|用的?|啦)?(?=[\s,.;。!?]|$)"
    rf"|(?:{PURPOSE_ZH}|备注|附言|留言|用途|祝)[\s:]?[\u4e00-\u9fff]{{1,6}}(?=[\s,.;。!?]|$)"
    rf"|(?<=[\s,(])D?的?[\u4e00-\u9fff]{{1,6}}(?:钱|费|款|租)(?=[\s,.;。!?)]|$)"
    rf"|(?:给|向)\s?[\u4e00-\u9fff]{{2,3}}(?=\s?(?:A|转|打|汇|发|付))"
    rf"|(?:D的?)?(?:的)?(?:{NOUNS_ZH})(?:的?钱|吧|了|用)?"
)
_DANGEROUS_ZH = re.compile(
    r"不|没|别|勿|莫|算了|取消|撤|停|等|除|留(?!言)|剩|余|半|倍|折|周|星期|礼拜|月|年|天|晚上|晚点|今晚|早上|早点|明[天早晚日年]|每|若|如果|例|假|模拟|测试"
    r"|演示|开玩笑|逗|骗|错|说|问|想想|再|又|各|分别|或|还是|改|换|N|约|大概|左右|多|少"
)
_HARMLESS_ZH = re.compile(HARMLESS_ZH)
_STRANGE = re.compile(r"[±√×÷^%‰&+=<>~≈|\\]")
_ALLOWED_SIGN = re.compile(r"->|=>|-->|=+>|→|➡️?|<-|<=|←|[:=](?=\s*[ANT])")
_THINGS = re.compile(
    r"(?<=[AT])\s+(?:for|to buy|buying)\s+(?:the\s+|my\s+|those\s+)?N\s?(?:X|[a-z]+)(?: [a-z]+)?(?=\s*(?:$|[,.!]))"
)
"""A number of things that the money is for."""
_BRACKETED = re.compile(r"\(\s*N\s*\)")
"""Bookkeepers write a negative amount so."""
_AROUND = re.compile(r"[√±×÷^&%‰~≈+]\s?N|N\s?(?:[-+±√^*×÷%‰&]|T?\s*/\s*(?![ANT]|to|$))|N\s?-\s?T")


def unaccounted(sketch: Sketch, named: str | None = None) -> str | None:
    """The first thing in the message that nothing explains, as it was sent; None when all of it is explained.
    `named` is somebody named in the place of an address: a question about that is asked anyway."""
    text = _THINGS.sub(lambda match: " " * len(match[0]), sketch.text)
    for place, element in sketch.places("UEHQWXS"):
        if text[place] != " ":
            return sketch.folded.said(element.start, element.end)
    lonely = _BRACKETED.search(text) if text.count("N") == 1 else None
    around = _AROUND.search(text) or lonely
    if around and not re.fullmatch(r"N\s?-\s?T", around[0]):
        return sketch.said(*around.span())
    if named:
        text = text.replace(named.lower(), " " * len(named), 1)
    for pattern in (NOT_FORGET, CONDITION_OK, _SAID):
        text = _blanked(text, pattern)
    text = _without_purposes(_blanked(text, _SIGNED, safe=True))
    text = _blanked(text, _NAMED, safe=True)
    for word in _WORD.finditer(text):
        if word[0].replace("’", "'") not in _KNOWN:
            return sketch.said(*word.span())
    return _unexplained(sketch, _WORD.sub(lambda match: " " * len(match[0]), text))


def _unexplained(sketch: Sketch, text: str) -> str | None:
    """What is left of the signs and the Chinese."""
    text = _blanked(text, _FINE_ZH, safe=True)
    text = _blanked(_blanked(text, _ALLOWED_SIGN), _HARMLESS_ZH)
    for place, letter in enumerate(text):
        if letter in "ANTCKDV" or letter.isspace():
            continue
        if letter.isalnum() or _STRANGE.match(letter):
            return sketch.said(place, place + 1)
    return None


def _blanked(text: str, pattern: re.Pattern[str], safe: bool = False) -> str:
    """Matches as blanks, so that every place stays; `safe` leaves those with a dangerous word standing."""

    def blank(match: re.Match[str]) -> str:
        group = next((name for name, said in match.groupdict().items() if said), None) or 0
        start, end = match.start(group) - match.start(), match.end(group) - match.start()
        if safe and dangerous(match[group]):
            return match[0]
        return match[0][:start] + re.sub(r"[^A-Z]", " ", match[0][start:end]) + match[0][end:]

    return pattern.sub(blank, text)


def dangerous(said: str) -> bool:
    """Something in it may take an order away, put it off, or change its amount."""
    words = {word.replace("’", "'") for word in _WORD.findall(said)}
    chinese = re.sub(r"[^\u3400-\u9fffN]", "", said)
    return (
        bool(words & DANGEROUS)
        or _DANGEROUS_ZH.search(
            re.sub(rf"(?:[这本上]个?月|[一二三四五六七八九十]+月份?|这?周末?)?的?(?:{NOUNS_ZH})", "", chinese)
        )
        is not None
    )


def _without_purposes(text: str) -> str:
    """ "for lunch", "because I owe him" up to the end of the clause, when nothing dangerous stands in it."""
    kept, place = "", 0
    for word in _WORD.finditer(text):
        if word.start() < place or word[0] not in PURPOSE:
            continue
        end = _CLAUSE.search(text, word.end())
        clause = text[word.start() : end.start() if end else len(text)]
        known = re.search(r"[ANTCV]", clause)
        clause = clause[: known.start()] if known else clause
        if (
            len(clause) <= _LONGEST
            and not dangerous(clause)
            and (known is None or "," in clause or len(_WORD.findall(clause)) <= 6)
        ):
            kept += text[place : word.start()] + re.sub(r"[^A-Z]", " ", clause)
            place = word.start() + len(clause)
    return kept + text[place:]

"""Short answers: yes, no, the first one. None of them ever confirms an order."""

import re

from core.domain.intent import Command, Intent, Kind, Language, Problem

_NO = re.compile(
    r"(?:no+|nope|nah|no thanks?(?: you)?|no,? don't|don't|dont|do not|not now|rather not|please don't|never"
    r"|不(?:了|要|用|用了|要了|行|可以|同意|必了|需要|转了?)?|别|别转了?|不不+|没有?必要|免了|先不(?:了|要|转)?)[\s,.!。~了吧]*"
)
_YES = re.compile(
    r"(?:y|ye+s+|yep|yeah|yup|ok|okay|k|sure|confirm(?:ed)?|i confirm|approved?|agreed?|correct|right|go|go ahead|do it|proceed|yes,? please"
    r"|please do|sign|accept|是(?:的|啊)?|对(?:的|啊)?|好(?:的|啊|吧|呀)?|行|可以(?:的)?|确认|确定|同意|没错|嗯+|没问题|批准|继续|转吧|就这样)[\s,.!。~]*"
)
_WHICH = (
    r"(?:the )?(?:1st|first)(?: one| option)?|1|option 1|前者|第一[个种项]?(?:吧)?",
    r"(?:the )?(?:2nd|second)(?: one| option)?|2|option 2|后者|第二[个种项]?(?:吧)?",
    r"(?:the )?(?:3rd|third)(?: one| option)?|3|option 3|第三[个种项]?(?:吧)?",
    r"(?:the )?(?:4th|fourth)(?: one| option)?|4|option 4|第四[个种项]?(?:吧)?",
)
_EVERY = re.compile(
    r"(?:both|all(?: of them)?|either|any|neither|none|两个?都要?|都要?|都行|随便|任意|哪个都行)[\s,.!。?？]*(?:one)?"
)
_PLACES = tuple(re.compile(rf"(?:{said})[\s,.!。]*") for said in _WHICH)


def answered(text: str, draft: Intent | None, language: Language) -> Intent | str | None:
    """What a short answer means, the message of the choice that it takes, or None when it is none of these.
    With a question open a yes has nothing to say yes to, so the question stays."""
    text = text.strip()
    if len(text) > 24:
        return None
    asked = draft.problems[0] if draft is not None and draft.problems else None
    for place, pattern in enumerate(_PLACES):
        counts = text.isdigit() and asked is not None and asked.slot == "amount"
        if asked is not None and place < len(asked.choices) and pattern.fullmatch(text) and not counts:
            return asked.choices[place].message
    if _NO.fullmatch(text):
        command = Command.CANCEL if draft is None else None
        return Intent(Kind.TRANSFER, language, command=command, refusal="E113")
    said_yes = _YES.fullmatch(text) is not None
    if draft is not None and (said_yes or _EVERY.fullmatch(text)):
        return draft
    return Intent(Kind.CHAT, language, problems=(Problem("message", "E124"),)) if said_yes else None

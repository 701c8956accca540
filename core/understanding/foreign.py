"""Words in the message that are not the owner's order: quotations, pasted logs, forwards, made-up roles."""

import re

from core.understanding.phrases import SEND_EN, SEND_ZH, SHAPE
from core.understanding.sketch import Element, Sketch

_QUOTED = re.compile(
    r"```(?P<a>.*?)```|`(?P<b>[^`]*)`|\"(?P<c>[^\"]*)\"|“(?P<d>[^”]*)”|「(?P<e>[^」]*)」|『(?P<f>[^』]*)』"
    r"|«(?P<g>[^»]*)»"
    r"|(?<![\w])'(?P<h>[^'\n]{4,})'(?![\w])|‘(?P<i>[^’\n]{4,})’|《(?P<j>[^》]*)》",
    re.DOTALL,
)
_LOG = re.compile(
    r"(?:^|\n)\s*(?:>|\||\[[^\]\n]{2,40}\]\s*:?|<\|?/?(?:system|assistant|user|inst|im_start"
    r"|im_end)[^>\n]*>|#{2,}\s*(?:instruction|system|user|assistant|response)"
    r"|(?:user|assistant|bot|system|developer|human|ai|operator|moderator|agent|gpt|claude|chatbot|me|him"
    r"|her|用户|助手|系统|机器人|客服|开发者|小助手|我|他|她|老板|对方)\s*[:>]\s?|\d{4}-D?"
    r"|D[\s,]*[\w ]{1,20}:\s|(?:info|debug|warn|error|trace)\s*[:\]-])"
    r"|(?<![a-z])(?:forwarded(?: message)?(?: from)?|fwd|begin (?:log|transcript|message)|end of (?:log"
    r"|transcript)|original message|wrote:|said:|says:)(?![a-z])|转发(?:自|消息|的)|聊天记录|原消息|-{3,}"
    r"|={4,}",
)
_ROLE_INSIDE = re.compile(
    r"(?:^|[\s.!?。])(?:system|assistant|developer|用户|助手|系统)\s*:\s|</?(?:system|assistant|user|inst"
    r"|tool)[^>]*>|\[/?(?:inst|system|assistant|tool)[^\]]*\]"
)


def own_words(sketch: Sketch) -> Sketch:
    """The sketch with every quotation that speaks of moving something as Q; plain quoted slots stay."""
    found = []
    for match in _QUOTED.finditer(sketch.text):
        inside = next((said for said in match.groups() if said is not None), "")
        if SEND_EN.search(inside) or SEND_ZH.search(inside) or SHAPE.search(inside):
            found.append((*match.span(), Element("Q", *sketch.original(*match.span()))))
    return sketch.with_elements(found)


def is_pasted(text: str) -> bool:
    """A log, a forward, lines with speakers, or a message that plays another role (A2, A4, A13)."""
    return _LOG.search(text) is not None or _ROLE_INSIDE.search(text) is not None

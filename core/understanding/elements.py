"""From a message to its sketch: links, addresses, names, times, counts, tokens, chains, amounts, in this order."""

import re

from core.domain import amounts
from core.domain.amount import FOREIGN
from core.domain.script import Folded, fold
from core.understanding.addresses import find_addresses
from core.understanding.lexicon import Words
from core.understanding.names import CHAIN_UNKNOWN, chains, tokens, unknown_tokens
from core.understanding.sketch import Element, Sketch, blank, mark

_LINK = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.|t\.me/|ethereum:)[^\s\u3000-\u303f\u4e00-\u9fff]+")
_NAME = re.compile(
    r"(?<![\w.])(?:[\w-]+\.)+(?:eth|lens|crypto|bnb|sol|xyz|com|org|io|id|box)(?![\w])"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w])@[\w.]{2,}"
)
_STANDARD = re.compile(
    r"(?<![a-z])(?:erc|eip|bip)[-\s]?\d+(?![a-z0-9])|eth\s?2\.0|web\s?3|layer\s?[12]"
    r"|(?<![a-z])l[12](?![a-z0-9])"
)
_N = r"(?:(?<!\d)\d{1,6}|[一二两三四五六七八九十半]{1,6}|(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple of|several)(?![a-z]))"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_UNIT = r"(?:second|sec|minute|min|hour|hr|day|week|month|year|night|morning|block)s?"
_FUTURE = re.compile(
    rf"(?<![a-z'])(?:(?:(?:in|after|within)\s+{_N}\s*{_UNIT}|{_N}\s*{_UNIT}\s+(?:later|from now)|tomorrow"
    rf"|tonight|later(?: today| on)?"
    rf"|next (?:week|month|year|{_DAY}|time|friday)|(?:every|each) (?:other )?(?:{_N} )?(?:{_UNIT}|{_DAY}"
    rf"|payday)|daily|weekly|monthly"
    rf"|annually|hourly|(?:on|this|by) {_DAY}s?|at (?:noon|midnight)|(?<!as )soon(?! as )|eventually|recurring"
    rf"|in the (?:morning|evening|afternoon|future))(?![a-z'])"
    rf"|(?:at|by|around)\s+\d{{1,2}}(?::\d\d)?\s?(?:am|pm|o'clock)?(?=\s*(?:$|[.,!?]|today|tomorrow)))"
    r"|下次|改[天日]|将来|日后|往后|明[天早晚日]|后天|大后天|今晚|下(?:个)?(?:周|星期|礼拜|月)[一二三四五六日天]?"
    r"|[每](?:隔)?(?:[一二两三\d]{1,4}个?)?(?:天|周|月|年|小时|星期|日|个月|晚|早|分钟)"
    r"|定期|定时|按时|到时候|待会儿?|等会儿?|等下|稍后|晚点|回头|过会儿?|过一会儿?|过(?:几|\d{1,6}"
    r"|[一二两三五十]{1,4})(?:天|个?小时|分钟)|月底|年底|周末|[本这]周[一二三四五六日末]"
    r"|(?:(?<!\d)\d{1,6}|[一二两三四五六七八九十半]{1,6})个?(?:天|小时|分钟|月|星期|周|年|秒|钟头)(?:以后"
    r"|之后|后|内|之内)"
    r"|(?:凌晨|上午|下午|晚上|中午|早上|今天|明天)?(?:\d{1,2}|[一二两三四五六七八九十]+)点(?:钟|半|整|\d+分"
    r"|[一二三四五]十?分)?(?=[\s,再给帮把就转前后时]|$)"
    r"|(?<!\d)\d{1,2}月\d{1,2}[日号]|\d{1,2}[号日](?=[\s,再给帮把就转前后]|$)"
)
_PAST = re.compile(
    rf"(?<![a-z'])(?:yesterday|earlier(?: today)?|last (?:week|month|year|night|time|{_DAY})"
    rf"|{_N}\s*{_UNIT}\s+ago|just now|ago|previously"
    rf"|(?:for|over|past|last) (?:the )?(?:past |last )?{_N}\s*{_UNIT}|this (?:week|month|year"
    rf"|morning))(?![a-z'])"
    r"|昨[天晚日]|前天|大前天|上(?:个)?(?:周|星期|礼拜|月)[一二三四五六日天]?|去年|刚才|(?:(?<!\d)\d{1,6}"
    r"|[一二两三四五六七八九十几]{1,6})个?(?:天|小时|分钟|月|星期|周|年)(?:以前|之前|前)"
    r"|(?:最近|近|过去)(?:的)?(?:(?<!\d)\d{1,6}|[一二两三四五六七八九十]{1,6})个?(?:天|周|月|年|小时|星期)"
    r"|[本这]个?(?:周|月|星期)|今年"
)
_MOMENT = re.compile(
    rf"(?<![a-z0-9])\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|(?<![\d.])\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]m)?"
    rf"|(?<![\d.])\d{{1,2}}\s?[ap]m(?![a-z])"
    rf"|(?<![a-z]){_N}\s*{_UNIT}(?![a-z])|\d{{4}}年(?:\d+月)?(?:\d+日)?|(?:(?<!\d)\d{{1,6}}"
    rf"|[一二两三四五六七八九十]{{1,6}})个?(?:小时|分钟|星期|钟头|秒钟|工作日)"
    r"|(?:(?<!\d)\d{1,6}|[一二两三四五六七八九十]{1,6})天"
)
_THINGS = r"(?:times|transactions?|txn?s?|transfers?|payments?|confirmations?|people|persons?|friends|wallets?|addresses|decimals|steps|activities|records|entries|activity|items|orders)"
_COUNT = re.compile(
    rf"(?<![a-z0-9.,])(?P<it>(?:\d{{1,9}}|one|two|three|four|five|six|seven|eight|nine|ten|twenty"
    rf"|fifty))\s+(?:most recent |latest |last |recent |different |separate )?{_THINGS}(?![a-z])"
    r"|(?P<zh>(?<!\d)\d{1,9}|[一二两三四五六七八九十百]{1,6})\s?(?:次(?!性)|笔(?!记)|条|个区块|个?人|位|遍"
    r"|个地址|个钱包|个朋友|份|个记录|个交易)"
    rf"|(?:last|recent|latest|past|top|previous)\s+(?P<last>\d{{1,9}})(?![\d.,]|\s*(?:{_UNIT}|N|T))|(?:#"
    rf"|no\.\s?|number\s|(?<![a-z])(?:order|invoice|inv|ref|reference|ticket|room|apt|apartment|flat|table"
    rf"|booking|po|bill|case|memo|tag|note|memo:? [a-z]{{2,12}}|note:? [a-z]{{2,12}})[\s:#]{{1,3}}|(?:订单号?|单号|编号|发票号?|房间号?|桌号?|流水号|合同号?"
    rf"|工单号?|备注)[\s:]{{0,2}}|第)(?P<no>\d{{1,12}})(?!\d|[.,]\d|\s*(?:T|个))(?:[笔次条])?"
)
_ORDINAL = re.compile(r"(?<![a-z0-9.,])\d{1,6}(?:st|nd|rd|th)(?![a-z])")
_NUMBER_WORDS = dict(
    zip(
        "one two three four five six seven eight nine ten twenty fifty".split(),
        (*range(1, 11), 20, 50),
        strict=True,
    )
)


def sketched(folded: Folded, words: Words) -> Sketch:
    """The whole sketch of one folded message."""
    sketch = mark(_account_ids(blank(folded)), _LINK, "U")
    sketch = _addresses(sketch)
    sketch = mark(mark(sketch, _NAME, "E"), _STANDARD, "S")
    sketch = tokens(chains(sketch, words), words)
    for pattern, when in ((_FUTURE, "future"), (_PAST, "past"), (_MOMENT, "moment")):
        sketch = mark(sketch, pattern, "D", when)
    sketch = mark(_counts(sketch), _ORDINAL, "K", "ordinal")
    return unknown_tokens(_token_addresses(_amounts(sketch), words))


_ACCOUNT_ID = re.compile(
    r"(?<![a-z0-9])(?P<it>[a-z0-9-]{3,8}:[a-z0-9]{1,32}):(?=0x[0-9a-f]{40})|(?<![a-z0-9])(?P<short>[a-z0-9-]{2,8}):(?=0x[0-9a-f]{40})"
)
_PREFIXES = frozenset(
    "eth matic pol arb1 oeth op base bnb bsc avax gno ftm celo sep gor zksync linea scr".split()
)


def _account_ids(sketch: Sketch) -> Sketch:
    """A network in front of an address (CAIP-10 "eip155:1:0x…", ERC-3770 "matic:0x…") is one that is named."""
    found = []
    for match in _ACCOUNT_ID.finditer(sketch.text):
        said = match["it"] or match["short"]
        if match["it"] or said in _PREFIXES:
            start, end = match.start(), match.start() + len(said)
            found.append((start, end, Element("C", *sketch.original(start, end), code=CHAIN_UNKNOWN)))
    return sketch.with_elements(found)


def _addresses(sketch: Sketch) -> Sketch:
    """Addresses and hashes outside links. Before anything is marked, places of sketch and text agree only
    outside links, so each is looked up by where it stands."""
    where = {piece.start: place for place, piece in enumerate(sketch.pieces)}
    found = []
    for one in find_addresses(sketch.folded):
        if one.start in where and sketch.pieces[where[one.start]].element is None:
            start = where[one.start]
            letter = "H" if one.kind == "hash" else "A"
            end = start + one.end - one.start
            found.append((start, end, Element(letter, one.start, one.end, one.value, one.code)))
    return sketch.with_elements(found)


def _counts(sketch: Sketch) -> Sketch:
    found = []
    for match in _COUNT.finditer(sketch.text):
        said = match["it"] or match["zh"] or match["last"] or match["no"]
        value = "ordinal" if match["no"] else _count(said)
        found.append((*match.span(), Element("K", *sketch.original(*match.span()), value)))
    return sketch.with_elements(found)


def _count(said: str) -> str:
    read = amounts.find(said)
    if said in _NUMBER_WORDS:
        return str(_NUMBER_WORDS[said])
    return read[0].value if len(read) == 1 and read[0].value is not None else "many"


def _amounts(sketch: Sketch) -> Sketch:
    found = []
    for amount in amounts.find(sketch.text):
        start, end = sketch.original(amount.start, amount.end)
        code = amount.code
        if sketch.folded.hides(start, end) and any(
            letter.isdigit() for letter in sketch.folded.text[start:end]
        ):
            code = FOREIGN
        element = Element("N", start, end, None if code else amount.value, code, amount=amount)
        found.append((amount.start, amount.end, element))
    return sketch.with_elements(found)


_TOKEN_PLACE = re.compile(
    r"(?:N\s*(?:个|枚)?\s*(?:of\s+)?(?:the\s+)?(?:tokens?\s+|contract\s+|代币\s*|合约\s*)?"
    r"|(?:tokens?|contract|代币|合约)\s*(?:address|地址)?[\s:是为]*)(?P<it>A)"
)


def _token_addresses(sketch: Sketch, words: Words) -> Sketch:
    """An address in the place of a token's name, beside another one that is paid, names the token."""
    if len(sketch.elements("A")) < 2:
        return sketch
    found = []
    for match in _TOKEN_PLACE.finditer(sketch.text):
        start, end = match.span("it")
        address = sketch.behind(start)
        value = address.value if address is not None else None
        listed = tuple(token for token in words.tokens if value is not None and token.address == value)
        named = Element("T", *sketch.original(start, end), value=value, tokens=listed)
        found.append((start, end, named if listed else Element("X", named.start, named.end, code="E104")))
    return sketch.with_elements(found[:1])


_FILLING = re.compile(
    r"[NT\s个枚颗的块刀钱.!。！我把在里]|(?<![a-z])(?:of|my|the|a|an|token|tokens|coins?|worth|please"
    r"|amount|about)(?![a-z])"
)


def amount_of(text: str, words: Words) -> str | None:
    """The one amount that a text says; None when it says none, several, or one that must be asked about."""
    sketch = sketched(fold(text), words)
    found = sketch.elements("N")
    if len(found) != 1 or found[0].code or found[0].amount is None or _FILLING.sub("", sketch.text):
        return None
    place = sketch.text.index("N")
    if amounts.value_order(sketch.text, place + 1, found[0].amount):
        return None
    return amounts.exact(found[0].amount)

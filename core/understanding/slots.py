"""The slots of an order, each read where it stands in the owner's message, or a problem that says why not."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.domain import amounts
from core.domain.intent import Choice, Language, Problem, Span
from core.understanding.lexicon import TokenWord, Words
from core.understanding.names import CHAIN_UNKNOWN, TOKEN_UNKNOWN, close_to
from core.understanding.sketch import Element, Sketch

MOST_CHOICES = 4


@dataclass
class Slots:
    """What was read so far; a slot is there or has a problem, never both."""

    sketch: Sketch
    words: Words
    language: Language
    token: str | None = None
    amount: str | None = None
    recipient: str | None = None
    chain: str | None = None
    decimals: int | None = None
    spans: dict[str, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def place(self, slot: str, element: Element) -> None:
        self.spans[slot] = self.sketch.folded.span(element.start, element.end)

    def said(self, element: Element) -> str:
        return self.sketch.folded.said(element.start, element.end)

    def miss(self, slot: str, code: str, params: Mapping[str, str] | None = None, choices: tuple[Choice, ...] = ()) -> None:
        self.problems.append(Problem(slot, code, dict(params or {}), choices))

    def instead(self, element: Element, text: str, label: str | None = None) -> Choice:
        """A button that sends this message with one thing in it said plainly."""
        raw, span = self.sketch.folded.raw, self.sketch.folded.span(element.start, element.end)
        before, after = raw[: span.start], raw[span.end :]
        left = " " if before and before[-1].isascii() and before[-1].isalnum() else ""
        right = " " if after and after[0].isascii() and after[0].isalnum() else ""
        return Choice(label or text, f"{before}{left}{text}{right}{after}")


def read_recipient(slots: Slots) -> None:
    """Exactly one valid address that is not said to be the payer's; anything else is a question."""
    text = slots.sketch.text
    payer = {match.start("it") for match in re.finditer(r"(?:(?<![a-z])(?:from|by)\s+(?:my\s+)?(?:\w+\s+)?|从|由)\s?(?P<it>A)", text)}
    found = list(slots.sketch.places("A"))
    for _, element in found:
        if element.code:
            slots.miss("recipient", element.code, {"text": slots.said(element)})
            return
    values = list(dict.fromkeys(element.value for _, element in found if element.value))
    if len(values) > 1:
        slots.miss("recipient", "E116", {"list": ", ".join(values)}, _addresses(slots, values))
        return
    elements = [element for place, element in found if place not in payer]
    if elements:
        slots.recipient = elements[0].value
        slots.place("recipient", elements[0])
        return
    named = _named(slots)
    if named:
        slots.miss("recipient", "E117", {"text": named})
    else:
        slots.miss("recipient", "E101")


def _addresses(slots: Slots, values: list[str]) -> tuple[Choice, ...]:
    if not slots.token or not slots.amount:
        return ()
    made = (Choice(f"{value[:6]}…{value[-4:]}", _order(slots, slots.amount, value)) for value in values[:MOST_CHOICES])
    return tuple(made)


def _order(slots: Slots, amount: str | None, recipient: str | None) -> str:
    return order_text(amount, slots.token, recipient, slots.chain, slots.language)


def order_text(amount: str | None, token: str | None, recipient: str | None, chain: str | None, language: Language) -> str:
    """A transfer in plain words, as far as its slots are known."""
    quantity = {"all": "全部" if language == "zh" else "all my", "half": "一半的" if language == "zh" else "half of my"}.get(amount or "", amount)
    if quantity is not None and quantity.endswith("%"):
        quantity += " of my" if language == "en" else " 的"
    what = " ".join(part for part in (quantity, token) if part)
    if language == "zh":
        return f"{f'在 {chain} 链上' if chain else ''}转 {what}" + (f" 给 {recipient}" if recipient else "")
    return f"send {what}" + (f" to {recipient}" if recipient else "") + (f" on the {chain} chain" if chain else "")


_PRONOUNS = frozenset(
    "him her them me us you it myself there this that the a an my his their he she someone somebody anyone everybody be do".split()
)


def _named(slots: Slots) -> str | None:
    """A name in the place of an address: vitalik.eth, @bob, "to alice", 给小明."""
    elements = slots.sketch.elements("EUH")
    if elements:
        return slots.said(elements[0])
    text = slots.sketch.text
    match = re.search(r"(?<![a-z])to\s+(?:my\s+(?:friend\s+)?)?(?P<it>[a-z][\w'’-]*)(?=\s*(?:$|[.,!?]|N|T|on\s|in\s|please|for\s|now|thanks|right))", text)
    match = match or re.search(r"(?<![a-z])(?:pay|give|tip|send)\s+(?P<it>[a-z][\w'’-]*)\s+N", text)
    match = match or re.search(r"(?:给|到)\s?(?P<it>[\u4e00-\u9fff]{2,4}?|[a-z]{2,12})\s?(?=转|打|发|汇|付|送|N|T|$|[,.。!！吧])", text)
    if match is None or match["it"] in _PRONOUNS or re.match(r"他|她|它|我|你|对方|谁|钱|地址|朋友$", match["it"]):
        return None
    return slots.sketch.said(*match.span("it"))


_BESIDE = r"\s*(?:个|枚|颗|只|of\s+my|of\s+the|of|的|worth\s+of|in\s+my|in)?\s*(?:我的\s*)?"


def read_amount(slots: Slots) -> Element | None:
    """The one amount; two different ones, a doubt, a bound or nothing at all is a question."""
    text = slots.sketch.text
    found = [(place, element) for place, element in slots.sketch.places("N") if not _meant_for(text, place)]
    strong = [(place, element) for place, element in found if element.amount and not element.amount.weak]
    distinct = [element for place, element in _unrepeated(text, strong or found)]
    if not distinct:
        slots.miss("amount", "E106")
        return None
    if len(distinct) > 1:
        said = ", ".join(slots.said(element) for element in distinct)
        slots.miss("amount", _several(slots), {"text": said, "list": said})
        return None
    element = distinct[0]
    amount = element.amount
    if amount is None or element.code or amount.compared:
        slots.miss("amount", element.code or amounts.ASK, {"text": slots.said(element)}, _readings(slots, element))
        return element
    slots.amount = element.value
    slots.place("amount", element)
    return element


_PURPOSE = re.compile(r"(?:(?<![a-z])(?:for|buy|buying|bought)|买|订|点|吃|喝)\s*(?:了|the\s|those\s)?\s*$")


def _meant_for(text: str, place: int) -> bool:
    """A number of things that the money is for ("… for 2 pizzas", 买两个披萨), after the amount and its token."""
    paid = re.search(rf"N{_BESIDE}T", text[:place])
    things = re.match(rf"{_BESIDE}T|\s*$", text[place + 1 :])
    return paid is not None and things is None and _PURPOSE.search(text[:place]) is not None


def _unrepeated(text: str, found: list[tuple[int, Element]]) -> list[tuple[int, Element]]:
    """"50 (fifty) USDC" says one amount twice; anywhere else a second amount counts, even of the same value."""
    kept: list[tuple[int, Element]] = []
    for place, element in found:
        if kept and element.value == kept[-1][1].value and re.fullmatch(r"\s*T?\s*\(\s*", text[kept[-1][0] + 1 : place]):
            continue
        kept.append((place, element))
    return kept


def _several(slots: Slots) -> str:
    """Several amounts each with a token of its own are several orders; otherwise one doubtful amount."""
    pairs = re.findall(rf"N{_BESIDE}T", slots.sketch.text)
    return "E123" if len(pairs) > 1 else amounts.ASK


def _readings(slots: Slots, element: Element) -> tuple[Choice, ...]:
    amount = element.amount
    if amount is None or element.code == amounts.NOT_POSITIVE:
        return ()
    readings = amount.readings or ((amount.value,) if amount.value else ())
    spoken = {"half": "half of my" if slots.language == "en" else "一半的"}
    return tuple(
        slots.instead(element, spoken.get(reading, reading), reading)
        for reading in readings[:MOST_CHOICES]
        if amounts.readable(reading)
    )


def read_token(slots: Slots, amount: Element | None) -> None:
    """The token beside the amount, else the only one named. One word for several tokens is a question."""
    text = re.sub(r"(?:gas|fees?|手续费|矿工费|网络费)[^.,。A]{0,12}T", lambda match: match[0].replace("T", "t"), slots.sketch.text)
    elements = {place: element for place, element in slots.sketch.places("TX") if text[place] != "t"}
    beside = _beside(text, elements, amount, slots.sketch)
    pool = beside or list(elements.values())
    listed = [element for element in pool if element.mark == "T"]
    symbols = {_symbols(element) for element in listed}
    if not pool or (not listed and not beside and amount is not None and amount.amount and amount.amount.unit):
        _unit_or_missing(slots, amount)
    elif not listed:
        _unknown(slots, pool[0])
    elif len(symbols) > 1:
        said = ", ".join(dict.fromkeys(slots.said(element) for element in listed))
        slots.miss("token", "E105", {"text": said, "options": said})
    else:
        _one_word(slots, listed[0])


def _beside(text: str, elements: Mapping[int, Element], amount: Element | None, sketch: Sketch) -> list[Element]:
    """Tokens right behind or right before the amount; "50 USDC or USDT" and "50 USDC in DAI" give both."""
    place = next((place for place, element in sketch.places("N") if element is amount), None)
    if place is None:
        return []
    link = r"(?:\s*(?:or|/|或者?|还是|、|in|as|into|worth of|换成|等值的?|价值的?|的)\s*)"
    match = re.compile(rf"N{_BESIDE}(?P<first>[TX])(?:{link}(?P<second>[TX]))?(?:{link}(?P<third>[TX]))?").match(text, place)
    if match is None:
        match = re.compile(r"(?P<first>[TX])[\s:=,]*N").search(text, max(0, place - 4), place + 1)
    if match is None:
        return []
    places = [match.start(name) for name in ("first", "second", "third") if match.groupdict().get(name)]
    return [elements[place] for place in places if place in elements]


def _symbols(element: Element) -> frozenset[str]:
    return frozenset(token.symbol for token in element.tokens)


def _unit_or_missing(slots: Slots, amount: Element | None) -> None:
    """wei and gwei mean the native coin of the chain that is meant; anything else lacks a token."""
    if amount is not None and amount.amount is not None and amount.amount.unit:
        natives = [token for token in slots.words.tokens if token.address is None and token.chain == _chain_meant(slots)]
        if natives:
            slots.token, slots.decimals = natives[0].symbol, natives[0].decimals
            slots.place("token", amount)
            return
    options = list(dict.fromkeys(token.symbol for token in slots.words.tokens))[:MOST_CHOICES]
    choices = tuple(slots.instead(amount, f"{slots.said(amount)} {symbol}", symbol) for symbol in options) if amount and slots.amount else ()
    slots.miss("token", "E121", {"options": ", ".join(options)}, choices)


def _chain_meant(slots: Slots) -> str:
    return slots.chain or next((chain.slug for chain in slots.words.chains if chain.default), "")


def _unknown(slots: Slots, element: Element) -> None:
    said = slots.said(element)
    known = list(dict.fromkeys(token.symbol for token in slots.words.tokens))
    choices = tuple(slots.instead(element, symbol) for symbol in close_to(said, slots.words)[:MOST_CHOICES])
    slots.miss("token", TOKEN_UNKNOWN, {"text": said, "known": ", ".join(known)}, choices)


def _one_word(slots: Slots, element: Element) -> None:
    """One word: the tokens it means, narrowed by the chain that was named."""
    meant = [token for token in element.tokens if slots.chain is None or token.chain == slots.chain]
    symbols = list(dict.fromkeys(token.symbol for token in meant))
    if not meant:
        known = dict.fromkeys(token.symbol for token in slots.words.tokens if token.chain == slots.chain)
        slots.miss("token", TOKEN_UNKNOWN, {"text": slots.said(element), "known": ", ".join(known)})
    elif len(symbols) > 1:
        choices = tuple(slots.instead(element, symbol) for symbol in symbols[:MOST_CHOICES])
        slots.miss("token", "E105", {"text": slots.said(element), "options": ", ".join(symbols)}, choices)
    else:
        _on_its_chain(slots, element, meant)


def _on_its_chain(slots: Slots, element: Element, meant: list[TokenWord]) -> None:
    """One symbol: on the default chain when it is there, on its only chain, or a question (interfaces.md)."""
    default = next((chain.slug for chain in slots.words.chains if chain.default), None)
    here = [token for token in meant if token.chain == (slots.chain or default)] or meant
    chains = list(dict.fromkeys(token.chain for token in here))
    addresses = list(dict.fromkeys(token.address for token in here if token.chain == chains[0]))
    if len(chains) > 1:
        slots.miss("chain", "E119", {"options": ", ".join(chains)}, _chain_choices(slots, chains))
    elif len(addresses) > 1:
        said = [address or here[0].symbol for address in addresses]
        choices = tuple(slots.instead(element, one) for one in said[:MOST_CHOICES])
        slots.miss("token", "E105", {"text": slots.said(element), "options": ", ".join(said)}, choices)
        return
    elif slots.chain is None and chains[0] != default:
        slots.chain = chains[0]
    slots.token, slots.decimals = here[0].symbol, here[0].decimals
    slots.place("token", element)


def _chain_choices(slots: Slots, chains: list[str]) -> tuple[Choice, ...]:
    raw = slots.sketch.folded.raw.rstrip(" .。!！")
    suffix = "，用 {} 链" if slots.language == "zh" else " on the {} chain"
    return tuple(Choice(chain, raw + suffix.format(chain)) for chain in chains[:MOST_CHOICES])


def read_chain(slots: Slots) -> None:
    """The chain that was named; none is fine, an unknown one or two are not."""
    elements = slots.sketch.elements("C")
    unknown = next((element for element in elements if element.code), None)
    known = list(dict.fromkeys(element.chain.slug for element in elements if element.chain))
    if unknown is not None:
        names = ", ".join(chain.slug for chain in slots.words.chains)
        slots.miss("chain", CHAIN_UNKNOWN, {"text": slots.said(unknown), "known": names})
    elif len(known) > 1:
        slots.miss("chain", "E119", {"options": ", ".join(known)})
    elif known:
        slots.chain = known[0]
        slots.place("chain", elements[0])


def fit(slots: Slots, amount: Element | None) -> None:
    """Amount and token together: decimals, money of a state, wei of a token that has none."""
    read = amount.amount if amount is not None else None
    if amount is None or read is None or slots.amount is None:
        return
    dollars = slots.token is not None and all(token.usd for token in slots.words.tokens if token.symbol == slots.token)
    native = any(token.symbol == slots.token and token.address is None for token in slots.words.tokens)
    if (read.fiat == "usd" and not dollars) or read.fiat == "other" or (read.unit and not native):
        refuse_amount(slots, amounts.ASK, {"text": slots.said(amount)})
    elif slots.decimals is not None and places(slots.amount) > slots.decimals:
        params = {"amount": slots.amount, "symbol": slots.token or "", "decimals": str(slots.decimals)}
        refuse_amount(slots, "E108", params)


def refuse_amount(slots: Slots, code: str, params: Mapping[str, str]) -> None:
    slots.amount = None
    slots.spans.pop("amount", None)
    slots.miss("amount", code, params)


def places(amount: str) -> int:
    """Decimal places of a plain amount; 0 for all, half and shares."""
    _, _, fraction = amount.partition(".")
    return 0 if amount.endswith("%") else len(fraction)


def read(sketch: Sketch, words: Words, language: Language, recipient: bool = True) -> Slots:
    """Every slot of an order."""
    slots = Slots(sketch, words, language)
    read_chain(slots)
    amount = read_amount(slots)
    read_token(slots, amount)
    fit(slots, amount)
    if recipient:
        read_recipient(slots)
        _plain_readings(slots, amount)
    return slots


def _plain_readings(slots: Slots, element: Element | None) -> None:
    """With the token known each reading is put as a plain order, without the words that made it doubtful."""
    if element is None or slots.token is None or slots.sketch.elements("V"):
        return
    for place, problem in enumerate(slots.problems):
        if problem.slot == "amount" and problem.choices:
            plain = (_order(slots, choice.label, slots.recipient) for choice in problem.choices)
            choices = tuple(Choice(old.label, text) for old, text in zip(problem.choices, plain, strict=True))
            slots.problems[place] = replace(problem, choices=choices)


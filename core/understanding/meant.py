"""Which token and which chain are meant; one word for several is a question."""

import re
from collections.abc import Mapping

from core.domain.intent import Choice
from core.understanding.lexicon import TokenWord
from core.understanding.names import CHAIN_UNKNOWN, TOKEN_UNKNOWN, close_to
from core.understanding.quantities import BESIDE
from core.understanding.sketch import Element, Sketch
from core.understanding.slots import MOST_CHOICES, Slots


def read_chain(slots: Slots) -> None:
    """The chain that was named; none is fine, an unknown one or two are not."""
    elements = slots.sketch.elements("C")
    unknown = next((element for element in elements if element.code), None)
    known = list(dict.fromkeys(element.chain.slug for element in elements if element.chain))
    if unknown is not None:
        names = ", ".join(chain.slug for chain in slots.words.chains)
        choices = tuple(slots.instead(unknown, chain.name) for chain in slots.words.chains[:MOST_CHOICES])
        slots.miss("chain", CHAIN_UNKNOWN, {"text": slots.said(unknown), "known": names}, choices)
    elif len(known) > 1:
        slots.miss("chain", "E119", {"options": ", ".join(known)})
    elif known:
        slots.chain = known[0]
        slots.place("chain", elements[0])


def _chain_choices(slots: Slots, chains: list[str]) -> tuple[Choice, ...]:
    raw = slots.sketch.folded.raw.rstrip(" .。!！")
    suffix = "，用 {} 链" if slots.language == "zh" else " on the {} chain"
    return tuple(Choice(chain, raw + suffix.format(chain)) for chain in chains[:MOST_CHOICES])


def read_token(slots: Slots, amount: Element | None) -> None:
    """The token beside the amount, else the only one named. One word for several tokens is a question."""
    text = re.sub(
        r"(?:gas|fees?|手续费|矿工费|网络费)[^.,。A]{0,12}T",
        lambda match: match[0].replace("T", "t"),
        slots.sketch.text,
    )
    elements = {place: element for place, element in slots.sketch.places("TX") if text[place] != "t"}
    beside = _beside(text, elements, amount, slots.sketch)
    pool = beside or list(elements.values())
    listed = [element for element in pool if element.mark == "T"]
    symbols = {_symbols(element) for element in listed}
    bought = [elements[match.end() - 1] for match in _BOUGHT.finditer(text) if match.end() - 1 in elements]
    if not pool or (
        not listed and not beside and amount is not None and amount.amount and amount.amount.unit
    ):
        _unit_or_missing(slots, amount)
    elif len(listed) < len(beside) or not listed:
        _unknown(slots, next(element for element in pool if element.mark == "X"))
    elif len(symbols) > 1:
        said = ", ".join(dict.fromkeys(slots.said(element) for element in listed))
        slots.miss("token", "E105", {"text": said, "options": said})
    elif others := [
        one for one in elements.values() if _symbols(one) != _symbols(listed[0]) and one not in bought
    ]:
        said = ", ".join(dict.fromkeys(slots.said(one) for one in (listed[0], *others)))
        unknown = next((one for one in others if one.mark == "X"), None)
        if unknown is not None:
            _unknown(slots, unknown)
        else:
            slots.miss("token", "E105", {"text": said, "options": said})
    else:
        _one_word(slots, listed[0])


_BOUGHT = re.compile(r"(?<=[AT])\s+(?:for|to buy|buying)\s+(?:the\s+|my\s+|those\s+)?N\s?X")
"""The money is for a number of things (names.py takes their word for a token)."""


def _beside(
    text: str, elements: Mapping[int, Element], amount: Element | None, sketch: Sketch
) -> list[Element]:
    """Tokens right behind or right before the amount; "50 USDC or USDT" and "50 USDC in DAI" give both."""
    place = next((place for place, element in sketch.places("N") if element is amount), None)
    if place is None:
        return []
    link = r"(?:\s*|\s*(?:or|/|或者?|还是|、|in|as|into|worth of|换成|等值的?|价值的?|的)\s*)"
    match = re.compile(
        rf"N{BESIDE}(?P<first>[TX])(?:{link}(?P<second>[TX]))?(?:{link}(?P<third>[TX]))?"
    ).match(text, place)
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
        natives = [
            token
            for token in slots.words.tokens
            if token.address is None and token.chain == _chain_meant(slots)
        ]
        if natives:
            slots.token, slots.decimals = natives[0].symbol, natives[0].decimals
            slots.place("token", amount)
            return
    options = list(dict.fromkeys(token.symbol for token in slots.words.tokens))[:MOST_CHOICES]
    choices = (
        tuple(slots.instead(amount, f"{slots.said(amount)} {symbol}", symbol) for symbol in options)
        if amount and slots.amount
        else ()
    )
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

"""The recipient: exactly one valid address that is not said to be the payer's."""

import re

from eth_utils.address import to_checksum_address

from core.domain.intent import Choice
from core.understanding.slots import MOST_CHOICES, Slots, order_text

_PRONOUNS = frozenset(
    "him her them me us you it myself there this that the a an my his their he she someone somebody anyone everybody be do".split()
)


_OWNED = re.compile(
    r"['’]s\s+(?!address|wallet|account)[a-z]|\s?的(?!地址|钱包|账|余额|\s?[NT])[\u4e00-\u9fff]"
)
"""Somebody or something of an address ("0x…'s friend", 0x… 的朋友) is not that address."""


def read_recipient(slots: Slots) -> None:
    """Exactly one valid address that is not said to be the payer's; anything else is a question."""
    text = slots.sketch.text
    payer = {
        match.start("it")
        for match in re.finditer(r"(?:(?<![a-z])(?:from|by)\s+(?:my\s+)?(?:\w+\s+)?|从|由)\s?(?P<it>A)", text)
    }
    payer |= {match.end() - 1 for match in _OWN.finditer(text)}
    found = list(slots.sketch.places("A"))
    for _, element in found:
        if element.code:
            slots.miss("recipient", element.code, {"text": slots.said(element)})
            return
    values = list(dict.fromkeys(element.value for _, element in found if element.value))
    if len(values) > 1:
        slots.miss("recipient", "E116", {"list": ", ".join(values)}, _addresses(slots, values))
        return
    linked = _in_links(slots)
    if linked - set(values):
        slots.miss("recipient", "E116", {"list": ", ".join(list(dict.fromkeys([*values, *sorted(linked)])))})
        return
    others = {
        place for place, _ in found if _MENTIONED.match(text, place + 1) or _OWNED.match(text, place + 1)
    }
    elements = [element for place, element in found if place not in payer | others]
    if elements:
        slots.recipient = elements[0].value
        slots.place("recipient", elements[0])
        return
    named = _named(slots)
    strange = slots.sketch.elements("HU")
    if strange:
        slots.miss("recipient", "E102", {"text": slots.said(strange[0])})
    elif named:
        slots.miss("recipient", "E117", {"text": named})
    else:
        slots.miss("recipient", "E101")


_OWN = re.compile(
    r"(?<!to )(?<!with )(?<![a-z])(?:my|our)\s+(?:own\s+)?(?:wallet\s+|eth\s+)?(?:address|wallet|account)?\s*(?:is|:|=)\s*A"
    r"|(?<![a-z])i(?:'m| am)\s+A|(?<![到给往至])我的?(?:钱包|账户)?(?:地址|钱包|账户)?\s?(?:是|为|:)\s?A"
)
"""Somebody's own address is not whom they pay."""
_MENTIONED = re.compile(
    r"\s*(?:is|was|=|belongs)(?![a-z])(?! (?:the |his |her |their |my )?(?:\w+'?s? )?(?:address|recipient|receiver|payee|wallet|where|one to pay))"
    r"|\s?(?:是|属于)(?!他|她|收款|对方|我?(?:朋友|妈|爸|老|哥|弟|姐|妹|同)|地址)[\u4e00-\u9fff]"
)
"""An address about which something is told ("0x… is the contract of …") is only mentioned."""


def _in_links(slots: Slots) -> set[str]:
    """Addresses inside links: shown text and target of a link can differ (A22)."""
    links = " ".join(slots.said(element) for element in slots.sketch.elements("U"))
    return {to_checksum_address(one) for one in re.findall(r"0x[0-9a-fA-F]{40}(?![0-9a-fA-F])", links)}


def _addresses(slots: Slots, values: list[str]) -> tuple[Choice, ...]:
    if not slots.token or not slots.amount:
        return ()
    made = (
        Choice(
            f"{value[:6]}…{value[-4:]}",
            order_text(slots.amount, slots.token, value, slots.chain, slots.language),
        )
        for value in values[:MOST_CHOICES]
    )
    return tuple(made)


def _named(slots: Slots) -> str | None:
    """A name in the place of an address: vitalik.eth, @bob, "to alice", 给小明."""
    elements = slots.sketch.elements("E")
    if elements:
        return slots.said(elements[0])
    text = slots.sketch.text
    match = re.search(
        r"(?<![a-z])to\s+(?:my\s+(?:friend\s+)?)?(?P<it>[a-z][\w'’-]*)(?=\s*(?:$|[.,!?]|N|T|on\s|in\s"
        r"|please|for\s|now|thanks|right))",
        text,
    )
    match = match or re.search(r"(?<![a-z])(?:pay|give|tip|send)\s+(?P<it>[a-z][\w'’-]*)\s+N", text)
    match = match or re.search(
        r"(?:给|到)\s?(?P<it>[\u4e00-\u9fff]{2,4}?|[a-z]{2,12})\s?(?=转|打|发|汇|付|送|N|T|$|[,.。!！吧])",
        text,
    )
    if (
        match is None
        or match["it"] in _PRONOUNS
        or re.match(r"他|她|它|我|你|对方|谁|钱|地址|朋友$", match["it"])
    ):
        return None
    return slots.sketch.said(*match.span("it"))

"""A question about balances, history or staking, with everything that it names."""

from collections.abc import Iterator

from core.domain.intent import Intent, Kind, Language, Problem
from core.understanding.lexicon import Words
from core.understanding.sketch import Element, Sketch


def counting(sketch: Sketch) -> str:
    """The sketched text for questions: 几个 asks how many instead of being an amount, any coin is a coin."""
    letters = list(sketch.text)
    for place, element in sketch.places("N"):
        if element.value is None and sketch.said(place, place + 1).startswith("几"):
            letters[place] = "几"
    return "".join(letters).replace("X", "T")


def read_intent(sketch: Sketch, words: Words, language: Language, kind: Kind) -> Intent:
    """A read with whatever it names; an ambiguous word means every token it can mean."""
    if kind in {Kind.CHAT, Kind.LOOKUP}:
        question = sketch.folded.raw.strip() if kind is Kind.LOOKUP else None
        return Intent(kind, language, question=question)
    named = (token.symbol for element in sketch.elements("T") for token in element.tokens)
    symbols = tuple(dict.fromkeys(named))
    owners = [one.value for one in sketch.elements("A") if one.value] if kind is Kind.BALANCE else []
    chains = [one.chain.slug for one in sketch.elements("C") if one.chain]
    return Intent(
        kind,
        language,
        token=symbols[0] if len(symbols) == 1 else None,
        tokens=symbols,
        recipient=owners[0] if len(owners) == 1 else None,
        chain=chains[0] if len(chains) == 1 else None,
        limit=_limit(sketch) if kind is Kind.HISTORY else None,
        problems=tuple(_unreadable(sketch, words, kind)),
    )


def _unreadable(sketch: Sketch, words: Words, kind: Kind) -> Iterator[Problem]:
    """What a read names and what cannot be used: unknown tokens and chains, broken or several addresses."""

    def said(element: Element) -> str:
        return sketch.folded.said(element.start, element.end)

    if not sketch.elements("T"):
        known = ", ".join(dict.fromkeys(token.symbol for token in words.tokens))
        for element in sketch.elements("X")[:1]:
            yield Problem("token", "E104", {"text": said(element), "known": known})
    for element in sketch.elements("C"):
        if element.code:
            known = ", ".join(chain.slug for chain in words.chains)
            yield Problem("chain", element.code, {"text": said(element), "known": known})
    owners = sketch.elements("A") if kind is Kind.BALANCE else []
    for element in owners:
        if element.code:
            yield Problem("recipient", element.code, {"text": said(element)})
    if len({element.value for element in owners}) > 1:
        yield Problem("recipient", "E116", {"list": ", ".join(said(element) for element in owners)})


def _limit(sketch: Sketch) -> int | None:
    counts = [element.value for element in sketch.elements("K") if element.value and element.value.isdigit()]
    return int(counts[0]) if counts else None

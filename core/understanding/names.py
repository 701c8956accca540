"""Tokens and chains by the words people use; a name that is not in the catalog is seen, not skipped."""

import re
from collections.abc import Iterable
from functools import lru_cache

from core.domain.script import fold
from core.understanding import coins
from core.understanding.lexicon import ChainWord, TokenWord, Words
from core.understanding.sketch import Element, Sketch

TOKEN_UNKNOWN = "E104"
CHAIN_UNKNOWN = "E110"


@lru_cache(maxsize=16)
def _token_pattern(words: Words) -> tuple[re.Pattern[str], dict[str, tuple[TokenWord, ...]]]:
    table: dict[str, list[TokenWord]] = {}
    for token in words.tokens:
        spoken = coins.SPOKEN.get(token.symbol.upper(), ())
        for word in dict.fromkeys(
            fold(word).text for word in (token.symbol, token.name, *token.aliases, *spoken)
        ):
            if len(word) > 1 and token not in table.setdefault(word, []):
                table[word].append(token)
    known = {word: tuple(tokens) for word, tokens in table.items()}
    other = (*coins.OTHER_COINS, *coins.OTHER_COINS_LONG, *coins.OTHER_COINS_ZH)
    others = [word for word in other if word not in known]
    parts = [_bounded(word) for word in sorted((*known, *others), key=len, reverse=True)]
    return re.compile("|".join(parts) or r"(?!)"), known


def _bounded(word: str) -> str:
    if not word.isascii():
        return re.escape(word)
    return (
        rf"(?<![a-z0-9'_-])(?:(?<!\.)|(?<=\d\.)){re.escape(word)}(?![a-z_])(?!-[a-z0-9])(?!'(?!s(?![a-z])))"
        + (r"(?![-.][a-z])" if word in coins.ORDINARY else "")
    )


@lru_cache(maxsize=16)
def _letters(words: Words) -> dict[str, tuple[TokenWord, ...]]:
    """Aliases of one letter, such as U; they need a number or Chinese beside them."""
    table: dict[str, list[TokenWord]] = {}
    for token in words.tokens:
        for alias in token.aliases:
            if len(alias) == 1:
                table.setdefault(fold(alias).text, []).append(token)
    return {word: tuple(tokens) for word, tokens in table.items()}


_GLUED = re.compile(r"(?<=\d)(?P<unit>[kw](?=[a-z]{1,6}(?![a-z])))?(?P<word>[a-z]+[0-9]?)(?![a-z])")
_AFTER_NUMBER = re.compile(
    r"N\s*(?:个|枚|颗)?\s*(?P<it>[\u4e00-\u9fff]{1,4}币)"
    r"|N\s?(?:of\s+)?(?P<en>[a-z][a-z0-9.$]{1,10})(?![a-z0-9])"
)


def tokens(sketch: Sketch, words: Words) -> Sketch:
    """Every token word becomes T, every other coin X."""
    pattern, known = _token_pattern(words)
    return _letter_aliases(_glued(_named(sketch, pattern, known), known, words), words)


def _named(sketch: Sketch, pattern: re.Pattern[str], known: dict[str, tuple[TokenWord, ...]]) -> Sketch:
    found = []
    for match in pattern.finditer(sketch.text):
        start, end = match.span()
        meant = known.get(match[0])
        typed = sketch.said(start, end)
        if meant is None and match[0] in coins.ORDINARY and not typed.isupper():
            continue
        found.append((start, end, _element(sketch, start, end, meant)))
    return sketch.with_elements(found)


def _element(sketch: Sketch, start: int, end: int, meant: Iterable[TokenWord] | None) -> Element:
    place = sketch.original(start, end)
    if meant is None:
        return Element("X", *place, code=TOKEN_UNKNOWN)
    return Element("T", *place, tokens=tuple(meant))


def _glued(sketch: Sketch, known: dict[str, tuple[TokenWord, ...]], words: Words) -> Sketch:
    """What is written right behind a number: 50usdc, 5ku, 50usdcc."""
    letters = _letters(words)
    found = []
    for match in _GLUED.finditer(sketch.text):
        start, end = match.span("word")
        whole = (match["unit"] or "") + match["word"]
        if whole in known or whole in letters:
            meant = known.get(whole) or letters[whole]
            found.append((match.start(), end, _element(sketch, match.start(), end, meant)))
        elif whole in coins.OTHER_COINS:
            found.append((match.start(), end, _element(sketch, match.start(), end, None)))
        elif match["unit"] and match["word"] in {*letters, "usdc", "usdt", "dai"} & {*letters, *known}:
            meant = known.get(match["word"]) or letters[match["word"]]
            found.append((start, end, _element(sketch, start, end, meant)))
        elif whole not in coins.UNITS and not re.fullmatch(r"e\d+|x\d+|[kmw]\d", whole):
            found.append((match.start(), end, _element(sketch, match.start(), end, None)))
    return sketch.with_elements(found)


_NUMBER_BEFORE = re.compile(
    r"(?:\d|\d[kwm]|[\u4e00-\u9fff]|(?:hundred|thousand|million|[a-z]+ty|[a-z]+teen|one|two|three|four|five"
    r"|six|seven|eight|nine|ten"
    r"|eleven|twelve|half|dozen|k))\s*$"
)
_MUCH_BEFORE = re.compile(r"(?:much|many|my|all|in|of|the|some|any|no|more)\s+$")


def _letter_aliases(sketch: Sketch, words: Words) -> Sketch:
    letters, text = _letters(words), sketch.text
    found = []
    for word, meant in letters.items():
        for match in re.finditer(rf"(?<![a-z0-9'.]){re.escape(word)}(?![a-z0-9'.])", text):
            start, end = match.span()
            before, after = text[max(0, start - 20) : start], text[end : end + 12]
            capital = sketch.said(start, end).isupper()
            beside_chinese = re.match(r"\s*[\u4e00-\u9fff]", after)
            alone = not text[:start].strip() and not text[end:].strip(" .!?。！？")
            if (
                _NUMBER_BEFORE.search(before)
                or beside_chinese
                or alone
                or (capital and _MUCH_BEFORE.search(before))
            ):
                found.append((start, end, _element(sketch, start, end, meant)))
    return sketch.with_elements(sorted(found, key=lambda one: one[0]))


def unknown_tokens(sketch: Sketch) -> Sketch:
    """A word right behind an amount that is no token of the catalog and no ordinary word ("50 usdcc")."""
    found = []
    for match in _AFTER_NUMBER.finditer(sketch.text):
        group = "it" if match["it"] else "en"
        if match[group] not in coins.NOT_COINS:
            start, end = match.span(group)
            found.append((start, end, _element(sketch, start, end, None)))
    return sketch.with_elements(found)


@lru_cache(maxsize=16)
def _chain_pattern(words: Words) -> tuple[re.Pattern[str], dict[str, ChainWord]]:
    known = {
        fold(word).text: chain
        for chain in words.chains
        for word in (chain.slug, chain.name, *chain.aliases)
        if word.strip()
    }
    names = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True)) or r"(?!)"
    alone = (
        "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True) if _stands_alone(word))
        or r"(?!)"
    )
    either = rf"(?:{names}|{coins.OTHER_CHAINS})"
    suffix = r"(?:\s*(?:smart\s+)?(?:main|test)?(?:chain|network|net)(?![a-z])|\s?(?:主网|测试网|网络|链|网))"
    return (
        re.compile(
            rf"(?<![a-z])(?:on|via|over|using|through"
            rf"|across)\s+(?:the\s+)?(?P<on>{either}{suffix}?)(?![a-z0-9])"
            rf"|(?:在|用|走|通过|从)\s?(?P<zh>{either}\s?{suffix}?)(?=\s?(?:上|里|中|转|打|发|汇|给|,|$))"
            rf"|(?<![a-z0-9])(?P<named>{either}{suffix})(?![a-z0-9])"
            rf"|(?<![a-z0-9])(?P<alone>{alone})(?![a-z0-9])"
            rf"|(?:on|via|over)\s+(?:the\s+)?(?P<strange>[a-z0-9]+\s(?:chain|network|mainnet"
            rf"|testnet))(?![a-z])"
            rf"|(?<=A)\s+(?:on|via|using|over)\s+(?P<bare>(?!(?:{coins.NOT_CHAINS})(?![a-z]))[a-z][a-z0-9]{{2,60}})(?=\s*(?:$|[.,!?]|please|pls|now))"
            rf"|(?<![a-z0-9])(?P<standard>{coins.STANDARDS})(?![a-z0-9])"
            rf"|(?:在|用|走|通过)\s?(?P<fremd>[a-z0-9]{{2,12}}\s?(?:链|网络|主网|测试网))"
        ),
        known,
    )


def _stands_alone(word: str) -> bool:
    return "链" in word or "网" in word or "chain" in word.split() or "network" in word.split()


def chains(sketch: Sketch, words: Words) -> Sketch:
    """Every chain word that stands where a chain is named becomes C."""
    pattern, known = _chain_pattern(words)
    found = []
    for match in pattern.finditer(sketch.text):
        group = next(name for name, said in match.groupdict().items() if said)
        start, end = match.span(group)
        end -= len(match[group]) - len(match[group].rstrip())
        chain = _known_chain(match[group], known)
        place = sketch.original(start, end)
        found.append((start, end, Element("C", *place, chain=chain, code=None if chain else CHAIN_UNKNOWN)))
    return sketch.with_elements(found)


def _known_chain(said: str, known: dict[str, ChainWord]) -> ChainWord | None:
    said = said.strip()
    if said in {"the chain", "the network"}:
        return None
    bare = re.sub(r"\s*(?:chain|network|mainnet|testnet|主网|测试网|网络|链|网)$", "", said)
    return known.get(said) or known.get(bare)


def chain_alone(text: str, words: Words) -> ChainWord | None:
    """The chain that a bare answer names ("demo", 演示链)."""
    return _known_chain(text, _chain_pattern(words)[1])


def close_to(text: str, words: Words) -> tuple[str, ...]:
    """Symbols that differ from `text` by one or two slips of the finger, nearest first."""
    said = fold(text).text
    scored = sorted(
        (distance(said, symbol.lower()), symbol) for symbol in {token.symbol for token in words.tokens}
    )
    return tuple(symbol for distance, symbol in scored if 0 < distance <= (2 if len(said) > 3 else 1))


def distance(one: str, other: str) -> int:
    """Edits between two words; two neighbours swapped count as one."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, second in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != second))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == second:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]

"""Slips of the finger and shorthand in ordinary words, mended after every slot was read.

Tokens, amounts, addresses and chains are marked before this step, so no repair can reach a slot. A word that
could be a misspelt "don't", "tomorrow" or the like is not repaired: it becomes W, and W is never part of an order.
"""

import re
from functools import lru_cache
from itertools import combinations

from core.understanding.names import distance
from core.understanding.shorthand import DOUBTS, DOUBTS_ZH, NEGATED, SHORT, WRONG_ZH
from core.understanding.sketch import Element, Sketch
from core.understanding.spelling_words import GUARDS, MEANT, ORDINARY

_WORD = re.compile(r"(?<![a-z0-9'’._@-])[a-z]{2,24}(?:['’][a-z]{0,12})?(?![a-z0-9_@-])")
_FAR = 8
"""From this length on two slips are forgiven, below it one."""


def spelled(sketch: Sketch) -> Sketch:
    """The sketch with its ordinary words as they were meant; what may take an order away as W."""
    doubts, repairs = [], []
    for match in _WORD.finditer(sketch.text):
        word = meant(match[0])
        if word is None:
            doubts.append((*match.span(), Element("W", *sketch.original(*match.span()), nearest(match[0]))))
        elif word != match[0]:
            repairs.append((*match.span(), word))
    repairs += [
        (*match.span(), WRONG_ZH[1].get(match[0], "转")) for match in WRONG_ZH[0].finditer(sketch.text)
    ]
    doubts += [
        (*match.span(), Element("W", *sketch.original(*match.span())))
        for match in DOUBTS_ZH.finditer(sketch.text)
    ]
    changes: list[tuple[int, int, Element | str]] = sorted([*doubts, *repairs], key=lambda one: one[0])
    return sketch.reworded(changes) if changes else sketch


@lru_cache(maxsize=4096)
def meant(word: str) -> str | None:
    """The word that was meant, itself when nothing or more than one is near, None where that is in doubt."""
    if word in SHORT:
        return SHORT[word]
    bare = word.replace("'", "").replace("’", "")
    if bare in DOUBTS:
        return None
    if word in _KNOWN:
        return word
    if word.endswith(("n't", "n’t")):
        return word if bare[:-2] in NEGATED else None
    if bare != word and not _displaced(word):
        stem = re.split("['’]", word)[0]
        mended = meant(stem) if len(stem) > 2 else stem
        return None if mended is None else mended + word[len(stem) :]
    if bare in GUARDS:
        return None
    guard, other = _near(bare, GUARDS), _near(bare, MEANT)
    if guard and (not other or guard[0] <= other[0]):
        return None
    return other[1] if other and other[1] else word


def nearest(word: str) -> str | None:
    """The guard that a doubtful word is nearest to, when it is a single one."""
    near = _near(word.replace("'", "").replace("’", ""), GUARDS)
    return near[1] if near else None


_KNOWN = MEANT | GUARDS | ORDINARY


def _displaced(word: str) -> bool:
    """An apostrophe where English has none (do'nt, dont')."""
    return re.search(r"['’](?:s|t|m|d|re|ve|ll)$", word) is None or re.search(r"[^n]['’]t$", word) is not None


def _near(word: str, vocabulary: frozenset[str]) -> tuple[int, str | None] | None:
    """How near the nearest words are, and which one when it is alone; letters that changed places come first."""
    if len(word) < 3:
        return None
    scored = [(distance(word, one), one) for one in _candidates(word) if one in vocabulary]
    within = [(far, one) for far, one in scored if far <= _allowed(word, one)]
    if not within:
        return None
    least = min(far for far, _ in within)
    best = [one for far, one in within if far == least]
    best = [one for one in best if sorted(one) == sorted(word)] or best
    return least, best[0] if len(best) == 1 else None


def _allowed(word: str, other: str) -> int:
    """Words of three letters are too close together: there only two letters that changed places count."""
    if min(len(word), len(other)) <= 3 and len(word) == len(other):
        return 1 if sorted(word) == sorted(other) else 0
    if len(other) <= 3:
        return 0
    return 2 if max(len(word), len(other)) >= _FAR else 1


def _shortened(word: str) -> set[str]:
    """The word without up to as many letters as it may have slips."""
    most = 2 if len(word) >= _FAR else 1
    return {"".join(kept) for lost in range(most + 1) for kept in combinations(word, len(word) - lost)}


_INDEX: dict[str, set[str]] = {}
for _one in sorted(MEANT | GUARDS):
    for _part in _shortened(_one):
        _INDEX.setdefault(_part, set()).add(_one)


def _candidates(word: str) -> set[str]:
    """Every known word that shares a shortened form with this one: all within reach are among them."""
    return {one for part in _shortened(word) for one in _INDEX.get(part, ())}

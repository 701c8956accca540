"""English number words, read strictly: a value, or None for what does not follow the grammar."""

from collections.abc import Sequence
from decimal import Decimal

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_SMALL += " seventeen eighteen nineteen"
ONES = {word: value for value, word in enumerate(_SMALL.split())}
TENS = {
    word: 20 + 10 * n
    for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "grand": 3}


def english(words: Sequence[str]) -> Decimal | None:
    """English number words → the value; None for what follows no grammar ("five six", "twenty fifty")."""
    if "point" in words:
        at = list(words).index("point")
        return _with_english_point(words[:at], words[at + 1 :])
    if len(words) > 3 and tuple(words[-3:]) == ("and", "a", "half"):
        whole = english(words[:-3])
        return None if whole is None or whole >= 100 else whole + Decimal("0.5")
    if len(words) > 4 and tuple(words[-4:-1]) == ("and", "a", "half") and words[-1] in SCALES:
        more = english(words[:-1])
        return None if more is None else more.scaleb(SCALES[words[-1]])
    if words and words[-1] == "dozen":
        many = Decimal(1) if tuple(words[:-1]) in {(), ("a",)} else english(words[:-1])
        return None if many is None or many >= 100 else many * 12
    total, last, group = 0, 99, list[str]()
    for word in words:
        if word in SCALES:
            value = 1 if group in ([], ["a"]) else _hundreds(group)
            if value is None or SCALES[word] >= last or (total and not group):
                return None
            total, last, group = total + value * 10 ** SCALES[word], SCALES[word], []
        else:
            group.append(word)
    rest = _hundreds(group[1:] if total and group[:1] == ["and"] else group) if group else 0
    return None if rest is None or (total and rest >= 10**last) else Decimal(total + rest)


def _with_english_point(left: Sequence[str], right: Sequence[str]) -> Decimal | None:
    whole = english(left) if left else Decimal(0)
    scale = SCALES[right[-1]] if right and right[-1] in SCALES else 0
    digits = right[:-1] if scale else right
    if whole is None or not digits or any(ONES.get(word, 10) > 9 for word in digits):
        return None
    return Decimal(f"{whole:f}.{''.join(str(ONES[word]) for word in digits)}").scaleb(scale)


def _hundreds(words: Sequence[str]) -> int | None:
    """Up to ninety-nine hundred: "a hundred and five", "fifteen hundred", "forty two"."""
    if "hundred" not in words:
        return _tens(words)
    at = list(words).index("hundred")
    many = 1 if list(words[:at]) in ([], ["a"]) else _tens(words[:at])
    rest = list(words[at + 1 :])
    if rest[:1] == ["and"]:
        rest = rest[1:] or ["and"]
    below = _tens(rest) if rest else 0
    return None if many is None or below is None or many == 0 else many * 100 + below


def _tens(words: Sequence[str]) -> int | None:
    if len(words) == 1:
        return ONES.get(words[0], TENS.get(words[0]))
    if len(words) == 2 and words[0] in TENS and 0 < ONES.get(words[1], 0) < 10:
        return TENS[words[0]] + ONES[words[1]]
    return None

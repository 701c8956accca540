"""Addresses as people paste them: accepted exactly, or named as what is wrong with them; never repaired.

EIP-55: mixed case must carry the right checksum; all lower or all upper case carries none and is accepted.
"""

import re
from dataclasses import dataclass
from typing import Literal

from eth_utils.address import to_checksum_address

from core.domain.script import Folded

MALFORMED = "E102"
CHECKSUM = "E103"
LOOKALIKE = "E118"


@dataclass(frozen=True)
class Found:
    """Something like an address or a transaction hash in `folded.text[start:end]`; `value` is checksummed."""

    start: int
    end: int
    kind: Literal["address", "hash"]
    value: str | None = None
    code: str | None = None


_CYRILLIC_GREEK = "\u0400-\u04ff\u0370-\u03ff"
_PREFIXED = re.compile(
    rf"(?:(?<!\d)\d{{1,20}}?)?0[x×\u0445\u03c7][0-9a-z{_CYRILLIC_GREEK}]*(?:(?:…|\.{{2,}}"
    rf"|\*{{2,}})[0-9a-z]*)?"
    rf"|(?<![a-z0-9])[oо\u03bf]x(?=[0-9a-f{_CYRILLIC_GREEK}]{{20}})[0-9a-z{_CYRILLIC_GREEK}]+"
)
_BARE = re.compile(r"(?<![0-9a-z])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{30,}(?![0-9a-z])")
_OTHER_CHAIN = re.compile(
    r"(?<![0-9A-Za-z])(?:T[1-9A-HJ-NP-Za-km-z]{33}|(?:bc1|tb1|ltc1|cosmos1|addr1)[0-9a-z]{20,}"
    r"|(?=[1-9A-HJ-NP-Za-km-z]*\d)(?=[1-9A-HJ-NP-Za-km-z]*[a-z])(?=[1-9A-HJ-NP-Za-km-z]*[A-Z])"
    r"[1-9A-HJ-NP-Za-km-z]{26,44})(?![0-9A-Za-z])"
)


def find_addresses(folded: Folded) -> list[Found]:
    """Everything that is or wants to be an address or a hash, from left to right."""
    found = [_judged(folded, match.start(), match.end()) for match in _PREFIXED.finditer(folded.text)]
    found += [
        _judged(folded, match.start(), match.end())
        for match in _BARE.finditer(folded.text)
        if not _inside(match.start(), found)
    ]
    places = {place: index for index, place in enumerate(folded.at)}
    for match in _OTHER_CHAIN.finditer(folded.raw):
        start = places[match.start()]
        if not _inside(start, found):
            found.append(Found(start, places[match.end() - 1] + 1, "address", code=MALFORMED))
    return sorted(found, key=lambda one: one.start)


def _inside(place: int, found: list[Found]) -> bool:
    return any(one.start <= place < one.end for one in found)


def _judged(folded: Folded, start: int, end: int) -> Found:
    said = folded.said(start, end)
    if not said.replace("…", "").isascii() or folded.hides(start, end):
        return Found(start, end, "address", code=LOOKALIKE)
    if re.fullmatch(r"(?:0x)?[0-9a-fA-F]{64}", said):
        return Found(start, end, "hash", value=said)
    if not re.fullmatch(r"0x[0-9a-fA-F]{40}", said):
        return Found(start, end, "address", code=MALFORMED)
    checksummed = to_checksum_address(said)
    digits = said[2:]
    if said != checksummed and digits not in {digits.lower(), digits.upper()}:
        return Found(start, end, "address", code=CHECKSUM)
    return Found(start, end, "address", value=checksummed)

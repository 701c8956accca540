"""Private keys and recovery phrases that somebody types are taken out before anything is written down (R-008)."""

import re

REMOVED = "⟦removed⟧"

_KEY = re.compile(r"(?<![0-9A-Za-z])(?:0x)?[0-9a-fA-F]{64}(?![0-9A-Za-z])")
_HASH = re.compile(r"hash|\btx|transaction|block|txid|哈希|交易|区块", re.IGNORECASE)
"""Words beside which 64 hexadecimal digits are a transaction's hash: public, and worth asking about."""
_WORDS = re.compile(r"\b[a-z]{3,8}(?:[\s,.;\d)]+[a-z]{3,8}){11,}\b", re.IGNORECASE)
_PLAIN = frozenset(
    "the and for are was not but from with has had his her its our them been were did does send usdc usdt dai eth "
    "weth your than how these those some could would".split()
)
"""Words of ordinary sentences, or of orders, that stand in no list of recovery words (BIP-39)."""


def redact(text: str) -> str:
    """The text with REMOVED in place of what looks like a private key or a phrase of 12 words or more.

    Rather one sentence too many than one secret too few: what is removed is only answered with a warning.
    """
    if not _HASH.search(text):
        text = _KEY.sub(REMOVED, text)
    return _WORDS.sub(_phrase, text)


def _phrase(found: re.Match[str]) -> str:
    words = re.findall(r"[a-z]+", found[0].lower())
    longest = run = 0
    for word in words:
        run = 0 if word in _PLAIN else run + 1
        longest = max(longest, run)
    return REMOVED if longest >= 12 else found[0]

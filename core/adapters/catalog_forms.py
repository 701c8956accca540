"""The forms of single values in a catalog; a ValueError says what is wrong with one."""

import re
from decimal import Decimal
from urllib.parse import urlsplit

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_SYMBOL = re.compile(r"[^\s\x00-\x1f\x7f]{1,16}")
_DECIMAL = re.compile(r"[0-9]{1,40}(?:\.[0-9]{1,40})?")


def slug(text: str) -> str:
    if not _SLUG.fullmatch(text):
        raise ValueError("must be 1 to 32 lower-case letters, digits and hyphens")
    return text


def symbol(text: str) -> str:
    if not _SYMBOL.fullmatch(text):
        raise ValueError("must be 1 to 16 characters without spaces")
    return text


def name(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > 64:
        raise ValueError("must be 1 to 64 printable characters")
    return text


def dollars(text: str) -> Decimal:
    if not _DECIMAL.fullmatch(text) or not Decimal(text):
        raise ValueError('must be a plain decimal above zero, like "1.5"')
    return Decimal(text)


def url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an http or https address")
    return text


def explorer(text: str) -> str:
    if "{hash}" not in text:
        raise ValueError("must contain {hash}")
    return url(text)

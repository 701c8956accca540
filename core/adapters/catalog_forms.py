"""The forms of single values in a catalog; a ValueError says what is wrong with one."""

import re
from decimal import Decimal
from urllib.parse import urlsplit

from eth_utils.address import is_checksum_address

from core.domain.types import Address, address

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


def contract(text: str) -> Address:
    """Lower case carries no checksum and is taken; a wrong checksum is a mistyped address."""
    read = address(text)
    if text != text.lower() and not is_checksum_address(text):
        raise ValueError(f"{text} has a wrong checksum: a character is mistyped")
    return read


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

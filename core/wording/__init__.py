"""One catalogue of words for people (Fluent, English and Chinese); the core speaks codes and parameters."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message, Resource, VariableReference
from fluent.syntax.visitor import Visitor

from core.domain.intent import Language as Language

LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")
Value = str | int

_FIGURES = frozenset({"amount", "have", "need", "missing", "usd", "limit"})
_PLAIN = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def say(code: str, params: Mapping[str, Value], language: Language) -> str:
    """The words for a code. Parameters go in as plain text, without control or direction characters; plain
    figures are grouped. A parameter that was not given shows as "?". Raises KeyError for an unknown code."""
    bundle = _bundle(language)
    pattern = bundle.get_message(code).value
    if pattern is None:
        raise KeyError(code)
    shown = dict.fromkeys(variables(code, language), "?")
    shown |= {name: _shown(name, value) for name, value in params.items()}
    words, errors = bundle.format_pattern(pattern, shown)
    if errors:
        raise ValueError(f"{code} ({language}): {errors}")
    return str(words)


def grouped(figure: str) -> str:
    """A plain decimal with its whole part grouped by comma: 1234567.8 → 1,234,567.8, in both languages."""
    sign, digits = ("-", figure[1:]) if figure.startswith("-") else ("", figure)
    whole, dot, rest = digits.partition(".")
    return f"{sign}{int(whole):,}{dot}{rest}"


def plain(text: str) -> str:
    """Foreign text for showing: no control, format (bidi, zero-width, tag) or line characters."""
    visible = (" " if character.isspace() else character for character in text)
    return "".join(character for character in visible if unicodedata.category(character) not in _UNSEEN)


def codes(language: Language) -> frozenset[str]:
    """Every id that has words in this language."""
    return frozenset(_messages(language))


def variables(code: str, language: Language = "en") -> frozenset[str]:
    """The parameters that the words for a code take."""
    return _messages(language)[code]


_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


MOST_SHOWN: Final = 200
"""Characters of one parameter: foreign text may be as long as a message, and Fluent refuses more than 1,000."""


def _shown(name: str, value: Value) -> str:
    text = plain(str(value))
    text = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
    return grouped(text) if name in _FIGURES and _PLAIN.fullmatch(text) else text


@cache
def _sources(language: Language) -> tuple[str, ...]:
    folder = files(__package__)
    found = (folder / f"{prefix}{language}.ftl" for prefix in ("", "page."))
    return tuple(source.read_text("utf-8") for source in found if source.is_file())


@cache
def _bundle(language: Language) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    for source in _sources(language):
        bundle.add_resource(FluentResource(source))
    return bundle


@cache
def _messages(language: Language) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for source in _sources(language):
        for entry in _parsed(source, language).body:
            if isinstance(entry, Message):
                if entry.id.name in found:
                    raise ValueError(f"{entry.id.name} stands twice in the words of {language}")
                names = _Names()
                names.visit(entry)
                found[entry.id.name] = frozenset(names.found)
    return found


def _parsed(source: str, language: Language) -> Resource:
    resource = FluentParser().parse(source)
    for entry in resource.body:
        if isinstance(entry, Junk):
            raise ValueError(f"words of {language} cannot be read: {(entry.content or '')[:80]!r}")
    return resource


class _Names(Visitor):
    """Collects the variables of one message."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:
        self.found.add(node.id.name)

"""A message as a sketch: what is known in it stands as one capital letter, the words around it stay.

    "Send 50 USDC to 0x90F7…b906 on the demo chain"  →  "send N T to A on the C"

A address, E name, H hash, U link, N amount, T token, X unknown token, C chain, D time, K count, Q quotation,
W a word that may take an order away.
Folded text is lower case, so capital letters are free; what a sentence means is then a matter of short patterns.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.domain.amount import Amount
from core.domain.script import Folded
from core.understanding.lexicon import ChainWord, TokenWord


@dataclass(frozen=True)
class Element:
    """One known thing in `folded.text[start:end]`. `value` is what it says (an address, a symbol, a number of
    things, past or future); `code` says why it cannot be used."""

    mark: str
    start: int
    end: int
    value: str | None = None
    code: str | None = None
    tokens: tuple[TokenWord, ...] = ()
    chain: ChainWord | None = None
    amount: Amount | None = None


@dataclass(frozen=True)
class _Piece:
    letter: str
    start: int
    end: int
    element: Element | None = None


@dataclass(frozen=True)
class Sketch:
    """The sketched text and what stands behind each of its letters."""

    folded: Folded
    pieces: tuple[_Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.letter for piece in self.pieces)

    def elements(self, marks: str) -> list[Element]:
        """The known things of these kinds, from left to right."""
        return [piece.element for piece in self.pieces if piece.element and piece.element.mark in marks]

    def behind(self, place: int) -> Element | None:
        """What stands behind the letter at `place` of the text."""
        return self.pieces[place].element

    def places(self, marks: str) -> Iterator[tuple[int, Element]]:
        for place, piece in enumerate(self.pieces):
            if piece.element and piece.element.mark in marks:
                yield place, piece.element

    def said(self, start: int, end: int) -> str:
        """What was sent, for a stretch of the sketched text."""
        return self.folded.said(self.pieces[start].start, self.pieces[end - 1].end)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of folded text behind a stretch of the sketch."""
        return self.pieces[start].start, self.pieces[end - 1].end

    def with_elements(self, found: Sequence[tuple[int, int, Element]]) -> "Sketch":
        """Stretches of the sketched text, in order and apart from each other, become one letter each."""
        pieces: list[_Piece] = []
        place = 0
        for start, end, element in found:
            if start < place or end <= start:
                continue
            pieces += self.pieces[place:start]
            pieces.append(_Piece(element.mark, element.start, element.end, element))
            place = end
        return Sketch(self.folded, (*pieces, *self.pieces[place:]))

    def reworded(self, changes: Sequence[tuple[int, int, Element | str]]) -> "Sketch":
        """Stretches without elements, in order, become other words or one letter each. Every letter still
        knows where in the message it comes from."""
        pieces: list[_Piece] = []
        place = 0
        for start, end, change in changes:
            if start < place:
                continue
            old = self.pieces[start:end]
            pieces += self.pieces[place:start]
            if isinstance(change, Element):
                pieces.append(_Piece(change.mark, change.start, change.end, change))
            else:
                ends = [old[min(at, len(old) - 1)] for at in range(len(change))]
                pieces += [
                    _Piece(letter, one.start, one.end) for letter, one in zip(change, ends, strict=True)
                ]
                pieces[-1] = _Piece(change[-1], pieces[-1].start, old[-1].end)
            place = end
        return Sketch(self.folded, (*pieces, *self.pieces[place:]))


def blank(folded: Folded) -> Sketch:
    """The sketch in which nothing is known yet."""
    return Sketch(folded, tuple(_Piece(letter, place, place + 1) for place, letter in enumerate(folded.text)))


def mark(sketch: Sketch, pattern: re.Pattern[str], letter: str, value: str | None = None) -> Sketch:
    """Every match becomes one element of this kind; a group named `it` narrows it down."""
    found = []
    for match in pattern.finditer(sketch.text):
        group = "it" if "it" in pattern.groupindex and match["it"] is not None else 0
        start, end = match.span(group)
        if end > start:
            found.append((start, end, Element(letter, *sketch.original(start, end), value)))
    return sketch.with_elements(found)

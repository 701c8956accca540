"""The slots of an order as they are read: each has a value and its place, or a problem that says why not."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.intent import Choice, Language, Problem, Span
from core.understanding.lexicon import Words
from core.understanding.sketch import Element, Sketch

MOST_CHOICES = 4


@dataclass
class Slots:
    """What was read so far; a slot is there or has a problem, never both."""

    sketch: Sketch
    words: Words
    language: Language
    token: str | None = None
    amount: str | None = None
    recipient: str | None = None
    chain: str | None = None
    decimals: int | None = None
    spans: dict[str, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def place(self, slot: str, element: Element) -> None:
        self.spans[slot] = self.sketch.folded.span(element.start, element.end)

    def said(self, element: Element) -> str:
        return self.sketch.folded.said(element.start, element.end)

    def miss(
        self, slot: str, code: str, params: Mapping[str, str] | None = None, choices: tuple[Choice, ...] = ()
    ) -> None:
        self.problems.append(Problem(slot, code, dict(params or {}), choices))

    def instead(self, element: Element, text: str, label: str | None = None) -> Choice:
        """A button that sends this message with one thing in it said plainly."""
        raw, span = self.sketch.folded.raw, self.sketch.folded.span(element.start, element.end)
        before, after = raw[: span.start], raw[span.end :]
        left = " " if before and before[-1].isascii() and before[-1].isalnum() else ""
        right = " " if after and after[0].isascii() and after[0].isalnum() else ""
        return Choice(label or text, f"{before}{left}{text}{right}{after}")


def order_text(
    amount: str | None, token: str | None, recipient: str | None, chain: str | None, language: Language
) -> str:
    """A transfer in plain words, as far as its slots are known."""
    quantity = {
        "all": "全部" if language == "zh" else "all my",
        "half": "一半的" if language == "zh" else "half of my",
    }.get(amount or "", amount)
    if quantity is not None and quantity.endswith("%"):
        quantity += " of my" if language == "en" else " 的"
    what = " ".join(part for part in (quantity, token) if part)
    if language == "zh":
        return f"{f'在 {chain} 链上' if chain else ''}转 {what}" + (f" 给 {recipient}" if recipient else "")
    return (
        f"send {what}"
        + (f" to {recipient}" if recipient else "")
        + (f" on the {chain} chain" if chain else "")
    )

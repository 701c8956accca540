"""Is it certain that the owner wants exactly this now? A doubt becomes a question with the order as a button."""

from dataclasses import replace

from core.domain.intent import Choice, Intent, Kind, Language, Problem
from core.domain.router import missing
from core.understanding.accounted import unaccounted
from core.understanding.doubts import TAKEN_BACK
from core.understanding.sketch import Sketch
from core.understanding.slots import order_text

UNSURE = "E120"
_TAIL = 80
"""What takes an order back stands at the end and is short."""


def doubtful(language: Language) -> Intent:
    """It speaks of moving something, but it is not clear that it should be done now."""
    return Intent(Kind.TRANSFER, language, problems=(Problem("intent", UNSURE),))


def doubted(order: Intent) -> Intent:
    """The same order as a question whether it is wanted now; the question comes before all others."""
    others = tuple(problem for problem in order.problems if problem.slot != "intent")
    return with_button(replace(order, problems=(Problem("intent", UNSURE), *others)))


def with_button(order: Intent) -> Intent:
    """When nothing else is open, the doubt gets the whole order as a button: one tap goes on."""
    if order.kind is not Kind.TRANSFER or missing(order):
        return order
    if [problem.slot for problem in order.problems] != ["intent"]:
        return order
    whole = order_text(order.amount, order.token, order.recipient, order.chain, order.language)
    button = Choice(f"{order.amount} {order.token}", whole)
    return replace(order, problems=(replace(order.problems[0], choices=(button,)),))


def assured(order: Intent, sketch: Sketch, named: str | None = None) -> Intent:
    """The order, unless the message takes it back or holds something that nothing explains."""
    if TAKEN_BACK.search(sketch.text[-_TAIL:]):
        return Intent(Kind.TRANSFER, order.language, refusal="E113")
    if unaccounted(sketch, named) is None:
        return order
    return with_button(replace(order, problems=(*order.problems, Problem("intent", UNSURE))))

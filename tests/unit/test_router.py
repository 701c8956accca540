"""Every intent has exactly one road, and only a complete, undoubted write may write."""

from hypothesis import given
from hypothesis import strategies as st

from core.domain.intent import Command, Condition, Intent, Kind, Problem
from core.domain.router import Route, missing, route

_maybe = st.none() | st.sampled_from(["USDC", "50", "0x90F79bf6EB2c4f870365E785982E1f101E93b906", "stake"])
_intents = st.builds(
    Intent,
    kind=st.sampled_from(Kind),
    language=st.sampled_from(["en", "zh"]),
    command=st.none() | st.sampled_from(Command),
    token=_maybe,
    amount=_maybe,
    recipient=_maybe,
    action=_maybe,
    conditions=st.just(()) | st.just((Condition("ETH", "gt", "2"),)),
    problems=st.just(()) | st.just((Problem("amount", "E107"),)),
    refusal=st.none() | st.just("E113"),
)
_WRITES = {Kind.TRANSFER, Kind.CONDITIONAL_TRANSFER, Kind.GOAL, Kind.ACTION}


@given(_intents)
def test_every_intent_has_one_road(intent: Intent) -> None:
    assert route(intent) in Route


@given(_intents)
def test_only_a_complete_write_without_a_doubt_writes(intent: Intent) -> None:
    complete = not missing(intent) and not intent.problems and not intent.refused and intent.command is None
    assert (route(intent) is Route.WRITE) == (intent.kind in _WRITES and complete)


@given(_intents)
def test_what_the_owner_refuses_is_never_done(intent: Intent) -> None:
    if intent.refused or intent.kind is Kind.OUT_OF_SCOPE:
        assert route(intent) is Route.REJECT


def test_claiming_rewards_needs_no_amount() -> None:
    assert route(Intent(Kind.ACTION, "en", action="claim")) is Route.WRITE
    assert route(Intent(Kind.ACTION, "en", action="stake")) is Route.CLARIFY

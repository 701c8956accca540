"""The transition table: eight states by all events."""

import itertools

import pytest

from core.domain.task import FINAL, TRANSITIONS, Event, State, advance


@pytest.mark.parametrize(("state", "event"), list(itertools.product(FINAL, Event)))
def test_a_final_state_never_changes(state: State, event: Event) -> None:
    assert advance(state, event) is None


def test_the_table_knows_every_state() -> None:
    assert set(TRANSITIONS) == set(State)


def test_every_state_can_be_reached_from_the_first() -> None:
    reached = {State.INTENT_CONFIRM}
    while True:
        more = {to for state in reached for to in TRANSITIONS[state].values()} | reached
        if more == reached:
            break
        reached = more
    assert reached == set(State)


def test_nothing_settles_or_fails_that_was_not_confirmed() -> None:
    for event in (Event.SEEN, Event.SETTLE, Event.FAIL, Event.CANCELLED_ON_CHAIN, Event.TIMEOUT_UNKNOWN):
        assert advance(State.INTENT_CONFIRM, event) is None


def test_only_evidence_from_the_chain_leaves_an_expiry() -> None:
    chain = {Event.SEEN, Event.SETTLE, Event.FAIL, Event.CANCELLED_ON_CHAIN}
    for expired in (State.EXPIRED_UNSENT, State.EXPIRED_UNKNOWN):
        assert set(TRANSITIONS[expired]) == chain


def test_what_is_sent_can_not_be_withdrawn_or_said_to_be_unsent() -> None:
    for event in (Event.REJECT, Event.VOID, Event.TIMEOUT_UNSENT, Event.CONFIRM):
        assert advance(State.SUBMITTED, event) is None

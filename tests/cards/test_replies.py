"""Typical messages and their answers, word by word, in both languages."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from core.domain.message import Language, Reply
from core.domain.survey import Unread
from core.wording import LANGUAGES, say
from tests.fakes.world import ALICE, BOB, USDC, World

SAID: dict[str, dict[Language, tuple[str, ...]]] = {
    "balance of one": {"en": ("how much USDC do I have?",), "zh": ("我还有多少 USDC",)},
    "balance of all": {"en": ("my balance",), "zh": ("我的余额",)},
    "card": {"en": (f"send 50 USDC to {BOB}",), "zh": (f"转 50 USDC 给 {BOB}",)},
    "same order": {"en": (f"send 50 USDC to {BOB}",) * 2, "zh": (f"转 50 USDC 给 {BOB}",) * 2},
    "no recipient": {"en": ("send 50 USDC", BOB), "zh": ("转 50 USDC", BOB)},
    "no amount": {"en": (f"send USDC to {BOB}",), "zh": (f"转 USDC 给 {BOB}",)},
    "unknown token": {"en": (f"send 5 DOGE to {BOB}",), "zh": (f"转 5 DOGE 给 {BOB}",)},
    "mistyped address": {
        "en": (f"send 5 USDC to {BOB[:-1]}B",),
        "zh": (f"转 5 USDC 给 {BOB[:-1]}B",),
    },
    "cut address": {"en": (f"send 5 USDC to {BOB[:-1]}",), "zh": (f"转 5 USDC 给 {BOB[:-1]}",)},
    "too many digits": {"en": (f"send 0.1234567 USDC to {BOB}",), "zh": (f"转 0.1234567 USDC 给 {BOB}",)},
    "doubtful amount": {"en": (f"send 5,000 USDC to {BOB}",), "zh": (f"转 5,000 USDC 给 {BOB}",)},
    "not enough": {"en": (f"send 5000 USDC to {BOB}",), "zh": (f"转 5000 USDC 给 {BOB}",)},
    "no fee left": {"en": (f"send 3 ETH to {BOB}",), "zh": (f"转 3 ETH 给 {BOB}",)},
    "to oneself": {"en": (f"send 5 USDC to {ALICE}",), "zh": (f"转 5 USDC 给 {ALICE}",)},
    "to a token": {"en": (f"send 5 USDC to {USDC.address}",), "zh": (f"转 5 USDC 给 {USDC.address}",)},
    "cancel": {"en": (f"send 50 USDC to {BOB}", "cancel"), "zh": (f"转 50 USDC 给 {BOB}", "取消")},
    "nothing to cancel": {"en": ("cancel",), "zh": ("取消",)},
    "pending": {"en": (f"send 50 USDC to {BOB}", "pending"), "zh": (f"转 50 USDC 给 {BOB}", "待处理")},
    "nothing pending": {"en": ("pending",), "zh": ("待处理",)},
    "help": {"en": ("help",), "zh": ("帮助",)},
    "hello": {"en": ("hello",), "zh": ("你好",)},
    "not yet": {"en": ("stake 5 USDC",), "zh": ("质押 5 USDC",)},
    "out of scope": {"en": ("what is the weather today?",), "zh": ("今天天气怎么样",)},
    "private key": {"en": ("tell me your private key",), "zh": ("把你的私钥告诉我",)},
}
AWAY: dict[str, dict[Language, str]] = {
    "balance": {"en": "my balance", "zh": "我的余额"},
    "card": {"en": f"send 50 USDC to {BOB}", "zh": f"转 50 USDC 给 {BOB}"},
}


def text(said: str, reply: Reply, language: Language) -> str:
    lines = [f"> {said}", *(say(line.code, line.params, language) for line in reply.says)]
    lines += [f"[{choice.label or choice.message}]" for choice in reply.choices]
    return "\n".join(lines)


async def talk(world: World, said: tuple[str, ...], language: Language, **changes: Any) -> str:
    parts = [text(one, await world.says(one, language=language, **changes), language) for one in said]
    return "\n\n".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", SAID)
async def test_an_answer(case: str, language: Language, snapshot: SnapshotAssertion) -> None:
    assert await talk(World(), SAID[case][language], language) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", AWAY)
async def test_an_answer_while_the_chain_is_away(
    case: str, language: Language, snapshot: SnapshotAssertion
) -> None:
    world = World()
    world.chain.away = True
    assert await talk(world, (AWAY[case][language],), language) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_when_one_token_can_not_be_read(
    language: Language, snapshot: SnapshotAssertion
) -> None:
    world = World()
    world.chain.says = {"amounts": {"DAI": Unread("timeout")}}
    assert await talk(world, (AWAY["balance"][language],), language) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", AWAY)
async def test_an_answer_to_somebody_without_a_wallet(
    case: str, language: Language, snapshot: SnapshotAssertion
) -> None:
    said = (AWAY[case][language],)
    assert await talk(World(), said, language, user_id="nobody", thread="other") == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_to_an_order_over_the_limit(language: Language, snapshot: SnapshotAssertion) -> None:
    world = World()
    world.chain.given[ALICE, None] = 10**20
    said = {"en": f"send 3.5 ETH to {BOB}", "zh": f"转 3.5 ETH 给 {BOB}"}
    assert await talk(world, (said[language],), language) == snapshot


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_to_too_many_messages(language: Language, snapshot: SnapshotAssertion) -> None:
    world = World(quota=1)
    await world.says("hello")
    assert await talk(world, (AWAY["balance"][language],), language) == snapshot

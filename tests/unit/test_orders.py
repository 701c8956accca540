"""Complete orders in many wordings are taken exactly and never asked about; their twins that are none write nothing."""

from hypothesis import given
from hypothesis import strategies as st

from core.domain.intent import Intent
from core.domain.router import Route, route
from core.understanding.grammar import understand
from tests.unit.words import ALICE, WORDS

_AMOUNTS_EN = st.sampled_from(
    [
        ("50", "50"),
        ("0.5", "0.5"),
        ("1,234.56", "1234.56"),
        ("1.5k", "1500"),
        ("fifty", "50"),
        ("two hundred and five", "205"),
        ("20%", None),
        ("100", "100"),
        ("3.25", "3.25"),
        ("one", "1"),
        (".75", "0.75"),
        ("1,000,000", "1000000"),
    ]
)
_AMOUNTS_ZH = st.sampled_from(
    [
        ("50", "50"),
        ("0.5", "0.5"),
        ("1.5万", "15000"),
        ("五十", "50"),
        ("一千五", "1500"),
        ("两百零五个", "205"),
        ("3 千", "3000"),
        ("一个", "1"),
        ("半个", "0.5"),
        ("一个半", "1.5"),
        ("１２", "12"),
        ("十五点八万", "158000"),
        ("100 个", "100"),
    ]
)
_TOKENS = st.sampled_from(
    [("USDC", "USDC"), ("usdc", "USDC"), ("DAI", "DAI"), ("dai", "DAI"), ("ETH", "ETH"), ("usdt", "USDT")]
)
_TOKENS_ZH = _TOKENS | st.sampled_from([("U", "USDC"), ("以太", "ETH"), ("以太币", "ETH")])
_ENGLISH = st.sampled_from(
    [
        "send {n} {t} to {a}",
        "Please send {n} {t} to {a}.",
        "pay {a} {n} {t}",
        "transfer {n} {t} to {a}, thanks!",
        "can you send {n} {t} to {a}?",
        "I want to send {n} {t} to {a}",
        "could you please transfer {n} {t} over to {a}",
        "wire {n} {t} to {a} now",
        "{n} {t} to {a}",
        "hey, send {a} {n} {t} for dinner",
        "I'd like {n} {t} sent to {a}",
        "move {n} {t} to my other wallet {a}",
        "let's give {a} {n} {t}",
        "make a transfer of {n} {t} to {a}",
        "send {n} {t} to {a} on the demo chain",
        "ok, then send {n} {t} to {a}",
        "to {a}: {n} {t}",
    ]
)
_CHINESE = st.sampled_from(
    [
        "转 {n} {t} 给 {a}",
        "给{a}转{n}{t}",
        "把{n}{t}打到{a}",
        "请向 {a} 支付 {n} {t}。",
        "帮我汇 {n} {t} 到 {a}，谢谢",
        "往{a}发{n}{t}",
        "{a} 收 {n} {t}",
        "我想转 {n} {t} 给 {a}",
        "麻烦给 {a} 转账 {n} {t}",
        "能不能帮我转 {n} {t} 给 {a}？",
        "将 {n} {t} 汇给 {a}",
        "转账{n}{t}到{a}",
        "给 {a} 转 {n} {t} 吧",
        "付 {a} {n} {t} 房租",
        "在演示链上转 {n} {t} 给 {a}",
        "你好，请转 {n} {t} 给 {a}",
        "用我的钱包给 {a} 付 {n} {t}",
        "還 {a} {n} {t}",
    ]
)
_SPOILED = st.sampled_from(
    [
        "don't {}",
        "I already did: {} yesterday",
        "how do I {}",
        "should I {}?",
        "he told me to {}",
        "what happens if I {}?",
        'translate "{}"',
        "user: {}",
        "{} tomorrow",
        "{} every month",
        "{} twice",
        "{} if it rains",
        "I was about to {}",
        "remind me to {}",
        "为什么要{}",
        "别{}",
        "不要{}",
        "假如我{}会怎样",
        "老板让我{}",
        "明天{}",
        "每个月{}",
        "我在考虑要不要{}",
        "例如：{}",
        "「{}」",
        "用户：{}",
        "{}会怎么样",
        "{}要多久",
        "提醒我{}",
        "> {}",
    ]
)


def _slots(intent: Intent) -> tuple[Route, str | None, str | None, str | None]:
    return route(intent), intent.token, intent.amount, intent.recipient


@given(_ENGLISH, _AMOUNTS_EN, _TOKENS)
def test_a_complete_english_order_is_taken_as_it_stands(
    sentence: str, amount: tuple[str, str | None], token: tuple[str, str]
) -> None:
    said, value = amount
    message = sentence.format(n=said if value else f"{said} of my", t=token[0], a=ALICE)
    assert _slots(understand(message, WORDS)) == (Route.WRITE, token[1], value or said, ALICE)


@given(_CHINESE, _AMOUNTS_ZH, _TOKENS_ZH)
def test_a_complete_chinese_order_is_taken_as_it_stands(
    sentence: str, amount: tuple[str, str], token: tuple[str, str]
) -> None:
    message = sentence.format(n=amount[0], t=token[0], a=ALICE)
    assert _slots(understand(message, WORDS)) == (Route.WRITE, token[1], amount[1], ALICE)


@given(
    _SPOILED,
    st.sampled_from(["send 50 USDC to {a}", "pay {a} 20 DAI", "转 50 USDC 给 {a}", "给 {a} 转 20 DAI"]),
)
def test_an_order_inside_other_words_writes_nothing(frame: str, order: str) -> None:
    message = frame.format(order.format(a=ALICE))
    assert route(understand(message, WORDS)) is not Route.WRITE


@given(
    _CHINESE | _ENGLISH,
    st.sampled_from(
        ["12,001", "1.000", "1,5", "几个", "some", "5-10", "1e18", "-5", "0", "about 50", "大概 50", "50多"]
    ),
)
def test_a_doubtful_amount_never_becomes_a_figure(sentence: str, amount: str) -> None:
    intent = understand(sentence.format(n=amount, t="USDC", a=ALICE), WORDS)
    assert route(intent) is Route.CLARIFY and intent.amount is None


@given(_CHINESE | _ENGLISH, st.sampled_from(["USDD", "usdcc", "PEPE", "比特币", "WBTC", "WETH"]))
def test_a_token_that_is_not_listed_never_becomes_another(sentence: str, token: str) -> None:
    intent = understand(sentence.format(n="5", t=token, a=ALICE), WORDS)
    assert route(intent) is not Route.WRITE and intent.token is None

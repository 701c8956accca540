"""No private key and no recovery phrase is ever written down."""

from pathlib import Path

import eth_account
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.redact import REMOVED, redact

WORDS = (
    (Path(eth_account.__file__).parent / "hdaccount" / "wordlist" / "english.txt").read_text("utf-8").split()
)
KEY = "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d"


@given(
    st.sampled_from([12, 15, 18, 21, 24]).flatmap(
        lambda n: st.lists(st.sampled_from(WORDS), min_size=n, max_size=n)
    )
)
def test_a_recovery_phrase_is_taken_out(words: list[str]) -> None:
    left = redact(f"my phrase: {' '.join(words)} 请帮我导入")
    assert REMOVED in left
    assert " ".join(words[:4]) not in left and " ".join(words[-4:]) not in left


@pytest.mark.parametrize("text", [KEY, f"0x{KEY}", f"私钥是{KEY.upper()}。", f"key: 0x{KEY}\nthanks"])
def test_a_private_key_is_taken_out(text: str) -> None:
    assert KEY not in redact(text).lower() and REMOVED in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "please send 50 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 for the rent of this month and thanks a lot",
        "how much money do I have left in my wallet after the last payment that I made to my friend yesterday",
        f"what happened to transaction 0x{KEY}",
        "转 50 USDC 给 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    ],
)
def test_what_people_say_is_left_alone(text: str) -> None:
    assert redact(text) == text
